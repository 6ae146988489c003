--- What galleria told of a screen: whole when it was opened or laid out again, and from then on what changed.
local M = {}

--- Takes a whole reading: the answer of screen.open or screen.resize.
local function whole(screen, reading)
  screen.state, screen.told = reading.state, reading.rows
  screen.lines = vim.split(reading.text, '\n', { plain = true })
end

local function change(screen, reading)
  local items = screen.state.items
  for _, step in ipairs(reading.items) do
    if step.op == 'insert' then
      table.insert(items, step.at + 1, step.item)
    elseif step.op == 'replace' then
      items[step.at + 1] = step.item
    else
      table.remove(items, step.at + 1)
    end
  end
  screen.state = reading.state
  if items then screen.state.items = items end
  for _, step in ipairs(reading.lines) do
    local lines = vim.list_slice(screen.lines, 1, step.from)
    vim.list_extend(lines, step.with)
    screen.lines = vim.list_extend(lines, screen.lines, step.from + step.count + 1)
  end
  screen.told = reading.rows or screen.told
end

--- Takes a reading into the screen.
--- @return boolean whether it is newer than what was known; an answer may have told it before.
function M.take(screen, reading)
  local known = screen.revision
  if reading.text then
    if known and reading.revision < known then return false end
    whole(screen, reading)
  else
    if not known or reading.revision ~= known + 1 then return false end
    change(screen, reading)
  end
  screen.revision = reading.revision
  return true
end

local function height_of(window) return window and vim.api.nvim_win_get_height(window) or vim.o.lines end

--- The rows that a screen is to be told when it is opened: a few windowfuls.
function M.first_window(screen)
  screen.count = math.max(60, 4 * height_of(vim.fn.win_findbuf(screen.buffer)[1]))
  return { from = screen.state and screen.state.from or 0, count = screen.count }
end

--- The rows around those in sight; while words to find are typed, those in sight alone: each letter is told in rows that are seen.
--- Nil while those that the screen has will do.
--- @return table|nil {from, count}
function M.window(screen)
  local window, state = vim.fn.win_findbuf(screen.buffer)[1], screen.state
  if not state or not state.from then return nil end
  local height = height_of(window)
  if screen.typing then
    if screen.count <= height then return nil end
    screen.count = height
    return { from = 0, count = height }
  end
  local count = math.max(60, 4 * height)
  local listed, from = #state.items, state.from
  local is_whole = from + listed >= state.total
  if not window or listed == 0 or (from == 0 and is_whole) then return nil end
  local info = vim.fn.getwininfo(window)[1]
  local line = vim.api.nvim_win_get_cursor(window)[1]
  local before, first, last = #screen.told - listed, nil, nil
  for index = before + 1, #screen.told do
    local row = screen.told[index]
    local top = screen.skipped + row.line + 1
    if top <= info.botline and top + row.lines > info.topline then
      first, last = first or index - before - 1, index - before - 1
    end
  end
  local start = from
  if line == 1 then
    start = 0
  elseif line == vim.api.nvim_buf_line_count(screen.buffer) and not is_whole then
    start = state.total - count
  elseif first and ((last + height >= listed and not is_whole) or (first < height and from > 0)) then
    start = math.min(from + math.floor((first + last - count) / 2), state.total - count)
  end
  start = math.max(0, start)
  if start == from and (is_whole or count <= screen.count) then return nil end
  screen.count = count
  return { from = start, count = count }
end

return M

--- Which row each line shows, as galleria tells it beside the text, and the item of the screen's state that the row is.
local M = {}

--- The members that name an item, the most telling first: a row's key is the first that its item has. The actions'
--- parameters have the same names.
local key_names = { 'sku', 'isbn13', 'fid', 'date', 'id' }

local function key_of(item)
  for _, name in ipairs(key_names) do
    local value = item[name]
    if type(value) == 'number' then return ('%d'):format(value) end
    if type(value) == 'string' then return value end
  end
end

--- Every item of the state's lists, by its key.
local function items_of(state)
  local found = {}
  for _, list in pairs(state) do
    for _, item in ipairs(type(list) == 'table' and list or {}) do
      local key = type(item) == 'table' and key_of(item)
      if key then found[key] = found[key] or item end
    end
  end
  return found
end

--- Whether a parameter of this name names a row.
function M.is_key(name) return vim.tbl_contains(key_names, name) end

--- The row under the cursor, or nil.
function M.at(screen) return screen.rows[vim.api.nvim_win_get_cursor(0)[1]] end

--- The rows that galleria told ({line, lines, key, route}), below the first `skipped` lines of the buffer: by line,
--- {key, route, item, first, place}, and by place, the first line. `place` tells rows of one item apart, as when a day
--- stands in two tables.
function M.map(told, state, skipped)
  local items = items_of(state or {})
  local by_line, at_place, count = {}, {}, {}
  for _, row in ipairs(told or {}) do
    count[row.key] = (count[row.key] or 0) + 1
    local first = skipped + row.line + 1
    local place = row.key .. '#' .. count[row.key]
    local entry = { key = row.key, route = row.route, item = items[row.key] or {}, first = first, place = place }
    at_place[place] = first
    for line = first, first + row.lines - 1 do by_line[line] = entry end
  end
  return by_line, at_place
end

return M

--- Puts a screen into its buffer. The cursor of every window stays on the item it was on, and the item stays where it
--- was in the window.
local rows = require('galleria.rows')
local sgr = require('galleria.sgr')

local M = {}

local namespace = vim.api.nvim_create_namespace('galleria')

--- Where the windows stand: by window, its view and the row of its cursor.
local function standpoints(screen)
  local found = {}
  for _, window in ipairs(vim.fn.win_findbuf(screen.buffer)) do
    local view = vim.api.nvim_win_call(window, vim.fn.winsaveview)
    found[window] = { view = view, row = screen.rows[view.lnum] }
  end
  return found
end

local function restore(screen, before)
  local count = vim.api.nvim_buf_line_count(screen.buffer)
  local refresh = screen.state and screen.state.refresh
  local lands = not screen.landed and next(screen.rows) ~= nil and not (refresh and refresh.running ~= 'none')
  for window, stand in pairs(before) do
    local view, line = stand.view, stand.view.lnum
    local now = stand.row and screen.places[stand.row.place]
    if now then line = now + (line - stand.row.first) end
    local landing = lands and line <= screen.skipped + 1
    if landing then line = screen.first_row end
    line = math.max(1, math.min(line, count))
    view.topline = landing and 1 or math.max(1, view.topline + line - view.lnum)
    view.lnum = line
    vim.api.nvim_win_call(window, function() vim.fn.winrestview(view) end)
  end
  if lands then screen.landed = true end
end

--- Replaces only the lines that differ: marks elsewhere stay.
local function replace(buffer, lines)
  local old = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local first, old_last, new_last = 1, #old, #lines
  while first <= old_last and first <= new_last and old[first] == lines[first] do first = first + 1 end
  while old_last >= first and new_last >= first and old[old_last] == lines[new_last] do
    old_last, new_last = old_last - 1, new_last - 1
  end
  if first > old_last and first > new_last then return end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, first - 1, old_last, false, vim.list_slice(lines, first, new_last))
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
end

--- Shows the screen's banner (lines, or nil) above its text.
function M.paint(screen)
  local buffer = screen.buffer
  if not vim.api.nvim_buf_is_loaded(buffer) then return end
  local before = standpoints(screen)
  local banner = screen.banner or {}
  local text, spans = sgr.parse(screen.text or '')
  local lines = vim.list_extend(vim.list_slice(banner), text)
  screen.skipped = #banner
  screen.rows, screen.places = rows.map(screen.told, screen.state, #banner)
  screen.first_row = nil
  for line in pairs(screen.rows) do screen.first_row = math.min(screen.first_row or line, line) end
  replace(buffer, lines)
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  for line = 1, #banner do
    vim.api.nvim_buf_set_extmark(buffer, namespace, line - 1, 0, {
      end_col = #banner[line], hl_group = line == 1 and 'WarningMsg' or 'Comment' })
  end
  for _, span in ipairs(spans) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, span[1] + #banner, span[2], {
      end_col = span[3], hl_group = span[4] })
  end
  restore(screen, before)
end

return M

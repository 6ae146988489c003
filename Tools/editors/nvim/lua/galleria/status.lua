--- What a screen is doing, in a line.
local server = require('galleria.server')

local M = {}

--- That the last action can be undone; nil where it can't.
local function undo(screen)
  local action = screen.undo and screen.actions[screen.undo.action]
  return action and screen.key_of.undo and screen.key_of.undo .. ' undoes it' or nil
end

--- How the loading stands; nil when there is nothing to tell. The second value says whether it is a failure.
function M.progress(screen)
  if not screen.id then
    if screen.opening then return server.starting() or 'opening' end
    return 'closed, ' .. (screen.key_of.reopen or ':Galleria') .. ' opens it again', true
  end
  if screen.fault then return screen.fault, true end
  local refresh = screen.state and screen.state.refresh
  if not refresh then return screen.note or undo(screen) end
  if refresh.running == 'header' then return 'loading' end
  if refresh.running == 'footer' then return 'loading more' end
  if refresh.ended == 'error' then
    -- The key comes first: a narrow window cuts the end off.
    local again = screen.key_of.retry and (', %s tries again'):format(screen.key_of.retry) or ''
    return ('failed%s: %s'):format(again, refresh.message or 'no reason was given'), true
  end
  return screen.note or undo(screen)
end

local function count(state)
  if not state or type(state.items) ~= 'table' then return nil end
  local shown = state.total or #state.items
  local all = state.of or state.total
  if all and (state.nextCursor or all > 0) then return ('%d of %d'):format(shown, all) end
  return shown > 0 and tostring(shown) or nil
end

--- The parts of the line: title, count, progress, whether that is a failure.
function M.parts(screen)
  local progress, failed = M.progress(screen)
  return screen.title or screen.route, count(screen.state), progress, failed or false
end

--- The line as 'statusline' takes it, for the window that is drawn.
function M.statusline()
  local window = vim.g.statusline_winid
  local buffer = vim.api.nvim_win_get_buf(window and window > 0 and window or 0)
  local screen = require('galleria.screen').of_buffer(buffer)
  if not screen then return '%f' end
  local function plain(text) return (text:gsub('%%', '%%%%'):gsub('%c', ' ')) end
  local title, items, progress, failed = M.parts(screen)
  local line = { ' ', plain(title) }
  if items then line[#line + 1] = '  ' .. items end
  if progress then line[#line + 1] = (failed and '  %%#ErrorMsg# %s %%*' or '  %s'):format(plain(progress)) end
  line[#line + 1] = '%=%<'
  if screen.key_of.help then line[#line + 1] = screen.key_of.help .. ' keys  %P ' end
  return table.concat(line)
end

return M

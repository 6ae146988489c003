--- The open screens: each is a route, its buffer, and what galleria last told of it.
local config = require('galleria.config')
local keys = require('galleria.keys')
local reading_of = require('galleria.reading')
local server = require('galleria.server')
local status = require('galleria.status')
local view = require('galleria.view')

local M = {}

--- By buffer. A screen's `id` is nil while galleria does not have it open.
local screens = {}
--- Crashes since the user last did something: a screen that brings galleria down must not do so for ever.
local crashes = 0

function M.of_buffer(buffer) return screens[buffer == 0 and vim.api.nvim_get_current_buf() or buffer] end

local function of_id(id)
  for _, screen in pairs(screens) do
    if screen.id == id then return screen end
  end
end

local function text_width(buffer)
  local windows = vim.fn.win_findbuf(buffer)
  local info = vim.fn.getwininfo(windows[1] or vim.api.nvim_get_current_win())[1]
  return math.max(20, math.min(info.width - (info.textoff or 0), 1000))
end

local function redraw(screen)
  view.paint(screen)
  -- While something is typed below, Neovim draws nothing by itself.
  vim.cmd(vim.fn.getcmdtype() == '' and 'redrawstatus!' or 'redraw!')
end

--- Takes a reading: the answer of screen.open, or a screen.changed.
local function take(screen, reading)
  if not reading_of.take(screen, reading) then return end
  local refresh = reading.state.refresh
  -- Opened again, what was there stays until there is something to show instead.
  if screen.held and refresh and (refresh.ended == 'none' or refresh.running ~= 'none') then
    return vim.cmd('redrawstatus!')
  end
  screen.held = false
  screen.text, screen.note, screen.fault = table.concat(screen.lines, '\n'), nil, nil
  redraw(screen)
end

local function explain(fault)
  local lines, data = { fault.message or 'something went wrong' }, fault.data or {}
  if type(data.message) == 'string' then lines = { data.message } end
  if data.hint then lines[#lines + 1] = data.hint end
  for _, suggestion in ipairs(data.suggestions or {}) do
    if not (data.hint or ''):find(suggestion, 1, true) then lines[#lines + 1] = 'Did you mean ' .. suggestion .. '?' end
  end
  return lines
end

--- Shows a fault where the user is: in the status line, and as a message.
local function complain(screen, fault)
  screen.fault = fault.message or 'something went wrong'
  vim.cmd('redrawstatus!')
  vim.notify('galleria: ' .. screen.fault, vim.log.levels.ERROR)
end

--- Opens the screen of a buffer at galleria, again if it is open.
function M.open(screen)
  local replaced = screen.id
  screen.held = screen.text ~= nil
  screen.id, screen.revision, screen.opening, screen.resizing = nil, nil, true, false
  screen.width = text_width(screen.buffer)
  screen.attempt = (screen.attempt or 0) + 1
  local attempt = screen.attempt
  vim.cmd('redrawstatus!')
  if replaced then server.request('screen.close', { screen = replaced }) end
  local params = {
    route = screen.route, style = 'ansi', width = screen.width, rows = true, deltas = true,
    window = reading_of.first_window(screen),
  }
  server.request('screen.open', params, function(fault, result)
    if screens[screen.buffer] ~= screen or screen.attempt ~= attempt then
      if result then server.request('screen.close', { screen = result.screen }) end
      return
    end
    screen.opening = false
    if fault then
      -- What a lost process leaves behind is told by M.lost.
      if not fault.lost then
        screen.banner, screen.held = explain(fault), false
        redraw(screen)
      end
      return
    end
    screen.banner, screen.id, screen.title = nil, result.screen, result.title
    screen.actions, screen.choices, screen.undo = {}, result.actions or {}, nil
    for _, action in ipairs(result.actions or {}) do screen.actions[action.name] = action end
    keys.bind(screen)
    take(screen, result)
    M.refit(screen)
  end)
end

--- Sends an action. `done(fault, answer)` is called after the answer was shown; not when there is no such screen.
function M.send(screen, action, params, done)
  crashes = 0
  if not screen.id then
    return vim.notify('galleria: this screen is closed; open it again first.', vim.log.levels.WARN)
  end
  params = params and next(params) and params or nil
  server.request('screen.send', { screen = screen.id, action = action, params = params }, function(fault, answer)
    if screens[screen.buffer] == screen then
      if fault and not fault.lost then complain(screen, fault) end
      if answer then
        screen.fault = nil
        local title = screen.actions[action] and screen.actions[action].title or action
        screen.note = not answer.accepted and action ~= 'loadMore' and title .. ': not now' or nil
        vim.cmd('redrawstatus!')
      end
    end
    if done then done(fault, answer) end
    if answer and answer.route then M.show(answer.route) end
  end)
end

--- Loads the next page when the cursor is on the last row and there is one; a failed page waits for the user.
function M.load_at_end(screen)
  local state = screen.state
  if not config.get().load_at_end or not screen.id or not screen.actions.loadMore or not state.nextCursor then return end
  local refresh = state.refresh
  if refresh.running ~= 'none' or refresh.failed ~= 'none' or screen.asked == state.total then return end
  if state.from and state.from + #state.items < state.total then return end
  local line = vim.api.nvim_win_get_cursor(0)[1]
  local row, last = screen.rows[line], 0
  for number in pairs(screen.rows) do last = math.max(last, number) end
  if last == 0 or (line < last and row ~= screen.rows[last]) then return end
  screen.asked = state.total
  M.send(screen, 'loadMore', nil, function(fault, answer)
    if fault or not answer.accepted then screen.asked = nil end
  end)
end

--- Has a screen laid out again where its window has another width or shows an end of its rows; while that is under way, what
--- comes is looked at afterwards.
function M.refit(screen)
  if not screen.id or screen.resizing or #vim.fn.win_findbuf(screen.buffer) == 0 then return end
  local id, width = screen.id, text_width(screen.buffer)
  local window = reading_of.window(screen)
  if width == screen.width and not window then return end
  screen.width, screen.resizing = width, true
  server.request('screen.resize', { screen = id, width = width, window = window }, function(_, result)
    if screens[screen.buffer] ~= screen or screen.id ~= id then return end
    screen.resizing = false
    if not result then return end
    take(screen, result)
    M.refit(screen)
  end)
end

--- Says whether words to find are being typed.
function M.set_typing(screen, is_typing)
  screen.typing = is_typing
  M.refit(screen)
end

--- Makes a buffer the screen of a route.
function M.attach(buffer, route)
  local old = screens[buffer]
  local screen = old or { buffer = buffer, rows = {}, places = {}, actions = {}, key_of = {}, skipped = 0 }
  screen.route = route
  screens[buffer] = screen
  local options = {
    buftype = 'nofile', bufhidden = 'hide', swapfile = false, undolevels = -1, filetype = 'galleria',
    modifiable = false,
  }
  for name, value in pairs(options) do vim.bo[buffer][name] = value end
  keys.bind(screen)
  crashes = 0
  M.open(screen)
end

--- Shows the screen of a route in this window, or one made by `mods` such as "vertical".
function M.show(route, mods)
  local buffer
  for number, screen in pairs(screens) do
    if screen.route == route then buffer = number end
  end
  local split = mods and mods ~= ''
  if buffer then
    vim.cmd(split and ('%s sbuffer %d'):format(mods, buffer) or ('buffer %d'):format(buffer))
    if not screens[buffer].id and not screens[buffer].opening then M.open(screens[buffer]) end
    return buffer
  end
  buffer = vim.api.nvim_create_buf(true, false)
  vim.api.nvim_buf_set_name(buffer, route)
  vim.cmd(split and ('%s sbuffer %d'):format(mods, buffer) or ('buffer %d'):format(buffer))
  M.attach(buffer, route)
  return buffer
end

--- Forgets a buffer whose text is gone, and the buffer too: nothing is left of a screen to look at.
function M.detach(buffer)
  local screen = screens[buffer]
  screens[buffer] = nil
  if screen and screen.id and server.is_running() then server.request('screen.close', { screen = screen.id }) end
  vim.schedule(function()
    if vim.api.nvim_buf_is_valid(buffer) and not screens[buffer] then
      pcall(vim.api.nvim_buf_delete, buffer, { force = true })
    end
  end)
end

--- All screens, by buffer.
function M.all() return screens end

--- Shows that no screen is open any more, since galleria was ended by the user.
function M.ended()
  for _, screen in pairs(screens) do
    screen.id, screen.opening, screen.attempt = nil, false, (screen.attempt or 0) + 1
    screen.banner = { 'galleria was ended.', (screen.key_of.reopen or ':Galleria') .. ' starts it again.' }
    redraw(screen)
  end
end

function server.on_notification(method, params)
  local screen = params.screen and of_id(params.screen)
  if not screen then return end
  if method == 'screen.changed' then
    take(screen, params)
  elseif method == 'screen.closed' then
    screen.id = nil
    -- Its module goes on with other settings: so does the screen.
    if params.code == 'settings_changed' then return M.open(screen) end
    screen.banner = {
      'Closed: ' .. tostring(params.reason) .. '.',
      (screen.key_of.reopen or ':Galleria') .. ' opens it again.',
    }
    redraw(screen)
  end
end

function server.on_lost(why)
  crashes = crashes + 1
  local again = crashes <= 3
  vim.notify(
    'galleria: ' .. why .. (again and ' It is started again.' or ' It is not started again by itself.'),
    vim.log.levels.ERROR)
  for _, screen in pairs(screens) do
    screen.id, screen.opening = nil, false
    screen.banner = { why, (screen.key_of.reopen or ':Galleria') .. ' starts it again.' }
    redraw(screen)
    if again then M.open(screen) end
  end
end

M.progress = status.progress

return M

--- The keys of a screen. A key exists where the screen has its action; what that needs comes from the row under the
--- cursor.
local config = require('galleria.config')

local M = {}

local function screens() return require('galleria.screen') end

local function warn(text) vim.notify('galleria: ' .. text, vim.log.levels.WARN) end

local function row_here(screen) return screen.rows[vim.api.nvim_win_get_cursor(0)[1]] end

--- Asks for a line of text; nothing happens when the user leaves.
local function ask(prompt, default, take)
  vim.ui.input({ prompt = prompt .. ': ', default = default }, function(text)
    if text then take(text) end
  end)
end

--- The parameters that the row under the cursor, or the screen itself, has under the names an action takes; nil and the
--- name that is missing otherwise. `given` are known already.
local function parameters(screen, action, given)
  local row = row_here(screen)
  local found = {}
  for _, name in ipairs(screen.actions[action].params) do
    local value = given and given[name]
    if value == nil and row then value = row.item[name] end
    if value == nil then return nil, name end
    found[name] = value
  end
  return found
end

local function on_row(action, given)
  return function(screen)
    local found = parameters(screen, action, given and given(screen))
    if not found then return warn('move to a row first.') end
    screens().send(screen, action, found)
  end
end

local function plain(action)
  return function(screen) screens().send(screen, action) end
end

--- Lets the cursor land on the first row of what comes next.
local function start_over(screen)
  screen.landed, screen.asked = false, nil
  for _, window in ipairs(vim.fn.win_findbuf(screen.buffer)) do vim.api.nvim_win_set_cursor(window, { 1, 0 }) end
end

--- Asks for an action's only parameter; `edit` or `find` where there is no such action.
local function asking(wanted, prompt)
  return function(screen)
    local action = screen.actions[wanted] and wanted or screen.actions.edit and 'edit' or 'find'
    local name = screen.actions[action].params[1]
    ask(prompt, screen.state[name] or screen.state[action] or '', function(text)
      start_over(screen)
      screens().send(screen, action, { [name] = text })
    end)
  end
end

--- Enter: the row's own screen, else the route written on the line.
local function follow(screen)
  local row = row_here(screen)
  if row and row.route then return screens().show(row.route) end
  local found = screen.actions.select and parameters(screen, 'select')
  if screen.id and found then return screens().send(screen, 'select', found) end
  local route = vim.api.nvim_get_current_line():match('galleria://[^%s<>]+')
  if route then return screens().show((route:gsub('[?.,;:)]+$', ''))) end
  warn('nothing to open here.')
end

--- Turns the like of the row, or of the screen's own product, around.
local function like(screen)
  local row = row_here(screen)
  local item = row and row.item or screen.state
  on_row('like', function() return { liked = not item.liked } end)(screen)
end

--- The JSON Schema of one of an action's parameters.
local function schema_of(screen, action, parameter) return screen.actions[action].schema.properties[parameter] end

--- What was typed, as the type that the schema wants; galleria judges what is invalid.
local function typed(text, schema)
  if schema.type == 'integer' then return tonumber(text) or text end
  if schema.type == 'boolean' and (text == 'true' or text == 'false') then return text == 'true' end
  return text
end

--- Asks for one parameter: to choose where there are few values, else to type.
local function ask_for(parameter, schema, default, take)
  if schema.enum then
    return vim.ui.select(schema.enum, { prompt = parameter }, function(value)
      if value then take(value) end
    end)
  end
  local shown = type(default) == 'table' and '' or default == nil and '' or tostring(default)
  ask(parameter, shown, function(text) take(typed(text, schema)) end)
end

--- Any action by its name, asking for what it takes: for screens this plugin knows nothing of.
local function any(screen)
  local names = vim.tbl_keys(screen.actions)
  table.sort(names)
  local function describe(name) return name .. ': ' .. screen.actions[name].doc end
  vim.ui.select(names, { prompt = 'Action', format_item = describe }, function(name)
    if not name then return end
    local row, found = row_here(screen), {}
    local function fill(number)
      local parameter = screen.actions[name].params[number]
      if not parameter then return screens().send(screen, name, found) end
      local default = row and row.item[parameter] or screen.state[parameter]
      local schema = schema_of(screen, name, parameter)
      local is_required = vim.tbl_contains(screen.actions[name].schema.required or {}, parameter)
      ask_for(parameter, schema, default, function(value)
        if value ~= '' or is_required then found[parameter] = value end
        fill(number + 1)
      end)
    end
    fill(1)
  end)
end

local function scenario(screen)
  ask_for('Scenario', schema_of(screen, 'useScenario', 'scenario'), nil, function(name)
    start_over(screen)
    screens().send(screen, 'useScenario', { scenario = name })
  end)
end

local function retry(screen)
  if not screen.id then return screens().open(screen) end
  screens().send(screen, screen.actions.retry and 'retry' or 'refresh')
end

local function refresh(screen)
  if not screen.id then return screens().open(screen) end
  if screen.actions.refresh then screens().send(screen, 'refresh') end
end

local function close(screen)
  local other = vim.fn.bufnr('#')
  if other > 0 and other ~= screen.buffer and vim.fn.buflisted(other) == 1 then
    vim.cmd('buffer ' .. other)
  elseif #vim.api.nvim_list_wins() == 1 then
    vim.cmd('enew')
  end
  if vim.api.nvim_buf_is_valid(screen.buffer) then vim.api.nvim_buf_delete(screen.buffer, { force = true }) end
end

local function has(name)
  return function(screen) return screen.actions[name] ~= nil end
end

local function always() return true end

--- All keys: name (as in the settings), key, when it is there, what it does, and the help's words.
M.table = {
  { 'follow', '<CR>', always, follow, 'open the row, or the route on the line' },
  { 'refresh', 'r', always, refresh, 'load again; open again a closed screen' },
  { 'retry', 'R', always, retry, 'try again what failed' },
  { 'more', 'm', has('loadMore'), plain('loadMore'), 'load the next page (so does the last row)' },
  { 'like', 'l', has('like'), like, 'like, or take the like back' },
  { 'search', '/', function(screen) return screen.actions.search or screen.actions.edit or screen.actions.find end,
    asking('search', 'Search'), 'search' },
  { 'filter', 'f', has('edit'), asking('edit', 'Show'), 'filter the rows, or name the place' },
  { 'scenario', 's', has('useScenario'), scenario, 'choose a scenario' },
  { 'accept', 'a', has('accept'), on_row('accept'), 'accept the invitation' },
  { 'decline', 'd', has('decline'), on_row('decline'), 'decline the invitation' },
  { 'bag', 'b', has('addToBag'), function(screen)
    screens().send(screen, 'addToBag', { quantity = vim.v.count1 })
  end, 'add to the bag; 3b adds three' },
  { 'memo', 'e', has('editMemo'), function(screen) require('galleria.memo').edit(screen) end,
    'edit the memo; :w saves it' },
  { 'any', 'x', function(screen) return next(screen.actions) ~= nil end, any, 'any action, by its name' },
  { 'close', 'q', always, close, 'close' },
  { 'help', 'g?', always, function(screen) M.help(screen) end, 'these keys' },
}

--- Sets the buffer's keys to those its actions call for.
function M.bind(screen)
  local own = config.get().keys
  for _, key in pairs(screen.key_of) do pcall(vim.keymap.del, 'n', key, { buffer = screen.buffer }) end
  screen.key_of = {}
  for _, entry in ipairs(M.table) do
    local name, key, exists, run, words = entry[1], entry[2], entry[3], entry[4], entry[5]
    if own[name] ~= nil then key = own[name] end
    if key and exists(screen) then
      screen.key_of[name] = key
      vim.keymap.set('n', key, function() run(screen) end, {
        buffer = screen.buffer, nowait = true, silent = true, desc = 'galleria: ' .. words })
    end
  end
  screen.key_of.reopen = screen.key_of.refresh
end

--- The help's lines: the keys this screen has.
function M.help_lines(screen)
  local lines = {}
  for _, entry in ipairs(M.table) do
    local key = screen.key_of[entry[1]]
    if key then lines[#lines + 1] = ('%-5s %s'):format(key, entry[5]) end
  end
  return lines
end

--- Shows the keys in a window of its own; any key closes it.
function M.help(screen)
  local lines = M.help_lines(screen)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].bufhidden = 'wipe'
  local width = 0
  for _, line in ipairs(lines) do width = math.max(width, vim.fn.strdisplaywidth(line)) end
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = 'editor', style = 'minimal', border = 'rounded', width = width + 2, height = #lines,
    row = math.max(0, (vim.o.lines - #lines) / 2 - 1), col = math.max(0, (vim.o.columns - width) / 2 - 1),
  })
  for _, key in ipairs({ 'q', '<Esc>', '<CR>', 'g?' }) do
    vim.keymap.set('n', key, '<Cmd>close<CR>', { buffer = buffer, nowait = true })
  end
  vim.api.nvim_create_autocmd('WinLeave', { buffer = buffer, once = true, callback = function()
    if vim.api.nvim_win_is_valid(window) then vim.api.nvim_win_close(window, true) end
  end })
end

return M

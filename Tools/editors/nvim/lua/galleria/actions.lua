--- What a screen's actions take: from the row under the cursor, from what is in force, and from the user.
local rows = require('galleria.rows')

local M = {}

local function screens() return require('galleria.screen') end

local function warn(text) vim.notify('galleria: ' .. text, vim.log.levels.WARN) end

--- The first of these actions that the screen has, or nil.
function M.first(screen, names)
  for _, name in ipairs(names) do
    if screen.actions[name] then return screen.actions[name] end
  end
end

--- What the row, or the screen, has now of what a parameter sets; nil without it.
local function present(screen, row, parameter)
  local found
  for _, root in ipairs({ row and row.item or {}, screen.state }) do
    found = root
    for name in (parameter.source or parameter.name):gmatch('[^.]+') do
      found = type(found) == 'table' and found[name] or nil
    end
    if found ~= nil then return found end
  end
end

--- The value by which the row under the cursor is named; nil for a parameter that is no key.
local function key(row, parameter)
  if not row then return nil end
  local value = row.item[parameter.name]
  if type(value) == 'number' and ('%d'):format(value) == row.key or value == row.key then return value end
end

--- Lets the cursor land on the first row of what comes next.
local function start_over(screen)
  screen.landed, screen.asked = false, nil
  for _, window in ipairs(vim.fn.win_findbuf(screen.buffer)) do vim.api.nvim_win_set_cursor(window, { 1, 0 }) end
end

--- Actions after which other rows are shown, or the same in another order.
local narrowing = { find = true, edit = true, search = true, sort = true, filter = true, useScenario = true }

--- Sends an action; asks before one that can't be taken back. `done` is called when it is answered.
function M.send(screen, action, params, done)
  if action.confirm and vim.fn.confirm(action.confirm, '&Yes\n&No', 2) ~= 1 then return end
  if narrowing[action.name] then start_over(screen) end
  screens().send(screen, action.name, params, function(_, answer)
    if answer and answer.accepted then screen.undo = answer.undo end
    if done then done() end
  end)
end

--- What was typed, as the type that the schema wants; galleria judges what is invalid.
local function typed(text, schema)
  if schema.type == 'integer' or schema.type == 'number' then return tonumber(text) or text end
  if schema.type == 'boolean' and (text == 'true' or text == 'false') then return text == 'true' end
  if schema.type == 'array' and text ~= '' then return vim.split(text, '%s*,%s*') end
  return text
end

local function spelled(value)
  if type(value) == 'table' then return table.concat(vim.tbl_map(tostring, value), ', ') end
  return value == nil and '' or tostring(value)
end

--- Asks for a parameter: to choose where there are few values, else to type, beginning with `default`. `take` gets nil for none.
local function ask(parameter, schema, default, is_required, take)
  local choices = schema.enum or schema.items and schema.items.enum
  if not choices and schema.type == 'boolean' then choices = { true, false } end
  if not choices then
    return vim.ui.input({ prompt = parameter.prompt .. ': ', default = spelled(default) }, function(text)
      if not text then return end
      if text == '' and not is_required then return take(nil) end
      take(typed(text, schema))
    end)
  end
  choices = vim.list_extend({}, choices)
  if not is_required then choices[#choices + 1] = '' end
  local function describe(choice)
    local words = choice == '' and 'any' or choice == true and 'yes' or choice == false and 'no' or tostring(choice)
    return words .. (choice ~= '' and choice == default and ' (now)' or '')
  end
  vim.ui.select(choices, { prompt = parameter.prompt, format_item = describe }, function(choice)
    if choice == nil then return end
    if choice == '' then return take(nil) end
    take(schema.type == 'array' and { choice } or choice)
  end)
end

--- Finds while words are typed: each letter narrows the rows in sight, and to leave without Enter takes that back. What is typed
--- before the last letter was answered is sent with the next.
local function find(screen, action)
  local parameter = action.params[1]
  local before = spelled(present(screen, nil, parameter))
  local sent, wanted, is_asked = before, before, false
  local function follow(text)
    wanted = text
    if is_asked or wanted == sent or not screen.id then return end
    sent, is_asked = wanted, true
    M.send(screen, action, sent ~= '' and { [parameter.name] = sent } or nil, function()
      is_asked = false
      follow(wanted)
    end)
  end
  -- Of another input than Neovim's own the words are found when they are entered.
  local typing = vim.api.nvim_create_autocmd('CmdlineChanged', { pattern = '@', callback = function()
    follow(vim.fn.getcmdline())
  end })
  screens().set_typing(screen, true)
  local function leave(text)
    pcall(vim.api.nvim_del_autocmd, typing)
    follow(text or before)
    screens().set_typing(screen, false)
  end
  -- Ctrl-C is a fault.
  if not pcall(vim.ui.input, { prompt = parameter.prompt .. ': ', default = before }, leave) then leave() end
end

--- Does an action: what neither the row nor `given` says is asked for. A flag is turned round.
function M.run(screen, action, given)
  if action.name == 'find' and not given and screen.id then return find(screen, action) end
  local row, found = rows.at(screen), {}
  local function is_required(parameter) return vim.tbl_contains(action.schema.required or {}, parameter.name) end
  local function fill(number)
    local parameter = action.params[number]
    if not parameter then return M.send(screen, action, found) end
    local name = parameter.name
    -- A row's own key is not what an optional one is about.
    local now = not rows.is_key(name) and present(screen, row, parameter) or nil
    local schema = action.schema.properties[name]
    local function take(value)
      found[name] = value
      fill(number + 1)
    end
    if given and given[name] ~= nil then return take(given[name]) end
    local own = key(row, parameter)
    if own ~= nil and is_required(parameter) then return take(own) end
    if is_required(parameter) and rows.is_key(name) and not row then return warn('move to a row first.') end
    if is_required(parameter) and schema.type == 'boolean' then return take(now ~= true) end
    if now == nil then now = parameter.default end
    ask(parameter, schema, now, is_required(parameter), take)
  end
  fill(1)
end

--- Sorts: by a field, or as it came.
function M.sort(screen)
  local action = screen.actions.sort
  local parameter = action.params[1]
  local choices = vim.list_extend({ '' }, action.schema.properties[parameter.name].enum)
  local now = present(screen, nil, parameter) or ''
  local function describe(choice)
    local field = choice:gsub('^%-', '')
    local words = choice == '' and 'as it came' or choice == field and field or field .. ', descending'
    return words .. (choice == now and ' (now)' or '')
  end
  vim.ui.select(choices, { prompt = parameter.prompt, format_item = describe }, function(choice)
    if choice then M.send(screen, action, choice ~= '' and { [parameter.name] = choice } or nil) end
  end)
end

--- Filters: by one field more, or one less; the others stay as they are.
function M.filter(screen)
  local action = screen.actions.filter
  local function describe(parameter)
    local now = present(screen, nil, parameter)
    return parameter.prompt .. (now == nil and '' or ' (now ' .. spelled(now) .. ')')
  end
  vim.ui.select(action.params, { prompt = action.title, format_item = describe }, function(parameter)
    if not parameter then return end
    local schema = action.schema.properties[parameter.name]
    ask(parameter, schema, present(screen, nil, parameter), false, function(value)
      local filter = vim.deepcopy(screen.state.filter or {})
      filter[parameter.name] = value
      M.send(screen, action, filter)
    end)
  end)
end

--- Any action by its title.
function M.choose(screen)
  local function describe(action) return action.title .. ': ' .. action.doc end
  vim.ui.select(screen.choices, { prompt = 'Action', format_item = describe }, function(action)
    if not action then return end
    if action.name == 'sort' or action.name == 'filter' then return M[action.name](screen) end
    M.run(screen, action)
  end)
end

--- Takes back what narrows the rows: the words, then the conditions, then the order.
function M.take_back(screen)
  for _, name in ipairs({ 'find', 'filter', 'sort' }) do
    if screen.state and screen.state[name] ~= nil then return M.send(screen, screen.actions[name]) end
  end
end

--- Undoes what was done last; again, does it once more.
function M.undo(screen)
  local undo = screen.undo
  if not undo then return warn('nothing to undo.') end
  M.send(screen, { name = undo.action }, undo.params)
end

return M

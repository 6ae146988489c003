--- The keys of a screen. A key exists where the screen has its action; what that needs comes from the row under the
--- cursor.
local actions = require('galleria.actions')
local config = require('galleria.config')
local rows = require('galleria.rows')

local M = {}

local function screens() return require('galleria.screen') end

local function warn(text) vim.notify('galleria: ' .. text, vim.log.levels.WARN) end

--- A key for the first of these actions that the screen has.
local function first(...)
  local names = { ... }
  return function(screen) return actions.first(screen, names) ~= nil end, function(screen)
    actions.run(screen, actions.first(screen, names))
  end
end

--- Enter: the row's own screen, else the route written on the line.
local function follow(screen)
  local row = rows.at(screen)
  if row and row.route then return screens().show(row.route) end
  if screen.id and row and screen.actions.select then return actions.run(screen, screen.actions.select) end
  local route = vim.api.nvim_get_current_line():match('galleria://[^%s<>]+')
  if route then return screens().show((route:gsub('[?.,;:)]+$', ''))) end
  warn('nothing to open here.')
end

--- Adds as many pieces as the count says, or accepts.
local function add(screen)
  local action = actions.first(screen, { 'addToBag', 'accept' })
  actions.run(screen, action, action.name == 'addToBag' and { quantity = vim.v.count1 } or nil)
end

--- Changes the number of pieces, or the memo, which has a buffer of its own.
local function change(screen)
  if screen.actions.editMemo then return require('galleria.memo').edit(screen) end
  actions.run(screen, screen.actions.setQuantity)
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

local function has(name) return (first(name)) end

local like_is, like = first('like')
local find_is, find = first('find', 'edit', 'search')
local search_is, search = first('search')
local remove_is, remove = first('remove', 'decline')
local add_is, change_is = first('addToBag', 'accept'), first('setQuantity', 'editMemo')

local function always() return true end

--- All keys: name (as in the settings), key, when it is there, what it does, and the help's words.
M.table = {
  { 'follow', '<CR>', always, follow, 'open the row, or the route on the line' },
  { 'refresh', 'r', always, refresh, 'load again; open again a closed screen' },
  { 'retry', 'R', always, retry, 'try again what failed' },
  { 'more', 'm', has('loadMore'), function(screen) screens().send(screen, 'loadMore') end,
    'load the next page (so does the last row)' },
  { 'find', '/', find_is, find, 'find among what is loaded, letter by letter, or type the place' },
  { 'search', 'S', search_is, search, 'search everything' },
  { 'sort', 's', has('sort'), actions.sort, 'sort' },
  { 'filter', 'f', has('filter'), actions.filter, 'filter: a field, then its value' },
  { 'back', '<Esc>', has('find'), actions.take_back, 'take back what narrows the rows' },
  { 'like', 'l', like_is, like, 'like, or take the like back' },
  { 'add', 'a', add_is, add, 'add to the bag (3a adds three), or accept' },
  { 'remove', 'd', remove_is, remove, 'take out of the bag, or decline' },
  { 'change', 'e', change_is, change, 'change how many there are, or the memo (:w saves it)' },
  { 'undo', 'u', always, actions.undo, 'undo what was done last' },
  { 'bag', 'b', always, function() screens().show('galleria://bag') end, 'the bag' },
  { 'any', 'x', function(screen) return next(screen.actions) ~= nil end, actions.choose, 'any action, by its title' },
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

if vim.g.loaded_galleria then return end
vim.g.loaded_galleria = true
if vim.fn.has('nvim-0.7') == 0 then
  vim.api.nvim_err_writeln('galleria needs Neovim 0.7 or newer')
  return
end

local function galleria() return require('galleria') end

vim.api.nvim_create_user_command('Galleria', function(command)
  galleria().open(command.fargs, command.mods)
end, {
  nargs = '*',
  desc = 'Open a screen of galleria',
  complete = function(lead, line)
    local words = vim.split(vim.trim(line:match('Galleria!?(.*)$') or ''), '%s+', { trimempty = true })
    if #words > (lead == '' and 0 or 1) then return {} end
    galleria().learn()
    return require('galleria.routes').complete(lead)
  end,
})
vim.api.nvim_create_user_command('GalleriaRestart', function() galleria().restart() end, {
  desc = 'Start galleria again' })
vim.api.nvim_create_user_command('GalleriaStop', function() galleria().stop() end, { desc = 'End galleria' })

local group = vim.api.nvim_create_augroup('galleria', {})
local function on(events, pattern, callback)
  vim.api.nvim_create_autocmd(events, { group = group, pattern = pattern, callback = callback })
end
--- Most autocommands matter only once a screen was opened; until then nothing more than this file is loaded.
local function when_loaded(run)
  return function(event)
    if package.loaded['galleria'] then run(event) end
  end
end

on('BufReadCmd', 'galleria://*', function(event)
  galleria().style_window()
  require('galleria.screen').attach(event.buf, event.match)
end)
on('BufWinEnter', 'galleria://*', when_loaded(function()
  galleria().style_window()
  galleria().resized()
end))
on('BufUnload', 'galleria://*', when_loaded(function(event) require('galleria.screen').detach(event.buf) end))
--- Before Neovim 0.9 nothing tells that a window was resized but entering one.
local resizes = vim.fn.exists('##WinResized') == 1 and { 'VimResized', 'WinResized' } or { 'VimResized', 'WinEnter' }
on(resizes, '*', when_loaded(function() galleria().resized() end))
local function follow(event)
  local screens = require('galleria.screen')
  local screen = screens.of_buffer(event.buf)
  if not screen then return end
  screens.load_at_end(screen)
  screens.refit(screen)
end
local moves = vim.fn.exists('##WinScrolled') == 1 and { 'CursorMoved', 'WinScrolled' } or { 'CursorMoved' }
on(moves, 'galleria://*', when_loaded(follow))
on('ColorScheme', '*', when_loaded(function()
  require('galleria.sgr').forget()
  for _, screen in pairs(require('galleria.screen').all()) do require('galleria.view').paint(screen) end
end))
on('VimLeavePre', '*', when_loaded(function() galleria().stop() end))

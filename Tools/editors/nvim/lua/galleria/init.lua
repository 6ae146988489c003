--- Galleria in Neovim: each screen is a buffer. See :help galleria.
local config = require('galleria.config')
local routes = require('galleria.routes')
local screens = require('galleria.screen')
local server = require('galleria.server')

local M = {}

--- Takes settings, see :help galleria-settings. Needs not be called.
function M.setup(options) config.set(options) end

--- Shows a screen: words are a route, or a name and values; none is the home screen. `mods` such as 'vertical' split.
function M.open(words, mods)
  local route, usage = routes.resolve(type(words) == 'string' and { words } or words or {})
  if not route then return vim.notify(usage, vim.log.levels.ERROR) end
  local buffer = screens.show(route, mods)
  M.learn()
  return buffer
end

local learned = false

--- Asks for the names that there are, once.
function M.learn()
  if learned then return end
  learned = true
  server.request('host.info', nil, function(fault, info)
    if fault then
      learned = false
    else
      routes.learn(info)
    end
  end)
end

--- Calls any method of galleria: callback(error, result).
function M.request(method, params, callback) server.request(method, params, callback) end

--- Starts galleria again, and opens its screens again.
function M.restart()
  server.stop()
  learned = false
  for _, screen in pairs(screens.all()) do
    screen.id = nil
    screens.open(screen)
  end
end

--- Ends galleria; the next thing to do starts it again.
function M.stop()
  server.stop()
  learned = false
  screens.ended()
end

--- The line of a screen's status line, for a status line of your own: require('galleria').status(buffer).
function M.status(buffer)
  local screen = screens.of_buffer(buffer or 0)
  if not screen then return '' end
  local title, count, progress = require('galleria.status').parts(screen)
  local line = title
  for _, part in ipairs({ count or '', progress or '' }) do
    if part ~= '' then line = line .. '  ' .. part end
  end
  return line
end

--- The options of a window while it shows a screen: local ones, which leave with the buffer.
local options = {
  wrap = false, number = false, relativenumber = false, list = false, spell = false, signcolumn = 'no',
  foldcolumn = '0', cursorline = true, colorcolumn = '', statusline = "%!v:lua.require'galleria.status'.statusline()",
}

--- Called when the current window begins to show a screen.
function M.style_window()
  for name, value in pairs(options) do
    if name ~= 'statusline' or config.get().statusline then
      vim.api.nvim_set_option_value(name, value, { scope = 'local' })
    end
  end
end

--- Called when windows changed their widths, or show another buffer.
function M.resized()
  for _, screen in pairs(screens.all()) do screens.refit(screen) end
end

return M

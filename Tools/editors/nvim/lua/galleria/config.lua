--- What a user may set, by require('galleria').setup{…} or vim.g.galleria = {…}.
local M = {}

--- The Tools/galleria of the repository that this plugin lies in, else the galleria of the PATH.
local function default_command()
  local here = vim.fn.resolve(vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p'))
  local wrapper = vim.fn.fnamemodify(here, ':h:h:h:h:h') .. '/galleria'
  if vim.fn.executable(wrapper) == 1 and vim.fn.isdirectory(wrapper) == 0 then
    return { wrapper, 'serve' }
  end
  return { 'galleria', 'serve' }
end

local defaults = {
  --- The program and its arguments; nil looks for it, see default_command.
  command = nil,
  --- Variables for the program, beside Neovim's own.
  env = nil,
  --- How messages are framed: 'lines' (one a line) or 'headers' (Content-Length).
  framing = 'lines',
  --- Whether reaching the last row loads the next page.
  load_at_end = true,
  --- Whether the window of a screen shows the screen's own status line.
  statusline = true,
  --- Another key for a thing to do, or false for none: { like = 'L', help = false }. The names are in keys.lua.
  keys = {},
}

local chosen = {}

--- Takes settings; later ones win.
function M.set(options)
  local framing = options and options.framing
  if framing and framing ~= 'lines' and framing ~= 'headers' then
    error("galleria: framing must be 'lines' or 'headers', not " .. vim.inspect(framing), 0)
  end
  chosen = vim.tbl_deep_extend('force', chosen, options or {})
end

--- The settings in force.
function M.get()
  local all = vim.tbl_deep_extend('force', {}, defaults, vim.g.galleria or {}, chosen)
  if type(all.command) == 'string' then all.command = { all.command, 'serve' } end
  all.command = all.command or default_command()
  return all
end

return M

--- The one galleria process of this Neovim: requests, notifications, its start and its end. Nothing here waits,
--- but `stop`, which Neovim's own end calls.
local config = require('galleria.config')
local framing = require('galleria.framing')

local M = {
  --- Called with (method, params) of each notification.
  on_notification = function() end,
  --- Called with a sentence when the process ended without being asked to.
  on_lost = function() end,
}

--- The program's variables: sixteen colours at the most, whatever Neovim itself runs in, since sgr.lua makes them the
--- colour scheme's; and characters of ambiguous width as wide as Neovim shows them.
local function environment(own)
  local variables = { COLORTERM = '', TERM = 'xterm' }
  if vim.o.ambiwidth == 'double' then variables.GALLERIA_SET_output__ambiguousWidth = '2' end
  return vim.tbl_extend('force', variables, own or {})
end

local job, codec, decode, next_id
local pending = {}
local stderr = {}
local answered = false

--- Whether the process runs.
function M.is_running() return job ~= nil end

--- What the process is doing before its first answer, for a status line; nil afterwards.
function M.starting()
  if not job or answered then return nil end
  local last = stderr[#stderr]
  return last and last ~= '' and last or 'starting galleria'
end

--- The process id; nil when it does not run.
function M.pid()
  local ok, pid = pcall(vim.fn.jobpid, job or -1)
  return ok and pid or nil
end

local function report(text) vim.notify('galleria: ' .. text, vim.log.levels.ERROR) end

--- One wrong callback must not keep the messages behind it from being read.
local function guarded(callback, ...)
  local ok, fault = pcall(callback, ...)
  if not ok then report(tostring(fault)) end
end

local function receive(text)
  local ok, message = pcall(vim.json.decode, text, { luanil = { object = true, array = true } })
  if not ok or type(message) ~= 'table' then return report('sent what is not JSON: ' .. text:sub(1, 120)) end
  answered = true
  if message.method then return guarded(M.on_notification, message.method, message.params or {}) end
  local callback = message.id and pending[message.id]
  if not callback then return end
  pending[message.id] = nil
  guarded(callback, message.error, message.result)
end

local function lost(why)
  local waiting = pending
  job, pending = nil, {}
  for _, callback in pairs(waiting) do guarded(callback, { message = why, lost = true }) end
  guarded(M.on_lost, why)
end

local function last_words()
  for index = #stderr, 1, -1 do
    if stderr[index]:find('%S') then return ': ' .. stderr[index]:gsub('%.$', '') .. '.' end
  end
  return '.'
end

local function keep_stderr(data)
  stderr[math.max(#stderr, 1)] = (stderr[#stderr] or '') .. data[1]
  for index = 2, #data do stderr[#stderr + 1] = data[index] end
  while #stderr > 20 do table.remove(stderr, 1) end
end

local function start()
  local settings = config.get()
  codec = framing[settings.framing]
  decode = codec.decoder()
  next_id, answered, stderr, pending = 0, false, {}, {}
  -- Callbacks of a process that was stopped or replaced are no longer heard.
  local mine
  local ok, started = pcall(vim.fn.jobstart, settings.command, {
    env = environment(settings.env),
    on_stdout = function(_, data)
      if job ~= mine then return end
      local fine, messages = pcall(decode, table.concat(data, '\n'))
      if not fine then
        local id = job
        lost('galleria sent what is no message (' .. messages .. ').')
        return vim.fn.jobstop(id)
      end
      for _, message in ipairs(messages) do receive(message) end
    end,
    on_stderr = function(_, data)
      if job == mine then keep_stderr(data) end
    end,
    on_exit = function(_, status)
      if job ~= mine then return end
      lost(('galleria ended unexpectedly, with status %d%s'):format(status, last_words()))
    end,
  })
  if not ok or started <= 0 then
    return ('galleria can’t be started: “%s” is not a program. Set its command, see :help galleria-settings.'):format(
      settings.command[1])
  end
  job, mine = started, started
end

local function write(message)
  local ok = pcall(vim.fn.chansend, job, codec.encode(vim.json.encode(message)))
  return ok
end

--- Asks; starts the process if it does not run. `callback(error, result)` is called once, later or at once.
function M.request(method, params, callback)
  callback = callback or function() end
  if not job then
    local fault = start()
    if fault then return callback({ message = fault, unstartable = true }) end
  end
  next_id = next_id + 1
  pending[next_id] = callback
  write({ jsonrpc = '2.0', id = next_id, method = method, params = params })
end

--- Ends the process: it saves what is pending, then exits; after a second it is made to.
function M.stop()
  if not job then return end
  local ending = job
  write({ jsonrpc = '2.0', id = next_id + 1, method = 'shutdown' })
  write({ jsonrpc = '2.0', method = 'exit' })
  pcall(vim.fn.chanclose, ending, 'stdin')
  job, pending = nil, {}
  if vim.fn.jobwait({ ending }, 1000)[1] == -1 then vim.fn.jobstop(ending) end
end

return M

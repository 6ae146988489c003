--- Messages on a stream of bytes: one a line, or behind Content-Length headers. Neither knows JSON.
local M = {}

--- The longest message that is waited for, in bytes: a stream that is not galleria's must not fill the memory.
local limit = 64 * 1024 * 1024

local lines = {}

function lines.encode(message) return message .. '\n' end

--- A function that takes bytes and returns the messages they complete.
function lines.decoder()
  local rest, size = {}, 0
  return function(bytes)
    local messages, from = {}, 1
    while true do
      local at = bytes:find('\n', from, true)
      if not at then break end
      rest[#rest + 1] = bytes:sub(from, at - 1)
      local line = table.concat(rest)
      rest, size, from = {}, 0, at + 1
      if line:find('%S') then messages[#messages + 1] = line end
    end
    local tail = bytes:sub(from)
    size = size + #tail
    if size > limit then error('a message is too long', 0) end
    rest[#rest + 1] = tail
    return messages
  end
end

local headers = {}

function headers.encode(message) return ('Content-Length: %d\r\n\r\n%s'):format(#message, message) end

function headers.decoder()
  -- The pieces are joined only when they hold what is waited for: a header's end, or `needed` bytes.
  local pieces, size, needed = {}, 0, nil
  return function(bytes)
    pieces[#pieces + 1] = bytes
    size = size + #bytes
    local messages = {}
    if needed and size < needed then return messages end
    local buffer = table.concat(pieces)
    while true do
      if not needed then
        local _, last = buffer:find('\r\n\r\n', 1, true)
        if not last then
          if #buffer > 4096 then error('no end of the headers', 0) end
          break
        end
        local length = tonumber(('\r\n' .. buffer:sub(1, last)):lower():match('\r\ncontent%-length:%s*(%d+)%s*\r\n'))
        if not length or length > limit then error('a header without a usable Content-Length', 0) end
        needed = length
        buffer = buffer:sub(last + 1)
      end
      if #buffer < needed then break end
      messages[#messages + 1] = buffer:sub(1, needed)
      buffer = buffer:sub(needed + 1)
      needed = nil
    end
    pieces, size = { buffer }, #buffer
    return messages
  end
end

M.lines = lines
M.headers = headers

return M

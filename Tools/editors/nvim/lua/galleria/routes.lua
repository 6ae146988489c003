--- Names for routes: `product X` is galleria://product/X. The names come from the routes that galleria has.
local M = {}

local scheme = 'galleria://'

--- The routes there are; until galleria was asked, those of all modules it ships with.
local templates = {
  'galleria://home', 'galleria://catalog', 'galleria://product/{sku}', 'galleria://bag', 'galleria://friends{?scenario}',
  'galleria://mall', 'galleria://shelf', 'galleria://book/{isbn13}', 'galleria://forecast{?place}',
  'galleria://forecast/{place}/{date}',
}

--- Takes the answer of host.info.
function M.learn(info)
  local found = { 'galleria://home' }
  for _, module in ipairs(info.modules or {}) do
    for _, route in ipairs(module.routes or {}) do
      if route ~= found[1] then found[#found + 1] = route end
    end
  end
  templates = found
end

--- A template taken apart: name, variables of the path, variables of the query.
local function parse(template)
  local body, query = template:sub(#scheme + 1), {}
  local path = body:gsub('{%?([^}]*)}', function(names)
    for name in names:gmatch('[^,]+') do query[#query + 1] = name end
    return ''
  end)
  local variables = {}
  for name in path:gmatch('{([^}]*)}') do variables[#variables + 1] = name end
  return { name = path:match('^[^/]*'), path = path, variables = variables, query = query }
end

local function encoded(value)
  return (value:gsub('[^%w%-._~]', function(byte) return ('%%%02X'):format(byte:byte()) end))
end

--- The names of all routes, sorted.
function M.names()
  local seen, names = {}, {}
  for _, template in ipairs(templates) do
    local name = parse(template).name
    if not seen[name] then names[#names + 1] = name end
    seen[name] = true
  end
  table.sort(names)
  return names
end

--- What completes `lead`: names and routes, or names alone.
function M.complete(lead)
  local found = {}
  for _, name in ipairs(M.names()) do
    if name:sub(1, #lead) == lead then found[#found + 1] = name end
  end
  if lead:sub(1, 1) ~= 'g' or #lead < 2 then return found end
  for _, template in ipairs(templates) do
    local fixed = template:match('^[^{]*')
    if fixed:sub(1, #lead) == lead then found[#found + 1] = fixed end
  end
  return found
end

--- The route for words of a command: a route itself, or a name and values for its variables, in their order.
--- Returns nil and a sentence when there is none.
function M.resolve(words)
  if #words == 0 then return scheme .. 'home' end
  local name, values = words[1], vim.list_slice(words, 2)
  if name:sub(1, #scheme) == scheme then return name end
  local usage
  for _, template in ipairs(templates) do
    local route = parse(template)
    if route.name == name then
      if #values >= #route.variables and #values <= #route.variables + #route.query then
        local index = 0
        local address = scheme .. route.path:gsub('{[^}]*}', function()
          index = index + 1
          return encoded(values[index])
        end)
        for number, variable in ipairs(route.query) do
          local value = values[index + number]
          local mark = number == 1 and '?' or '&'
          if value then address = ('%s%s%s=%s'):format(address, mark, variable, encoded(value)) end
        end
        return address
      end
      usage = ('galleria: “%s” takes %s'):format(
        name, table.concat(vim.list_extend(vim.list_slice(route.variables), route.query), ' '))
    end
  end
  return nil, usage or ('galleria: there is no “%s”. There are: %s'):format(name, table.concat(M.names(), ' '))
end

return M

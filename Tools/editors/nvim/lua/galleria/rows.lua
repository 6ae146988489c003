--- Which item of a screen's state a line shows. A list's lines begin with the item's id, in a table's first column or,
--- in a narrow window, behind a label ("sku:"); the lines below it, up to an empty one or the next id, belong to it too.
local M = {}

--- The members that name an item, the most telling first; the actions' parameters have the same names.
local key_names = { 'sku', 'isbn13', 'fid', 'date', 'id' }
local months = { 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec' }
local weekdays = { 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat' }

local function key_of(item)
  for _, name in ipairs(key_names) do
    local value = item[name]
    if type(value) == 'number' then return name, ('%d'):format(value) end
    if type(value) == 'string' and value ~= '' then return name, value end
  end
end

--- A day is also shown as `Wed, 10 Mar 2021`.
local function long_date(date)
  local year, month, day = date:match('^(%d%d%d%d)%-(%d%d)%-(%d%d)$')
  if not year or not months[tonumber(month)] then return nil end
  local noon = os.time({ year = tonumber(year), month = tonumber(month), day = tonumber(day), hour = 12 })
  local weekday = weekdays[tonumber(os.date('%w', noon)) + 1]
  return ('%s, %d %s %s'):format(weekday, tonumber(day), months[tonumber(month)], year)
end

--- Every item of the state's lists: text at a line's start → {key, item}, and those with blanks, the longest first.
local function index(state)
  local words, phrases = {}, {}
  local function add(text, row)
    if text:find('%s') then
      phrases[#phrases + 1] = { text = text, row = row }
    else
      words[text] = words[text] or row
    end
  end
  for _, list in pairs(state) do
    for _, item in ipairs(type(list) == 'table' and list or {}) do
      local name, value
      if type(item) == 'table' then name, value = key_of(item) end
      if name then
        local row = { key = name .. ':' .. value, item = item }
        add(value, row)
        local long = name == 'date' and long_date(value)
        if long then add(long, row) end
      end
    end
  end
  table.sort(phrases, function(one, other) return #one.text > #other.text end)
  return words, phrases
end

--- The rows of `lines` (after the first `skipped` ones): by line, {key, item, first, place}. `place` tells rows of one
--- item apart, as when a day stands in two tables.
function M.map(lines, state, skipped)
  local words, phrases = index(state or {})
  local function row_at(text)
    local found = words[text:match('^%S+') or '']
    if found then return found end
    for _, phrase in ipairs(phrases) do
      if text:sub(1, #phrase.text) == phrase.text and text:find('^%s', #phrase.text + 1) then return phrase.row end
    end
  end
  local by_line, at_place, count, current = {}, {}, {}, nil
  for number = (skipped or 0) + 1, #lines do
    local text = vim.trim(lines[number])
    local row = row_at(text) or row_at(text:match('^[^%s:]+:%s+(.*)') or '')
    if text == '' then
      current = nil
    elseif row then
      count[row.key] = (count[row.key] or 0) + 1
      current = { key = row.key, item = row.item, first = number, place = row.key .. '#' .. count[row.key] }
      at_place[current.place] = number
    end
    by_line[number] = current
  end
  return by_line, at_place
end

return M

--- Text with ANSI colours (ECMA-48 SGR), as galleria's design system writes it, made into lines and highlights.
local M = {}

--- What an SGR number means here: a text attribute, or the group whose colour stands for a colour.
local attributes = { [1] = 'bold', [3] = 'italic', [4] = 'underline', [7] = 'reverse', [9] = 'strikethrough' }
local muted, accent = { name = 'Muted', group = 'Comment' }, { name = 'Accent', group = 'Identifier' }
local colours = {
  [2] = muted,
  [30] = muted,
  [31] = { name = 'Failure', group = 'ErrorMsg' },
  [32] = { name = 'Price', group = 'String' },
  [33] = { name = 'Warning', group = 'WarningMsg' },
  [35] = { name = 'Discount', group = 'Special' },
  [34] = accent,
  [36] = accent,
  [37] = muted,
}

local groups = {}

--- Foreground colours of a group, as nvim_set_hl takes them.
local function foreground(group)
  if vim.api.nvim_get_hl then
    local found = vim.api.nvim_get_hl(0, { name = group, link = false })
    return { fg = found.fg, ctermfg = found.ctermfg }
  end
  local function colour(rgb)
    local ok, found = pcall(vim.api.nvim_get_hl_by_name, group, rgb)
    return ok and found.foreground or nil
  end
  return { fg = colour(true), ctermfg = colour(false) }
end

--- The highlight group for the numbers of a sequence, such as GalleriaBoldAccent; nil for none.
local function group_of(parameters)
  if groups[parameters] ~= nil then return groups[parameters] or nil end
  local name, look, colour = 'Galleria', {}, nil
  for number in parameters:gmatch('%d+') do
    number = tonumber(number)
    -- The bright colours, which dark themes have, mean the same.
    if number >= 90 and number <= 97 then number = number - 60 end
    if attributes[number] then
      name = name .. attributes[number]:gsub('^%l', string.upper)
      look[attributes[number]] = true
    elseif colours[number] then
      colour = colours[number]
    end
  end
  if colour then name = name .. colour.name end
  if name == 'Galleria' then
    groups[parameters] = false
    return nil
  end
  local definition = { default = true, link = colour and colour.group }
  if next(look) then
    definition = vim.tbl_extend('force', look, colour and foreground(colour.group) or {})
    definition.default = true
    definition.cterm = look
  end
  vim.api.nvim_set_hl(0, name, definition)
  groups[parameters] = name
  return name
end

--- Makes the groups again; called when the colour scheme changed.
function M.forget() groups = {} end

--- Lines without sequences, and spans {line from 0, first byte, end byte, group}.
function M.parse(text)
  local lines, spans = {}, {}
  for line in (text:gsub('\n+$', '') .. '\n'):gmatch('([^\n]*)\n') do
    local plain, column, group, start = {}, 0, nil, 1
    local function take(piece)
      if piece == '' then return end
      if group then spans[#spans + 1] = { #lines, column, column + #piece, group } end
      plain[#plain + 1] = piece
      column = column + #piece
    end
    while true do
      local first, last, parameters = line:find('\27%[([%d;]*)m', start)
      if not first then break end
      take(line:sub(start, first - 1))
      group = group_of(parameters)
      start = last + 1
    end
    take(line:sub(start))
    lines[#lines + 1] = table.concat(plain)
  end
  return lines, spans
end

return M

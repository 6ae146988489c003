--- Drives the plugin of Tools/editors/nvim in a real Neovim against a real galleria on sample data:
---
---     GALLERIA_BINARY=… nvim --headless -u NONE -i NONE --cmd 'set rtp^=Tools/editors/nvim' -S nvim_test.lua
---
--- GALLERIA_FRAMING is lines or headers. What failed is told on standard error; the exit status says whether anything
--- did.
local patience = tonumber(vim.env.GALLERIA_TEST_PATIENCE or 60) * 1000
local binary = assert(vim.env.GALLERIA_BINARY, 'GALLERIA_BINARY names the program')

vim.cmd('runtime plugin/galleria.lua')
local default_command = require('galleria.config').get().command
vim.o.columns, vim.o.lines = 100, 40
require('galleria').setup({
  command = { binary, 'serve' },
  framing = vim.env.GALLERIA_FRAMING or 'lines',
  -- Only live data would go there: nothing listens.
  env = { GALLERIA_SET_modules__catalog__endpoint = 'http://127.0.0.1:1' },
})

local galleria, screens, server = require('galleria'), require('galleria.screen'), require('galleria.server')
local notices, answers = {}, {}
vim.notify = function(text) notices[#notices + 1] = text end
vim.ui.input = function(_, take) take(table.remove(answers, 1)) end
--- Chosen by number, or by how the choice begins.
vim.ui.select = function(choices, options, take)
  local answer, describe = table.remove(answers, 1), options.format_item or tostring
  if type(answer) == 'number' then return take(choices[answer]) end
  for _, choice in ipairs(choices) do
    if vim.startswith(describe(choice), answer) then return take(choice) end
  end
  error(('no choice “%s” of %s'):format(answer, vim.inspect(vim.tbl_map(describe, choices))))
end
local questions, consent = {}, 1
vim.fn.confirm = function(question)
  questions[#questions + 1] = question
  return consent
end

local function text(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false), '\n') end

local function seen(screen)
  local state = screen and { id = screen.id, banner = screen.banner, refresh = screen.state and screen.state.refresh }
  return ('\nnotices: %s\nscreen: %s\nbuffer %s:\n%s'):format(
    vim.inspect(notices), vim.inspect(state), vim.api.nvim_buf_get_name(0), text(screen and screen.buffer):sub(1, 3000))
end

local function check(condition, what, screen)
  if not condition then error(what .. seen(screen), 2) end
end

local function wait(what, condition, screen)
  if not vim.wait(patience, condition, 5) then error('never: ' .. what .. seen(screen), 2) end
end

local function equal(got, wanted, what)
  if not vim.deep_equal(got, wanted) then
    error(('%s: got %s, wanted %s'):format(what, vim.inspect(got), vim.inspect(wanted)), 2)
  end
end

local function loaded(screen)
  local refresh = screen.state and screen.state.refresh
  return screen.id and not screen.held and (not refresh or refresh.running == 'none' and refresh.ended ~= 'none')
end

--- Shows a screen as a user does, and waits until it has loaded.
local function open(words)
  vim.cmd('Galleria ' .. words)
  local screen = assert(screens.of_buffer(0))
  wait(words .. ' has loaded', function() return loaded(screen) end, screen)
  return screen
end

local function here(screen) return screens.of_buffer(0) == screen end

local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), 'mx', false)
end

local function go(screen, key)
  for line, row in pairs(screen.rows) do
    if row.key == key and row.first == line then return vim.api.nvim_win_set_cursor(0, { line, 0 }) end
  end
  error('no row ' .. key .. seen(screen), 2)
end

local function row_text(screen, key)
  local lines = vim.api.nvim_buf_get_lines(screen.buffer, 0, -1, false)
  local found = {}
  for number, line in ipairs(lines) do
    if screen.rows[number] and screen.rows[number].key == key then found[#found + 1] = line end
  end
  return table.concat(found, '\n')
end

local function request(method, params)
  local fault, result, done
  galleria.request(method, params, function(e, r) fault, result, done = e, r, true end)
  wait(method .. ' is answered', function() return done end)
  return result, fault
end

local function alive(pid) return vim.loop.kill(pid, 0) == 0 end

--- Every row of a table has blanks where the rule below its header has them.
local function columns_line_up(screen)
  local lines, rule = vim.api.nvim_buf_get_lines(screen.buffer, 0, -1, false), nil
  local checked = 0
  for number, line in ipairs(lines) do
    if line:find('^%s*─') or line:find('^%s*%-%-') then rule = line end
    if rule and screen.rows[number] then
      local gaps, column = {}, 0
      for _, character in ipairs(vim.fn.split(rule, '\\zs')) do
        if character == ' ' and column > 4 then gaps[column] = true end
        column = column + vim.fn.strdisplaywidth(character)
      end
      column = 0
      for _, character in ipairs(vim.fn.split(line, '\\zs')) do
        check(not gaps[column] or character == ' ', ('line %d, column %d is not blank'):format(number, column), screen)
        column = column + vim.fn.strdisplaywidth(character)
      end
      checked = checked + 1
    end
  end
  check(checked > 5, 'there is no table to look at', screen)
end

local tests = {}
local function test(name, run) tests[#tests + 1] = { name, run } end

-- The third day that is forecast at Seoul: sample forecasts begin today.
local third_day = os.date('!%Y-%m-%d', os.time() + 9 * 3600 + 2 * 86400)

test('a message may come in any pieces', function()
  for _, name in ipairs({ 'lines', 'headers' }) do
    local codec = require('galleria.framing')[name]
    local messages = { '{"a":"b"}', '{"한국":"어"}', '{}' }
    local bytes = table.concat(vim.tbl_map(codec.encode, messages))
    for size = 1, #bytes do
      local decode, got = codec.decoder(), {}
      for from = 1, #bytes, size do vim.list_extend(got, decode(bytes:sub(from, from + size - 1))) end
      equal(got, messages, name .. ' in pieces of ' .. size)
    end
  end
  equal(pcall(require('galleria.framing').headers.decoder(), 'Content-Length: x\r\n\r\n'), false, 'a wrong header')
end)

test('a colour means the same in every theme', function()
  local sgr = require('galleria.sgr')
  for sequence, group in pairs({
    ['32'] = 'GalleriaPrice', ['92'] = 'GalleriaPrice', ['40;92'] = 'GalleriaPrice', ['34'] = 'GalleriaAccent',
    ['1;91'] = 'GalleriaBoldFailure', ['2'] = 'GalleriaMuted', ['90'] = 'GalleriaMuted', ['40;97'] = 'GalleriaMuted',
  }) do
    local lines, spans = sgr.parse('a \27[' .. sequence .. 'm$5\27[0m\n')
    equal(lines, { 'a $5' }, sequence)
    equal(spans, { { 0, 2, 4, group } }, sequence)
  end
end)

test('the program is found beside the plugin', function()
  check(default_command[1]:find('/Tools/galleria$') and default_command[2] == 'serve', vim.inspect(default_command))
end)

test('names lead to routes', function()
  local resolve = require('galleria.routes').resolve
  for words, route in pairs({
    [''] = 'galleria://home',
    ['catalog'] = 'galleria://catalog',
    ['product A%1'] = 'galleria://product/A%251',
    ['friends noFriends'] = 'galleria://friends?scenario=noFriends',
    ['forecast'] = 'galleria://forecast',
    ['forecast 서울'] = 'galleria://forecast?place=%EC%84%9C%EC%9A%B8',
    ['forecast Seoul 2021-03-12'] = 'galleria://forecast/Seoul/2021-03-12',
    ['galleria://mall'] = 'galleria://mall',
  }) do
    equal(resolve(vim.split(words, ' ', { trimempty = true })), route, words)
  end
  local route, usage = resolve({ 'product' })
  check(not route and usage:find('sku', 1, true), 'a missing value is named: ' .. tostring(usage))
  check(select(2, resolve({ 'catalogue' })):find('catalog', 1, true), 'unknown names get the known ones')
  equal(vim.fn.getcompletion('Galleria f', 'cmdline'), { 'forecast', 'friends' }, 'completion')
end)

test('every screen opens, its columns line up, and the cursor is on the first row', function()
  for _, words in ipairs({ 'home', 'catalog', 'friends', 'mall', 'shelf' }) do
    local screen = open(words)
    columns_line_up(screen)
    check(screen.rows[vim.fn.line('.')], words .. ': the cursor is on a row', screen)
    check(not text():find('\27'), words .. ': no escape is shown', screen)
    equal(vim.bo.filetype, 'galleria', 'filetype')
    equal({ vim.bo.modifiable, vim.bo.swapfile, vim.bo.modified }, { false, false, false }, 'the buffer is read-only')
    for line, row in pairs(screen.rows) do
      local shown = vim.api.nvim_buf_get_lines(0, row.first - 1, row.first, false)[1]
      local told = words == 'home' and row.item.title or row.key
      check(shown:find(told, 1, true), ('line %d does not show %s'):format(line, told), screen)
      check(next(row.item), 'no item of ' .. row.key, screen)
    end
  end
  for words, part in pairs({
    ['product BL204DR17KLM'] = 'Linen Wrap Dress', ['book 9781617294136'] = 'Imogen Castellan',
    ['forecast Seoul'] = third_day, ['forecast Seoul ' .. third_day] = 'broken clouds',
  }) do
    local screen = open(words)
    check(text():find(part, 1, true), words .. ' shows ' .. part, screen)
  end
end)

test('an old price is struck through, a name is strong, though nobody forces colours', function()
  local screen = open('catalog')
  local namespace, groups = vim.api.nvim_get_namespaces().galleria, {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
    local line = vim.api.nvim_buf_get_lines(0, mark[2], mark[2] + 1, false)[1]
    groups[line:sub(mark[3] + 1, mark[4].end_col)] = mark[4].hl_group
  end
  equal(groups['A$129.99'], 'GalleriaStrikethroughMuted', 'an old price')
  local strong = false
  for words, group in pairs(groups) do strong = strong or words:find('Linen Wrap') and group == 'GalleriaBold' end
  check(strong, 'no name is strong: ' .. vim.inspect(groups), screen)
end)

test('the home screen leads to the modules', function()
  vim.cmd('Galleria')
  local screen = screens.of_buffer(0)
  equal(screen.route, 'galleria://home', 'without a name')
  for key, route in pairs({
    bookShelf = 'galleria://shelf', catalog = 'galleria://catalog', friends = 'galleria://friends',
    shoppingMall = 'galleria://mall',
  }) do
    open('home')
    go(screen, key)
    press('<CR>')
    wait(key .. ' is shown', function() return vim.api.nvim_buf_get_name(0) == route end, screen)
    wait(key .. ' has loaded', function() return loaded(screens.of_buffer(0)) end)
  end
end)

test('a day follows from either of its rows', function()
  for nth = 1, 2 do
    local screen = open('forecast Seoul')
    vim.api.nvim_win_set_cursor(0, { screen.places[third_day .. '#' .. nth], 0 })
    press('<CR>')
    wait('the day is shown', function()
      return vim.api.nvim_buf_get_name(0) == 'galleria://forecast/Seoul/' .. third_day
    end, screen)
    wait('the day has loaded', function() return loaded(screens.of_buffer(0)) end)
  end
end)

test('the last row loads the next page, and the cursor stays', function()
  local screen = open('catalog')
  equal(#screen.state.items, 30, 'rows at first')
  vim.cmd('normal! G')
  while not screen.rows[vim.fn.line('.')] do vim.cmd('normal! k') end
  local key = screen.rows[vim.fn.line('.')].key
  vim.cmd('doautocmd <nomodeline> CursorMoved')
  wait('sixty rows', function() return #screen.state.items == 60 and loaded(screen) end, screen)
  equal(screen.rows[vim.fn.line('.')].key, key, 'the row under the cursor')
  press('m')
  wait('ninety rows', function() return screen.state.total == 90 and loaded(screen) end, screen)
  equal(screen.rows[vim.fn.line('.')].key, key, 'the row under the cursor')
  check(require('galleria').status(0):find('90 of 253', 1, true), 'the status line counts: ' .. galleria.status(0))
end)

test('a like shows on every open screen', function()
  local catalog = open('catalog')
  local key = 'NO390TO44MSA'
  check(not row_text(catalog, key):find('liked'), 'not liked at first', catalog)
  go(catalog, key)
  press('l')
  wait('the row is liked', function() return row_text(catalog, key):find('liked') end, catalog)
  equal(catalog.rows[vim.fn.line('.')].key, key, 'the row under the cursor')
  press('<CR>')
  wait('the product is shown', function() return not here(catalog) and loaded(screens.of_buffer(0)) end)
  local product = screens.of_buffer(0)
  wait('the product is liked', function() return text():find('liked', 1, true) end, product)
  press('l')
  wait('the other buffer follows', function() return not row_text(catalog, key):find('liked') end, catalog)
  press('3a')
  wait('three are in the bag', function() return text():find('in the bag: 3', 1, true) end, product)
end)

test('a product of the second page is liked, followed to its detail, and what is done elsewhere shows', function()
  local catalog = open('catalog')
  if #catalog.state.items < 60 then press('m') end
  wait('the second page', function() return #catalog.state.items >= 60 and loaded(catalog) end, catalog)
  local sku = catalog.state.items[45].sku
  go(catalog, sku)
  press('l')
  wait('the row is liked', function() return row_text(catalog, sku):find('liked') end, catalog)
  press('<CR>')
  wait('its detail is shown', function() return vim.api.nvim_buf_get_name(0) == 'galleria://product/' .. sku end)
  local product = screens.of_buffer(0)
  wait('the detail is liked', function() return text():find('liked', 1, true) end, product)
  -- By the operation, as another client of the process would do it.
  request('catalog.like', { skus = sku, liked = false })
  wait('both buffers follow', function()
    return not text(product.buffer):find('liked', 1, true) and not row_text(catalog, sku):find('liked')
  end, product)
end)

test('what another process did shows when the screen is loaded again', function()
  local screen = open('catalog')
  local sku = screen.state.items[3].sku
  for _, liked in ipairs({ true, false }) do
    local told = vim.fn.system({ binary, 'call', 'catalog.like', 'skus=' .. sku, 'liked=' .. tostring(liked) })
    equal(vim.v.shell_error, 0, told)
    press('r')
    wait('the like is ' .. tostring(liked), function()
      return loaded(screen) and (row_text(screen, sku):find('liked') ~= nil) == liked
    end, screen)
  end
end)

test('any action is asked for what it takes, and sends it in its type', function()
  local screen = open('product BL204DR17KLM')
  answers = { 'Add to bag', '2' }
  press('x')
  wait('two are in the bag', function() return text():find('in the bag: 2', 1, true) end, screen)
end)

test('a search replaces the shelf, words narrow it, and Esc takes them back', function()
  local screen = open('shelf')
  answers = { 'swift' }
  press('S')
  wait('the books for swift', function() return screen.state.search == 'swift' and #screen.state.items == 10 end, screen)
  equal(vim.fn.line('.'), screen.first_row, 'the cursor is on the first row')
  press('m')
  wait('the second page', function() return #screen.state.items == 20 end, screen)
  answers = { 'no such book' }
  press('/')
  wait('nothing is left', function() return #screen.state.items == 0 end, screen)
  check(text():find('find “no such book”', 1, true), 'what is in force shows', screen)
  press('<Esc>')
  wait('all is back', function() return #screen.state.items == 20 end, screen)
end)

test('rows are sorted and filtered; what is in force shows, and Esc takes back one after the other', function()
  local screen = open('catalog')
  local count = #screen.state.items
  answers = { 'price, descending' }
  press('s')
  wait('they are sorted', function() return text():find('sorted by price, descending', 1, true) end, screen)
  answers = { 'Max price', '50' }
  press('f')
  wait('they are cheap', function() return text():find('price ≤ 50 · sorted by price', 1, true) end, screen)
  check(#screen.state.items < count, 'fewer rows', screen)
  answers = { 'On sale?', 'yes' }
  press('f')
  wait('they are reduced', function() return text():find('price ≤ 50 · on sale', 1, true) end, screen)
  answers = { 'On sale?', 'any' }
  press('f')
  wait('the other condition stays', function()
    return text():find('price ≤ 50', 1, true) and not text():find('on sale ·', 1, true)
  end, screen)
  press('<Esc>')
  wait('the conditions are gone', function() return not screen.state.filter end, screen)
  equal(screen.state.sort, '-price', 'the order stays')
  press('<Esc>')
  wait('so is the order', function() return not screen.state.sort and #screen.state.items == count end, screen)
end)

test('the bag changes: with the present number, asked before a product goes, undone', function()
  request('productDetail.addToBag', { items = { { sku = 'BL204DR17KLM', quantity = 2 } } })
  press('b')
  local screen = screens.of_buffer(0)
  equal(screen.route, 'galleria://bag', 'b')
  wait('it has loaded', function() return loaded(screen) and #screen.state.bag > 0 end, screen)
  local function pieces() return screen.state.bag[1] and screen.state.bag[1].quantity end
  local before, offered = pieces(), nil
  go(screen, screen.state.bag[1].sku)
  local input = vim.ui.input
  vim.ui.input = function(options, take)
    offered = { options.prompt, options.default }
    take('7')
  end
  press('e')
  vim.ui.input = input
  equal(offered, { 'How many?: ', tostring(before) }, 'the prompt and the present value')
  wait('seven pieces', function() return pieces() == 7 and screen.undo end, screen)
  press('u')
  wait('as before', function() return pieces() == before end, screen)
  questions, consent = {}, 2
  press('d')
  equal({ questions, pieces() }, { { 'Take this product out of the bag?' }, before }, 'No leaves it')
  consent = 1
  local sku = screen.state.bag[1].sku
  press('d')
  wait('it is gone', function() return not row_text(screen, sku):find('%S') end, screen)
end)

test('the cursor stays on its row, and the row where it is in the window, when rows above come and go', function()
  local screen = open('friends')
  go(screen, '277')
  vim.cmd('normal! zt')
  local line, invitations = vim.fn.line('.'), #screen.state.invitations
  request('friends.respond', { answers = { { fid = '401', action = 'decline' } } })
  wait('the invitation is gone', function() return #screen.state.invitations == invitations - 1 end, screen)
  equal(screen.rows[vim.fn.line('.')].key, '277', 'the row under the cursor')
  equal({ vim.fn.line('.'), vim.fn.line('w0') }, { line - 1, line - 1 }, 'it moved up a line, and the window with it')
end)

test('an invitation is accepted, and a scenario chosen', function()
  local screen = open('friends')
  local invitations = #screen.state.invitations
  go(screen, '002')
  press('a')
  wait('the invitation is gone', function() return #screen.state.invitations == invitations - 1 and screen.undo end, screen)
  press('u')
  wait('it is back', function() return #screen.state.invitations == invitations end, screen)
  press('a')
  wait('it is gone again', function() return #screen.state.invitations == invitations - 1 end, screen)
  answers = { 'Use scenario', 1 }
  press('x')
  wait('no friends', function() return screen.state.scenario == 'noFriends' and loaded(screen) end, screen)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  notices = {}
  press('a')
  check(#notices == 1 and notices[1]:find('row', 1, true), 'without a row it says so', screen)
end)

test('a memo is edited in its own buffer, and saved even when galleria ends at once', function()
  local screen = open('book 9781617294136')
  press('e')
  equal(vim.bo.buftype, 'acwrite', 'the memo’s buffer')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { '읽을 것', 'second line' })
  vim.cmd('wq')
  check(here(screen), 'back at the book', screen)
  wait('the memo shows', function() return text(screen.buffer):find('second line', 1, true) end, screen)
  local pid = server.pid()
  galleria.stop()
  check(not alive(pid), 'the process is gone')
  galleria.restart()
  wait('the memo is read again', function()
    return loaded(screen) and screen.state.memo == '읽을 것\nsecond line'
  end, screen)
end)

test('an unknown route says what is meant, and leads there', function()
  vim.cmd('Galleria galleria://shelff')
  local screen = screens.of_buffer(0)
  wait('the error shows', function() return screen.banner end, screen)
  check(text():find('galleria://shelff', 1, true), 'it names the route', screen)
  check(text():find('Did you mean galleria://shelf', 1, true), 'it names what is meant', screen)
  vim.fn.search('Did you mean')
  press('<CR>')
  wait('the shelf is shown', function() return vim.api.nvim_buf_get_name(0) == 'galleria://shelf' end, screen)
  vim.cmd('Galleria galleria://prodct/BL204DR17KLM')
  screen = screens.of_buffer(0)
  wait('the error shows', function() return screen.banner end, screen)
  vim.fn.search('Did you mean')
  press('<CR>')
  wait('the product is shown', function()
    return vim.api.nvim_buf_get_name(0) == 'galleria://product/BL204DR17KLM'
  end, screen)
end)

test('a module that is switched off closes its screens; r opens them again', function()
  local screen = open('shelf')
  request('host.setModule', { id = 'bookShelf', enabled = false })
  wait('the screen is closed', function() return not screen.id end, screen)
  check(text():find('^Closed: .*switched off'), 'it says why', screen)
  check(text():find('9781617294136', 1, true), 'the rows are still there', screen)
  press('r')
  wait('it is refused', function()
    return screen.banner and screen.banner[1] == 'The module bookShelf is switched off.'
  end, screen)
  request('host.setModule', { id = 'bookShelf', enabled = true })
  press('r')
  wait('it is open again', function() return loaded(screen) and not text():find('switched off', 1, true) end, screen)
end)

test('other settings open the screens again; an upstream that refuses shows as an error, and R tries again', function()
  local screen = open('catalog')
  local id = screen.id
  request('host.useEnvironment', { name = 'local' })
  wait('it is another screen', function() return screen.id and screen.id ~= id end, screen)
  wait('it failed', function() return loaded(screen) and screen.state.refresh.ended == 'error' end, screen)
  check(text():find('127.0.0.1', 1, true), 'the text tells which server', screen)
  check(galleria.status(0):find('failed, R tries again: .*127.0.0.1'), 'the status line tells: ' .. galleria.status(0), screen)
  local revision = screen.revision
  press('R')
  wait('it was tried again', function() return screen.revision >= revision + 2 and loaded(screen) end, screen)
  request('host.useEnvironment', { name = 'sample' })
  wait('the rows are back', function() return loaded(screen) and #screen.state.items == 30 end, screen)
end)

test('a crash is told, and the screens are opened again', function()
  local screen = open('mall')
  local pid = server.pid()
  notices = {}
  vim.loop.kill(pid, 'sigkill')
  wait('another process serves', function() return server.pid() and server.pid() ~= pid and loaded(screen) end, screen)
  check(notices[1] and notices[1]:find('ended unexpectedly', 1, true), 'the message', screen)
  check(not screen.banner and #screen.state.items == 20, 'the screen is whole', screen)
end)

test('keys exist where the screen has the action', function()
  local mall, book = open('mall'), open('book 9781617294136')
  equal({ mall.key_of.more, mall.key_of.like, book.key_of.change, book.key_of.more }, { 'm', nil, 'e', nil }, 'keys')
  press('g?')
  check(text():find('the memo (:w', 1, true), 'the help tells', book)
  press('q')
  check(here(book), 'the help is closed', book)
end)

test('a window of another width gets another layout, and nothing is lost by it', function()
  local screen = open('mall')
  press('m')
  wait('the second page', function() return #screen.state.items >= 40 and loaded(screen) end, screen)
  local id, count, key = screen.id, #screen.state.items, tostring(screen.state.items[25].id)
  go(screen, key)
  for _, columns in ipairs({ 60, 24, 100 }) do
    vim.o.columns = columns
    vim.cmd('doautocmd <nomodeline> VimResized')
    wait(('it is laid out for %d columns'):format(columns), function()
      return not screen.resizing and screen.width == columns
    end, screen)
    for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
      check(line:find('cursor=') or vim.fn.strdisplaywidth(line) <= columns, 'too wide: ' .. line, screen)
    end
    equal({ screen.id, #screen.state.items }, { id, count }, 'the screen and its pages')
    equal(screen.rows[vim.fn.line('.')].key, key, 'the row under the cursor')
    equal(vim.tbl_count(screen.places), count, 'rows that are known')
  end
  columns_line_up(screen)
end)

test('columns line up where the box drawing characters are wide', function()
  vim.o.ambiwidth = 'double'
  galleria.restart()
  columns_line_up(open('mall'))
  columns_line_up(open('friends'))
  vim.o.ambiwidth = 'single'
  galleria.restart()
  columns_line_up(open('mall'))
end)

test('a place is searched', function()
  local screen = open('forecast')
  answers = { 'Seoul' }
  press('/')
  wait('the days of Seoul', function() return #(screen.state.days or {}) == 7 and loaded(screen) end, screen)
  check(screen.rows[vim.fn.line('.')], 'the cursor is on a day', screen)
end)

test('a window’s own options come back', function()
  vim.cmd('enew')
  vim.wo.number = true
  open('mall')
  equal({ vim.wo.number, vim.wo.wrap }, { false, false }, 'on a screen')
  vim.cmd('enew')
  equal({ vim.wo.number, vim.wo.wrap, vim.wo.statusline }, { true, true, '' }, 'elsewhere')
end)

test('a buffer that is wiped closes its screen', function()
  local screen = open('catalog')
  local id = screen.id
  press('q')
  check(not vim.api.nvim_buf_is_valid(screen.buffer), 'the buffer is gone')
  for _, listed in ipairs(request('screen.list').screens) do check(listed.screen ~= id, id .. ' is still open') end
  vim.cmd('edit galleria://catalog')
  wait('it is opened by :edit', function() return loaded(screens.of_buffer(0)) end)
  vim.cmd('bdelete')
  wait('it is gone', function() return vim.fn.bufexists('galleria://catalog') == 0 end)
end)

test('a command that does not exist is told', function()
  galleria.stop()
  for _, screen in pairs(screens.all()) do check(not screen.id and screen.banner, 'closed with the process', screen) end
  galleria.setup({ command = { '/nonexistent/galleria' } })
  vim.cmd('Galleria mall')
  local screen = screens.of_buffer(0)
  press('r')
  wait('the error shows', function() return screen.banner and text():find('/nonexistent/galleria', 1, true) end, screen)
end)

test('a program that always fails is given up, with its last words', function()
  galleria.setup({ command = { '/bin/sh', '-c', 'echo it is broken >&2; exit 3' } })
  notices = {}
  press('r')
  local function given_up() return (notices[#notices] or ''):find('not started again by itself', 1, true) end
  wait('it is given up', given_up)
  equal(#notices, 4, 'starts')
  check(text():find('with status 3: it is broken', 1, true), 'the buffer tells why')
end)

local failed = 0
for _, entry in ipairs(tests) do
  local ok, fault = xpcall(entry[2], function(message) return debug.traceback(tostring(message), 2) end)
  io.stderr:write(ok and 'ok   ' or 'FAIL ', entry[1], '\n')
  if not ok then
    failed = failed + 1
    io.stderr:write(fault, '\n')
  end
end
io.stderr:write(('%d tests, %d failed\n'):format(#tests, failed))
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')

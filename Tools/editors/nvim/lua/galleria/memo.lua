--- A book's memo in a buffer of its own: :w saves, :q leaves.
local M = {}

--- Opens the memo of a book screen below it.
function M.edit(screen)
  local name = screen.route:gsub('^galleria://', 'galleria-memo://')
  vim.cmd('botright 6new')
  local buffer = vim.api.nvim_get_current_buf()
  local old = vim.fn.bufnr('^' .. vim.fn.escape(name, '?*[]{},\\') .. '$')
  if old > 0 then vim.api.nvim_buf_delete(old, { force = true }) end
  vim.api.nvim_buf_set_name(buffer, name)
  vim.bo[buffer].swapfile = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(screen.state.memo or '', '\n', { plain = true }))
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].modified = false
  vim.api.nvim_create_autocmd('BufWriteCmd', { buffer = buffer, callback = function()
    local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    -- Taken for written at once, so that :wq leaves; if it fails, the text is not lost.
    vim.bo[buffer].modified = false
    require('galleria.screen').send(screen, 'editMemo', { text = text }, function(fault)
      if not fault then return end
      vim.fn.setreg('"', text)
      vim.notify('galleria: the memo is not saved; its text can be put with p.', vim.log.levels.ERROR)
      if vim.api.nvim_buf_is_valid(buffer) then vim.bo[buffer].modified = true end
    end)
  end })
end

return M

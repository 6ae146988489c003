// JSONRPC: see ../README.md.

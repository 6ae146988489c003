// MCP: see ../README.md.

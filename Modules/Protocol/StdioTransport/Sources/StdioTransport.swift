// StdioTransport: see ../README.md.

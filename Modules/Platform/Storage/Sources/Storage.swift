// Storage: see ../README.md.

// HTTP: see ../README.md.

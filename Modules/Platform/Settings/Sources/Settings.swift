// Settings: see ../README.md.

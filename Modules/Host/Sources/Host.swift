// Host: see ../README.md.

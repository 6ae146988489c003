// JSON: see ../README.md.

// Core: see ../README.md.

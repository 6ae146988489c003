// Suggestions: see ../README.md.

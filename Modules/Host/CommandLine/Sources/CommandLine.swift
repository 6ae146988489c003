// CommandLine: see ../README.md.

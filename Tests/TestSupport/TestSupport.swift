// See README.md.

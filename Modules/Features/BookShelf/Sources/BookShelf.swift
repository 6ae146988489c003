// BookShelf: see ../README.md.

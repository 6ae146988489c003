// The sample data of Config/samples/BookShelf, embedded in the binary.
#pragma once

#include <stddef.h>

// books.json: a JSON array of book details in the shape of the upstream's `books/{isbn13}`. UTF-8, not NUL-terminated.
extern const unsigned char *const bookshelf_sample_books;
extern const size_t bookshelf_sample_books_size;

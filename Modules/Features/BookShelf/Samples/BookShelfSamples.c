#include "BookShelfSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char books[] = {
#embed "../../../../Config/samples/BookShelf/books.json"
};
const unsigned char *const bookshelf_sample_books = books;
const size_t bookshelf_sample_books_size = sizeof books;

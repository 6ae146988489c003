// The limits of what looks at bytes: a plain read of a file, and a scan of its bytes by the C library.
//
// usage: bytes read SECONDS FILE           opens, reads into memory of its own, closes
//        bytes memmem SECONDS FILE TEXT N  finds the text, N times as it must be, from the first byte to the last
//        bytes strcasestr SECONDS FILE TEXT N   the same in whatever case
//        bytes memchr SECONDS FILE BYTE N  the same with one byte
//        bytes rows SECONDS FILE TEXT N    memmem, line by line, each line a piece of memory of its own
#define _GNU_SOURCE
#include <string.h>

#include "measure.h"

typedef struct {
    const char *path;
    size_t size;
} Reading;

static bool read_once(void *context) {
    const Reading *reading = context;
    File file;
    bool whole = read_file(reading->path, &file) && file.count == reading->size;
    free(file.bytes);
    return whole;
}

typedef struct {
    File file;
    const char *text;
    size_t length;
    long expected;
} Search;

static bool memmem_once(void *context) {
    const Search *search = context;
    const char *at = search->file.bytes, *end = at + search->file.count;
    long found = 0;
    while ((at = memmem(at, (size_t)(end - at), search->text, search->length)) != NULL) {
        found++;
        at += search->length;
    }
    return found == search->expected;
}

static bool strcasestr_once(void *context) {
    const Search *search = context;
    const char *at = search->file.bytes;
    long found = 0;
    while ((at = strcasestr(at, search->text)) != NULL) {
        found++;
        at += search->length;
    }
    return found == search->expected;
}

typedef struct {
    Search search;
    File *rows;
    size_t count;
} Rows;

static bool rows_once(void *context) {
    const Rows *rows = context;
    long found = 0;
    for (size_t row = 0; row < rows->count; row++)
        found += memmem(rows->rows[row].bytes, rows->rows[row].count, rows->search.text, rows->search.length) != NULL;
    return found == rows->search.expected;
}

/// The lines of the file, each allocated by itself, as the texts of rows are.
static Rows split(Search search) {
    Rows rows = {search, NULL, 1};
    for (size_t at = 0; at < search.file.count; at++) rows.count += search.file.bytes[at] == '\n';
    rows.rows = malloc(rows.count * sizeof *rows.rows);
    char *line = search.file.bytes;
    for (size_t row = 0; row < rows.count; row++) {
        size_t length = strcspn(line, "\n");
        rows.rows[row] = (File){strndup(line, length), length};
        line += length + 1;
    }
    return rows;
}

static bool memchr_once(void *context) {
    const Search *search = context;
    const char *at = search->file.bytes, *end = at + search->file.count;
    long found = 0;
    while ((at = memchr(at, search->text[0], (size_t)(end - at))) != NULL) {
        found++;
        at++;
    }
    return found == search->expected;
}

int main(int count, char **words) {
    if (count < 4) fail("usage: bytes read|memmem|strcasestr|memchr|rows SECONDS FILE [TEXT N]");
    double seconds = strtod(words[2], NULL);
    File file;
    if (!read_file(words[3], &file)) fail("the file can't be read");
    if (strcmp(words[1], "read") == 0) {
        Reading reading = {words[3], file.count};
        measure(seconds, "", read_once, &reading);
        return 0;
    }
    if (count < 6) fail("usage: bytes memmem|strcasestr|memchr|rows SECONDS FILE TEXT N");
    Search search = {file, words[4], strlen(words[4]), strtol(words[5], NULL, 10)};
    if (strcmp(words[1], "rows") == 0) {
        Rows rows = split(search);
        measure(seconds, "", rows_once, &rows);
    } else if (strcmp(words[1], "strcasestr") == 0)
        measure(seconds, "", strcasestr_once, &search);
    else
        measure(seconds, "", strcmp(words[1], "memmem") == 0 ? memmem_once : memchr_once, &search);
    return 0;
}

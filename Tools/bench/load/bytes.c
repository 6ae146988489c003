// The limits of what looks at bytes: a plain read of a file, and a scan of its bytes by the C library.
//
// usage: bytes read SECONDS FILE           opens, reads into memory of its own, closes
//        bytes memmem SECONDS FILE TEXT N  finds the text, N times as it must be, from the first byte to the last
//        bytes memchr SECONDS FILE BYTE N  the same with one byte
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
    if (count < 4) fail("usage: bytes read|memmem|memchr SECONDS FILE [TEXT N]");
    double seconds = strtod(words[2], NULL);
    File file;
    if (!read_file(words[3], &file)) fail("the file can't be read");
    if (strcmp(words[1], "read") == 0) {
        Reading reading = {words[3], file.count};
        measure(seconds, "", read_once, &reading);
        return 0;
    }
    if (count < 6) fail("usage: bytes memmem|memchr SECONDS FILE TEXT N");
    Search search = {file, words[4], strlen(words[4]), strtol(words[5], NULL, 10)};
    measure(seconds, "", strcmp(words[1], "memmem") == 0 ? memmem_once : memchr_once, &search);
    return 0;
}

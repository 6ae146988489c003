// What a server answers: bytes that are gathered, and leave with one write.
#ifndef OUTPUT_H
#define OUTPUT_H
#include <stdlib.h>
#include <unistd.h>

#include "scan.h"

typedef struct {
    char *bytes;
    size_t count, room;
} Output;

// Room for so many bytes more; gives where they go.
static inline char *output_room(Output *output, size_t count) {
    if (output->room - output->count < count) {
        output->room = 2 * (output->count + count);
        output->bytes = realloc(output->bytes, output->room);
        if (!output->bytes) abort();
    }
    return output->bytes + output->count;
}

static inline void append(Output *output, const char *bytes, size_t count) {
    memcpy(output_room(output, count), bytes, count);
    output->count += count;
}

static inline void append_text(Output *output, Text text) { append(output, text.begin, (size_t)(text.end - text.begin)); }

#define APPEND(output, literal) append(output, "" literal, sizeof literal - 1)

// A text inside of a JSON string: no quotes around it. Eight plain bytes at a time, as scan_string looks at them.
static inline void append_escaped(Output *output, Text text) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    char *to = output_room(output, 6 * (size_t)(text.end - text.begin) + 8);
    const char *p = text.begin;
    while (p < text.end) {
        while (text.end - p >= 8) {
            uint64_t word;
            memcpy(&word, p, 8);
            uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\');
            if (((((quote - ones) & ~quote) | ((slash - ones) & ~slash) | ((word - ones * 0x20) & ~word)) & tops) != 0) break;
            memcpy(to, &word, 8);
            to += 8;
            p += 8;
        }
        if (p == text.end) break;
        unsigned char c = (unsigned char)*p++;
        if (c == '"' || c == '\\') {
            *to++ = '\\';
            *to++ = (char)c;
        } else if (c == '\n') {
            *to++ = '\\';
            *to++ = 'n';
        } else if (c < 0x20) {
            memcpy(to, "\\u00", 4);
            to[4] = (char)('0' + (c >> 4));
            to[5] = "0123456789abcdef"[c & 15];
            to += 6;
        } else {
            *to++ = (char)c;
        }
    }
    output->count = (size_t)(to - output->bytes);
}

static inline bool output_flush(Output *output) {
    for (size_t done = 0; done < output->count;) {
        ssize_t written = write(1, output->bytes + done, output->count - done);
        if (written <= 0) return false;
        done += (size_t)written;
    }
    output->count = 0;
    return true;
}
#endif

// What servers of JSON-RPC over lines in C share: answers, errors, and the loop that answers all that came with one read by one write.
#ifndef SERVER_H
#define SERVER_H
#include "output.h"

static Output out;

static void begin(Text id) {
    APPEND(&out, "{\"jsonrpc\":\"2.0\",\"id\":");
    if (id.begin) {
        append_text(&out, id);
    } else {
        APPEND(&out, "null");
    }
}

static void fail(Text id, const char *error) {
    begin(id);
    APPEND(&out, ",\"error\":");
    append(&out, error, strlen(error));
    APPEND(&out, "}\n");
}

static const char PARSE_ERROR[] = "{\"code\":-32700,\"message\":\"Parse error\"}";
static const char INVALID_REQUEST[] = "{\"code\":-32600,\"message\":\"Invalid request\"}";
static const char METHOD_NOT_FOUND[] = "{\"code\":-32601,\"message\":\"Method not found\"}";
static const char INVALID_PARAMS[] = "{\"code\":-32602,\"message\":\"Invalid params\"}";

static bool is_string(Text value) { return value.begin && *value.begin == '"'; }

static bool string_is(Text value, const char *name) {
    return is_string(value) && scan_key_is((Text){value.begin + 1, value.end - 1}, name);
}

// Has each line judged by `message`. Gives the status to end with.
static int serve(void (*message)(Text line)) {
    size_t room = 1 << 16, held = 0, seen = 0;  // seen: without a newline
    char *buffer = malloc(room);
    if (!buffer) return 1;
    for (;;) {
        if (held == room) {
            room *= 2;
            buffer = realloc(buffer, room);
            if (!buffer) return 1;
        }
        ssize_t got = read(0, buffer + held, room - held);
        if (got <= 0) return got < 0;
        held += (size_t)got;
        char *line = buffer, *end;
        char *search = buffer + seen;
        while ((end = memchr(search, '\n', (size_t)(buffer + held - search)))) {
            message((Text){line, end});
            line = search = end + 1;
        }
        held -= (size_t)(line - buffer);
        memmove(buffer, line, held);
        seen = held;
        if (!output_flush(&out)) return 1;
    }
}
#endif

// A JSON-RPC server over lines in plain C, the measure of what the job costs: each message is validated whole, its id and
// method are found, the answers to all that came with one read leave with one write. No cancellation, limits, schemas, modules.
//
// usage: reference [FILE]   FILE: the `result` that the tool book_shelf_show answers, one line of JSON
//
// Answers initialize, ping, and tools/call of two tools: note_show reads its arguments, of some 300 bytes, and answers with
// them; book_shelf_show answers FILE, so that its answers are as long as galleria's. A batch (an array) is refused, as MCP does.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "scan.h"

static struct {
    char *bytes;
    size_t count, room;
} out;

static Text book;  // what FILE holds

static void append(const char *bytes, size_t count) {
    if (out.room - out.count < count) {
        out.room = 2 * (out.count + count);
        out.bytes = realloc(out.bytes, out.room);
        if (!out.bytes) abort();
    }
    memcpy(out.bytes + out.count, bytes, count);
    out.count += count;
}

static void append_text(Text text) { append(text.begin, (size_t)(text.end - text.begin)); }

#define APPEND(literal) append("" literal, sizeof literal - 1)

static bool flush(void) {
    for (size_t done = 0; done < out.count;) {
        ssize_t written = write(1, out.bytes + done, out.count - done);
        if (written <= 0) return false;
        done += (size_t)written;
    }
    out.count = 0;
    return true;
}

static void begin(Text id) {
    APPEND("{\"jsonrpc\":\"2.0\",\"id\":");
    if (id.begin) {
        append_text(id);
    } else {
        APPEND("null");
    }
}

static void fail(Text id, const char *error) {
    begin(id);
    APPEND(",\"error\":");
    append(error, strlen(error));
    APPEND("}\n");
}

static const char PARSE_ERROR[] = "{\"code\":-32700,\"message\":\"Parse error\"}";
static const char INVALID_REQUEST[] = "{\"code\":-32600,\"message\":\"Invalid request\"}";
static const char METHOD_NOT_FOUND[] = "{\"code\":-32601,\"message\":\"Method not found\"}";
static const char INVALID_PARAMS[] = "{\"code\":-32602,\"message\":\"Invalid params\"}";

static bool is_string(Text value) { return value.begin && *value.begin == '"'; }

static bool string_is(Text value, const char *name) {
    return is_string(value) && scan_key_is((Text){value.begin + 1, value.end - 1}, name);
}

// What a request holds; what it does not have begins with NULL.
typedef struct {
    Text version, id, method, params;
    Text name, arguments, title, isbn13;  // of params, as tools/call has them
} Request;

static void call(const Request *request) {
    if (!request->arguments.begin || *request->arguments.begin != '{') return fail(request->id, INVALID_PARAMS);
    if (string_is(request->name, "note_show") && is_string(request->title)) {
        begin(request->id);
        APPEND(",\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
        append_text(request->title);
        APPEND("}],\"structuredContent\":");
        append_text(request->arguments);
        APPEND("}}\n");
    } else if (string_is(request->name, "book_shelf_show") && book.begin && is_string(request->isbn13)) {
        begin(request->id);
        APPEND(",\"result\":");
        append_text(book);
        APPEND("}\n");
    } else {
        fail(request->id, INVALID_PARAMS);
    }
}

// Each walks one object and keeps what is asked for: the whole message is read once. Gives what is behind it, NULL: not valid.

static const char *read_arguments(Text text, Request *request) {
    Members members = scan_members(text, 2);
    while (scan_next(&members)) {
        if (scan_key_is(members.key, "title")) request->title = members.value;
        if (scan_key_is(members.key, "isbn13")) request->isbn13 = members.value;
    }
    return members.p;
}

static const char *read_params(Text text, Request *request) {
    Members members = scan_members(text, 1);
    while (scan_key(&members)) {
        const char *value = members.p;
        bool arguments = scan_key_is(members.key, "arguments");
        members.p = arguments && value < text.end && *value == '{' ? read_arguments(members.value, request)
                                                                   : scan_value(value, text.end, 2);
        if (arguments) request->arguments = (Text){value, members.p};
        if (scan_key_is(members.key, "name")) request->name = (Text){value, members.p};
    }
    return members.p;
}

static const char *read_request(Text line, Request *request) {
    Members members = scan_members(line, 0);
    while (scan_key(&members)) {
        const char *value = members.p;
        bool params = scan_key_is(members.key, "params");
        members.p = params && value < line.end && *value == '{' ? read_params(members.value, request)
                                                                : scan_value(value, line.end, 1);
        Text whole = {value, members.p};
        if (params) {
            request->params = whole;
        } else if (scan_key_is(members.key, "jsonrpc")) {
            request->version = whole;
        } else if (scan_key_is(members.key, "id")) {
            request->id = whole;
        } else if (scan_key_is(members.key, "method")) {
            request->method = whole;
        }
    }
    return members.p;
}

static void message(Text line) {
    line.begin = scan_space(line.begin, line.end);
    if (line.begin == line.end) return;
    Request request = {0};
    bool is_object = *line.begin == '{';
    const char *end = is_object ? read_request(line, &request) : scan_value(line.begin, line.end, 0);
    if (!end || scan_space(end, line.end) != line.end) return fail((Text){0}, PARSE_ERROR);
    Text id = request.id;
    char first = id.begin ? *id.begin : '0';
    bool id_is_valid = first == '"' || first == '-' || (first >= '0' && first <= '9');
    bool params_are_valid = !request.params.begin || *request.params.begin == '{' || *request.params.begin == '[';
    if (!is_object || !string_is(request.version, "2.0") || !is_string(request.method) || !id_is_valid || !params_are_valid) {
        return fail(id_is_valid ? id : (Text){0}, INVALID_REQUEST);
    }
    if (!id.begin) return;  // a notification
    if (string_is(request.method, "ping")) {
        begin(id);
        APPEND(",\"result\":{}}\n");
    } else if (string_is(request.method, "tools/call")) {
        call(&request);
    } else if (string_is(request.method, "initialize")) {
        begin(id);
        APPEND(",\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
               "\"serverInfo\":{\"name\":\"reference\",\"version\":\"1\"}}}\n");
    } else {
        fail(id, METHOD_NOT_FOUND);
    }
}

static bool load_book(const char *path) {
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t count = file ? getline(&line, &room, file) : -1;
    if (count <= 0) return false;
    fclose(file);
    book = (Text){line, line + count - (line[count - 1] == '\n')};
    return scan_value(book.begin, book.end, 0) == book.end;
}

int main(int count, char **arguments) {
    if (count > 1 && !load_book(arguments[1])) {
        fprintf(stderr, "reference: %s is not a line of JSON\n", arguments[1]);
        return 2;
    }
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
        if (!flush()) return 1;
    }
}

// A JSON-RPC server over lines in plain C, the measure of what the job costs: each message is validated whole, its id and
// method are found, the answers to all that came with one read leave with one write. No cancellation, limits, schemas, modules.
//
// usage: reference FILE SAMPLES    FILE: the `result` that the tool replay answers, one line of JSON; SAMPLES: rows of books
//
// Answers initialize, ping, and tools/call of three tools: book_show reads a book from the upstream's body and renders it, as
// galleria does (book.h); replay answers FILE, which is no work, and note_show its own arguments: both show what the pipe takes. A
// batch (an array) is refused, as MCP does.
#include <stdio.h>

#include "book.h"
#include "server.h"

static Text replayed;  // what FILE holds

// What a request holds; what it does not have begins with NULL.
typedef struct {
    Text version, id, method, params;
    Text name, arguments, title, isbn13;  // of params, as tools/call has them
} Request;

static void call(const Request *request) {
    if (!request->arguments.begin || *request->arguments.begin != '{') return fail(request->id, INVALID_PARAMS);
    if (string_is(request->name, "note_show") && is_string(request->title)) {
        begin(request->id);
        APPEND(&out, ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
        append_text(&out, request->title);
        APPEND(&out, "}],\"structuredContent\":");
        append_text(&out, request->arguments);
        APPEND(&out, "}}\n");
    } else if (string_is(request->name, "replay") && is_string(request->isbn13)) {
        begin(request->id);
        APPEND(&out, ",\"result\":");
        append_text(&out, replayed);
        APPEND(&out, "}\n");
    } else if (string_is(request->name, "book_show") && is_string(request->isbn13)) {
        size_t before = out.count;
        begin(request->id);
        APPEND(&out, ",\"result\":");
        if (append_book(&out, (Text){request->isbn13.begin + 1, request->isbn13.end - 1})) {
            APPEND(&out, "}\n");
        } else {
            out.count = before;
            fail(request->id, INVALID_PARAMS);
        }
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
        APPEND(&out, ",\"result\":{}}\n");
    } else if (string_is(request.method, "tools/call")) {
        call(&request);
    } else if (string_is(request.method, "initialize")) {
        begin(id);
        APPEND(&out, ",\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
               "\"serverInfo\":{\"name\":\"reference\",\"version\":\"1\"}}}\n");
    } else {
        fail(id, METHOD_NOT_FOUND);
    }
}

static bool load_replayed(const char *path) {
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t count = file ? getline(&line, &room, file) : -1;
    if (count <= 0) return false;
    fclose(file);
    replayed = (Text){line, line + count - (line[count - 1] == '\n')};
    return scan_value(replayed.begin, replayed.end, 0) == replayed.end;
}

int main(int count, char **arguments) {
    if (count != 3 || !load_replayed(arguments[1]) || !load_bodies(arguments[2])) {
        fprintf(stderr, "usage: reference FILE SAMPLES\n");
        return 2;
    }
    return serve(message);
}

// A picture from a file to the answer of a tool, in plain C: the measure of what its delivery costs.
//
// usage: pictures FILE TYPE WIDTH HEIGHT [ssse3]    JSON-RPC over lines: initialize, and tools/call of `memory` and `disk`
//
// `memory` holds the file's bytes, `disk` opens and reads it at each call. Base64 is galleria's own, as many letters at a time as
// the processor can, with `ssse3` the one of before (base64_ssse3.h); the answer leaves with one write.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "CBase64.h"
#include "base64_ssse3.h"
#include "output.h"

static Output out;
static char *held;
static size_t held_room;
static bool is_ssse3;

// Gives the bytes of the file in `held`, which is used again.
static size_t read_file(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return 0;
    size_t length = (size_t)status.st_size, count = 0;
    if (held_room < length + 16) {
        held_room = length + 16;
        held = realloc(held, held_room);
        if (!held) abort();
    }
    for (ssize_t got; count < length && (got = read(file, held + count, length - count)) > 0;) count += (size_t)got;
    close(file);
    return count == length ? length : 0;
}

static void append_base64(const char *bytes, size_t count) {
    if (is_ssse3) return append_base64_ssse3(&out, bytes, count);
    char *to = output_room(&out, (count + 2) / 3 * 4);
    out.count = (size_t)(to - out.bytes) + cbase64_write((const uint8_t *)bytes, count, false, 32, (uint8_t *)to);
}

static void append_number(size_t number) {
    char digits[24];
    append(&out, digits, (size_t)sprintf(digits, "%zu", number));
}

int main(int count, char **arguments) {
    is_ssse3 = count == 6 && strcmp(arguments[5], "ssse3") == 0 && HAS_SSSE3;
    if (count != 5 && !is_ssse3) return 2;
    const char *path = arguments[1], *type = arguments[2];
    size_t length = read_file(path), room = 1 << 16, have = 0;
    char *line = malloc(room);
    if (!length || !line) return 2;
    for (ssize_t got; (got = read(0, line + have, room - have)) > 0;) {
        have += (size_t)got;
        char *begin = line;
        for (char *end; (end = memchr(begin, '\n', (size_t)(line + have - begin))); begin = end + 1) {
            Text request = {begin, end}, id = scan_member(request, "id"), params = scan_member(request, "params");
            if (!id.begin) continue;
            APPEND(&out, "{\"jsonrpc\":\"2.0\",\"id\":");
            append_text(&out, id);
            if (scan_is(scan_member(request, "method"), "\"initialize\"")) {
                APPEND(&out, ",\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                             "\"serverInfo\":{\"name\":\"pictures\",\"version\":\"1\"}}}\n");
                continue;
            }
            bool disk = scan_is(scan_member(params, "name"), "\"disk\"");
            if (disk && !(length = read_file(path))) return 1;
            APPEND(&out, ",\"result\":{\"content\":[{\"type\":\"image\",\"data\":\"");
            append_base64(held, length);
            APPEND(&out, "\",\"mimeType\":\"");
            append(&out, type, strlen(type));
            APPEND(&out, "\"},{\"type\":\"text\",\"text\":\"");
            append(&out, type, strlen(type));
            APPEND(&out, ", ");
            append(&out, arguments[3], strlen(arguments[3]));
            APPEND(&out, " × ");
            append(&out, arguments[4], strlen(arguments[4]));
            APPEND(&out, " pixels, ");
            append_number(length);
            APPEND(&out, " bytes\"}],\"isError\":false}}\n");
        }
        have -= (size_t)(begin - line);
        memmove(line, begin, have);
        if (!output_flush(&out)) return 1;
        if (have == room) return 1;
    }
    return 0;
}

// A picture from a file to the answer of a tool, in plain C: the measure of what its delivery costs.
//
// usage: pictures FILE TYPE WIDTH HEIGHT    JSON-RPC over lines: initialize, and tools/call of `memory` and `disk`
//
// `memory` holds the file's bytes, `disk` opens and reads it at each call. Base64 is written sixteen letters at a time (SSSE3;
// Muła and Lemire, "Faster Base64 Encoding and Decoding Using AVX2 Instructions"), and the answer leaves with one write.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <tmmintrin.h>

#include "output.h"

static Output out;
static char *held;
static size_t held_room;

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

// Twelve bytes become sixteen letters; `from` has four bytes more, which are not looked at.
__attribute__((target("ssse3"))) static __m128i letters(const char *from) {
    __m128i in = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)from),
                                  _mm_set_epi8(10, 11, 9, 10, 7, 8, 6, 7, 4, 5, 3, 4, 1, 2, 0, 1));
    __m128i high = _mm_mulhi_epu16(_mm_and_si128(in, _mm_set1_epi32(0x0fc0fc00)), _mm_set1_epi32(0x04000040));
    __m128i low = _mm_mullo_epi16(_mm_and_si128(in, _mm_set1_epi32(0x003f03f0)), _mm_set1_epi32(0x01000010));
    __m128i six = _mm_or_si128(high, low);
    __m128i kind = _mm_subs_epu8(six, _mm_set1_epi8(51));
    kind = _mm_sub_epi8(kind, _mm_cmpgt_epi8(six, _mm_set1_epi8(25)));
    __m128i shift = _mm_setr_epi8('A', 71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -19, -16, 0, 0);
    return _mm_add_epi8(six, _mm_shuffle_epi8(shift, kind));
}

__attribute__((target("ssse3"))) static void append_base64(const char *bytes, size_t count) {
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *to = output_room(&out, (count + 2) / 3 * 4 + 16);
    size_t at = 0;
    for (; at + 16 <= count; at += 12, to += 16) _mm_storeu_si128((__m128i *)to, letters(bytes + at));
    for (; at < count; at += 3, to += 4) {
        size_t left = count - at;
        unsigned value = (unsigned)(unsigned char)bytes[at] << 16;
        if (left > 1) value |= (unsigned)(unsigned char)bytes[at + 1] << 8;
        if (left > 2) value |= (unsigned char)bytes[at + 2];
        to[0] = LETTERS[value >> 18];
        to[1] = LETTERS[value >> 12 & 63];
        to[2] = left > 1 ? LETTERS[value >> 6 & 63] : '=';
        to[3] = left > 2 ? LETTERS[value & 63] : '=';
    }
    out.count = (size_t)(to - out.bytes);
}

static void append_number(size_t number) {
    char digits[24];
    append(&out, digits, (size_t)sprintf(digits, "%zu", number));
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
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

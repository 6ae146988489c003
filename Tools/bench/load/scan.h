// Reads JSON text in place: validates it by RFC 8259, UTF-8 included, and finds the members of an object. Allocates nothing.
//
// Stands in for a JSON library, which a plain Debian has none of this speed. It makes no tree: a member is found by walking
// its object again, so it suits messages that are asked for a few members, and is no limit for what needs all of them.
#ifndef SCAN_H
#define SCAN_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SCAN_DEPTH = 128 };  // containers within one another; deeper text is refused

typedef struct {
    const char *begin, *end;
} Text;

static inline const char *scan_space(const char *p, const char *end) {
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')) p++;
    return p;
}

// One character of UTF-8 that is not ASCII: no overlong form, no surrogate, nothing above U+10FFFF. NULL: none.
static inline const char *scan_wide(const char *p, const char *end) {
    const unsigned char *s = (const unsigned char *)p;
    unsigned char lead = s[0], low = 0x80, high = 0xBF;
    int more;
    if (lead >= 0xC2 && lead <= 0xDF) {
        more = 1;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        more = 2;
        if (lead == 0xE0) low = 0xA0;
        if (lead == 0xED) high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        more = 3;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;
    } else {
        return NULL;
    }
    if (end - p <= more || s[1] < low || s[1] > high) return NULL;
    for (int i = 2; i <= more; i++) {
        if (s[i] < 0x80 || s[i] > 0xBF) return NULL;
    }
    return p + 1 + more;
}

static inline bool scan_is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// A string's text and closing quote; p is behind the opening one. NULL: not valid.
static inline const char *scan_string(const char *p, const char *end) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    for (;;) {
        // Eight plain bytes at a time: neither a quote, a backslash, a control character nor beyond ASCII. A borrow may mark
        // a byte behind a true one as well, never in front of it (little-endian), so a mark only ends the skipping.
        while (end - p >= 8) {
            uint64_t word;
            memcpy(&word, p, 8);
            uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\');
            uint64_t marks = ((quote - ones) | (slash - ones) | (word - ones * 0x20) | word) & tops;
            if (marks != 0) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
                p += __builtin_ctzll(marks) >> 3;
#endif
                break;
            }
            p += 8;
        }
        if (p >= end) return NULL;
        unsigned char c = (unsigned char)*p;
        if (c == '"') return p + 1;
        if (c == '\\') {
            if (end - p < 2) return NULL;
            char escape = p[1];
            p += 2;
            if (escape == 'u') {
                if (end - p < 4) return NULL;
                for (int i = 0; i < 4; i++) {
                    if (!scan_is_hex(p[i])) return NULL;
                }
                p += 4;
            } else if (escape == 0 || !strchr("\"\\/bfnrt", escape)) {
                return NULL;
            }
        } else if (c >= 0x80) {
            p = scan_wide(p, end);
            if (!p) return NULL;
        } else if (c < 0x20) {
            return NULL;
        } else {
            p++;
        }
    }
}

static inline const char *scan_digits(const char *p, const char *end) {
    const char *begin = p;
    while (p < end && *p >= '0' && *p <= '9') p++;
    return p == begin ? NULL : p;
}

static inline const char *scan_number(const char *p, const char *end) {
    if (p < end && *p == '-') p++;
    if (p < end && *p == '0') {
        p++;
    } else if (!(p = scan_digits(p, end))) {
        return NULL;
    }
    if (p < end && *p == '.' && !(p = scan_digits(p + 1, end))) return NULL;
    if (p < end && (*p == 'e' || *p == 'E')) {
        p++;
        if (p < end && (*p == '+' || *p == '-')) p++;
        p = scan_digits(p, end);
    }
    return p;
}

static inline const char *scan_word(const char *p, const char *end, const char *word, long length) {
    return end - p >= length && memcmp(p, word, (size_t)length) == 0 ? p + length : NULL;
}

// One value, validated. Gives what is behind it, or NULL: not valid. depth: of the containers around it.
static const char *scan_value(const char *p, const char *end, int depth) {
    if (p >= end) return NULL;
    switch (*p) {
    case '"': return scan_string(p + 1, end);
    case 't': return scan_word(p, end, "true", 4);
    case 'f': return scan_word(p, end, "false", 5);
    case 'n': return scan_word(p, end, "null", 4);
    case '{':
    case '[': break;
    default: return scan_number(p, end);
    }
    if (depth >= SCAN_DEPTH) return NULL;
    bool object = *p == '{';
    char close = object ? '}' : ']';
    p = scan_space(p + 1, end);
    if (p < end && *p == close) return p + 1;
    for (;;) {
        if (object) {
            if (p >= end || *p != '"' || !(p = scan_string(p + 1, end))) return NULL;
            p = scan_space(p, end);
            if (p >= end || *p != ':') return NULL;
            p = scan_space(p + 1, end);
        }
        p = scan_value(p, end, depth + 1);
        if (!p) return NULL;
        p = scan_space(p, end);
        if (p >= end) return NULL;
        if (*p == close) return p + 1;
        if (*p != ',') return NULL;
        p = scan_space(p + 1, end);
    }
}

// A valid key's text (no quotes), read with its escapes, each of which is longer than what it stands for.
static bool scan_escaped_is(Text key, const char *name) {
    for (; *name && key.begin < key.end; name++) {
        unsigned code = (unsigned char)*key.begin++;
        if (code == '\\') {
            if (*key.begin != 'u') return false;
            code = 0;
            for (int i = 1; i <= 4; i++) {
                char h = key.begin[i];
                code = code * 16 + (unsigned)(h <= '9' ? h - '0' : (h | 0x20) - 'a' + 10);
            }
            key.begin += 5;
        }
        if (code != (unsigned char)*name) return false;
    }
    return !*name && key.begin == key.end;
}

// Compares a valid key's text (no quotes) with a name of ASCII letters, digits and dots.
static inline bool scan_key_is(Text key, const char *name) {
    size_t length = (size_t)(key.end - key.begin), due = strlen(name);
    if (length <= due) return length == due && memcmp(key.begin, name, due) == 0;
    return scan_escaped_is(key, name);
}

// The members of an object, validated while they are walked: begin with scan_members, then scan_next until it gives false.
// `p` is NULL once something is not valid, else behind the closing brace. In the place of scan_next, scan_key stops in front of
// the value, for whoever walks that as well: it sets `p` behind it.
typedef struct {
    const char *p, *end;
    int depth;
    bool first;
    Text key, value;
} Members;

static inline Members scan_members(Text object, int depth) {
    bool is_object = object.begin < object.end && *object.begin == '{' && depth < SCAN_DEPTH;
    return (Members){.p = is_object ? object.begin + 1 : NULL, .end = object.end, .depth = depth, .first = true};
}

static inline bool scan_key(Members *m) {
    const char *p = m->p, *end = m->end;
    m->p = NULL;
    if (!p) return false;
    p = scan_space(p, end);
    if (p >= end) return false;
    if (*p == '}') {
        m->p = p + 1;
        return false;
    }
    if (!m->first) {
        if (*p != ',') return false;
        p = scan_space(p + 1, end);
    }
    m->first = false;
    if (p >= end || *p != '"') return false;
    m->key.begin = p + 1;
    if (!(p = scan_string(p + 1, end))) return false;
    m->key.end = p - 1;
    p = scan_space(p, end);
    if (p >= end || *p != ':') return false;
    p = scan_space(p + 1, end);
    m->value = (Text){p, end};
    m->p = p;
    return true;
}

static inline bool scan_next(Members *m) {
    if (!scan_key(m)) return false;
    m->p = m->value.end = scan_value(m->p, m->end, m->depth + 1);
    return m->p != NULL;
}

// The value of the last member of that name; empty if there is none. The object is valid.
static inline Text scan_member(Text object, const char *name) {
    Text found = {NULL, NULL};
    Members members = scan_members(object, 0);
    while (scan_next(&members)) {
        if (scan_key_is(members.key, name)) found = members.value;
    }
    return found;
}

static inline bool scan_is(Text text, const char *literal) {
    size_t length = strlen(literal);
    return (size_t)(text.end - text.begin) == length && memcmp(text.begin, literal, length) == 0;
}
#endif

// Texts of an upstream as people read them: escapes of JSON and character references of HTML are decoded.
#ifndef TEXT_H
#define TEXT_H
#include "output.h"

// Decoded texts of one call.
static struct {
    char bytes[1 << 16];
    size_t count;
} scratch;

static char *put_scalar(char *to, unsigned code) {
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3F));
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    return to;
}

static unsigned hex4(const char *p) {
    unsigned code = 0;
    for (int i = 0; i < 4; i++) code = code * 16 + (unsigned)(p[i] <= '9' ? p[i] - '0' : (p[i] | 0x20) - 'a' + 10);
    return code;
}

// The text of a valid string's value (quotes included), as it stands where it has no escapes; NULL: not a string, or too long.
static Text decoded(Text value) {
    Text text = {value.begin + 1, value.end - 1};
    if (*value.begin != '"') return (Text){NULL, NULL};
    size_t length = (size_t)(text.end - text.begin);
    if (!memchr(text.begin, '\\', length)) return text;
    if (length > sizeof scratch.bytes - scratch.count) return (Text){NULL, NULL};
    char *begin = scratch.bytes + scratch.count, *to = begin;
    for (const char *p = text.begin; p < text.end;) {
        if (*p != '\\') {
            *to++ = *p++;
            continue;
        }
        char escape = p[1];
        p += 2;
        switch (escape) {
        case 'n': *to++ = '\n'; break;
        case 't': *to++ = '\t'; break;
        case 'r': *to++ = '\r'; break;
        case 'b': *to++ = '\b'; break;
        case 'f': *to++ = '\f'; break;
        case 'u': {
            unsigned code = hex4(p);
            p += 4;
            bool high = code >= 0xD800 && code < 0xDC00;
            unsigned low = high && text.end - p >= 6 && p[0] == '\\' && p[1] == 'u' ? hex4(p + 2) : 0;
            if (low >= 0xDC00 && low < 0xE000) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                p += 6;
            } else if (code >= 0xD800 && code < 0xE000) {
                code = 0xFFFD;
            }
            to = put_scalar(to, code);
            break;
        }
        default: *to++ = escape;
        }
    }
    scratch.count += (size_t)(to - begin);
    return (Text){begin, to};
}

static const struct {
    const char *name;
    unsigned code;
} REFERENCES[] = {
    {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}, {"nbsp", ' '}, {"ndash", 0x2013}, {"mdash", 0x2014},
    {"lsquo", 0x2018}, {"rsquo", 0x2019}, {"ldquo", 0x201C}, {"rdquo", 0x201D}, {"hellip", 0x2026}, {"eacute", 0xE9}};

// Not inlined: most texts have none of them.
static __attribute__((noinline)) unsigned named_reference(Text name) {
    for (size_t i = 0; i < sizeof REFERENCES / sizeof *REFERENCES; i++) {
        if (scan_is(name, REFERENCES[i].name)) return REFERENCES[i].code;
    }
    return 0;
}

// The scalar of a character reference that begins here, 0: none; *end: behind it.
static unsigned reference(const char *p, const char *limit, const char **end) {
    const char *close = memchr(p, ';', (size_t)(limit - p < 12 ? limit - p : 12));
    if (!close) return 0;
    *end = close + 1;
    if (p[1] == '#') {
        bool hex = (p[2] | 0x20) == 'x';
        unsigned code = 0;
        for (const char *digit = p + (hex ? 3 : 2); digit < close; digit++) {
            if (hex ? !scan_is_hex(*digit) : *digit < '0' || *digit > '9') return 0;
            code = hex ? code * 16 + (unsigned)(*digit <= '9' ? *digit - '0' : (*digit | 0x20) - 'a' + 10)
                       : code * 10 + (unsigned)(*digit - '0');
            if (code > 0x10FFFF) return 0;
        }
        return code >= 0xD800 && code < 0xE000 ? 0 : code;
    }
    return named_reference((Text){p + 1, close});
}

// A text of people: its character references are decoded as well.
static Text prose(Text value) {
    Text text = decoded(value);
    size_t length = (size_t)(text.end - text.begin);
    if (!text.begin || !memchr(text.begin, '&', length)) return text;
    if (length > sizeof scratch.bytes - scratch.count) return (Text){NULL, NULL};
    char *begin = scratch.bytes + scratch.count, *to = begin;
    for (const char *p = text.begin, *end; p < text.end;) {
        unsigned code = *p == '&' ? reference(p, text.end, &end) : 0;
        if (code) {
            to = put_scalar(to, code);
            p = end;
        } else {
            *to++ = *p++;
        }
    }
    scratch.count += (size_t)(to - begin);
    return (Text){begin, to};
}
#endif

/* Looks at sixteen bytes at once: Swift has no way to the processor's mask of a comparison, nor to its sums of bytes. */
#ifndef GALLERIA_BYTE_SCAN_H
#define GALLERIA_BYTE_SCAN_H

#if defined(__x86_64__)
/* What the processor can do, as the C library found it: the compiler's own way asks the processor once more at each start, which
   takes 20 microseconds where it is a virtual one. */
#include <sys/platform/x86.h>
#endif

/* Sixteen bytes as they lie in memory. */
typedef unsigned char galleria_sixteen __attribute__((__ext_vector_type__(16)));

/* Marks, by a bit each from the first on, those of the sixteen bytes that are not ASCII or do not stand in a JSON string as
   they are: control characters, DEL, quote, backslash. Marks above the lowest may be wrong. */
static inline __attribute__((always_inline)) unsigned galleria_string_stops(galleria_sixteen bytes) {
#if defined(__SSE2__)
    typedef signed char signed_bytes __attribute__((__vector_size__(16)));
    typedef char plain_bytes __attribute__((__vector_size__(16)));
    signed_bytes text = (signed_bytes)bytes;
    /* Bytes from 0x80 on are negative. */
    signed_bytes stops = (signed_bytes)(text < ((signed_bytes){} + 0x20)) | (signed_bytes)(text == ((signed_bytes){} + '"'))
        | (signed_bytes)(text == ((signed_bytes){} + '\\')) | (signed_bytes)(text == ((signed_bytes){} + 0x7F));
    return (unsigned)__builtin_ia32_pmovmskb128((plain_bytes)stops);
#else
    const unsigned long long ones = 0x0101010101010101ULL, tops = 0x8080808080808080ULL;
    for (unsigned place = 0; place < 16; place += 8) {
        unsigned long long word;
        __builtin_memcpy(&word, (const char *)&bytes + place, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        unsigned long long quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
        unsigned long long stops =
            (word | (word - ones * 0x20) | (quote - ones) | (backslash - ones) | (word + ones)) & tops;
        if (stops != 0) return 1u << (place + (unsigned)__builtin_ctzll(stops) / 8);
    }
    return 0;
#endif
}

/* Counts what a tape of JSON may need a word for: commas and colons once, opening brackets twice. Bytes within strings count as
   well.
   count: bytes from the first on, any number of them. */
static inline __attribute__((always_inline)) unsigned long galleria_most_words(const unsigned char *_Nonnull bytes, unsigned long count) {
    unsigned long words = 0, place = 0;
#if defined(__SSE2__)
    typedef signed char lanes __attribute__((__vector_size__(16)));
    typedef long long halves __attribute__((__vector_size__(16)));
    typedef char plain_bytes __attribute__((__vector_size__(16)));
    while (count - place >= 16) {
        /* Two a step at most, so that 120 steps stay below 256 in each lane. */
        unsigned long end = count - place >= 120 * 16 ? place + 120 * 16 : place + (count - place) / 16 * 16;
        lanes found = {};
        for (; place < end; place += 16) {
            lanes text;
            __builtin_memcpy(&text, bytes + place, 16);
            /* "[" and "{" differ in the bit 0x20 alone; what is equal is -1. */
            lanes opening = (lanes)((text | ((lanes){} + 0x20)) == ((lanes){} + '{'));
            found -= (lanes)(text == ((lanes){} + ',')) + (lanes)(text == ((lanes){} + ':')) + opening + opening;
        }
        halves sums = (halves)__builtin_ia32_psadbw128((plain_bytes)found, (plain_bytes){});
        words += (unsigned long)(sums[0] + sums[1]);
    }
#endif
    for (; place < count; place++) {
        words += bytes[place] == ',' || bytes[place] == ':';
        words += (bytes[place] | 0x20) == '{' ? 2 : 0;
    }
    return words;
}

/* Marks, by a bit each from the first on, those of the sixteen bytes that may not stand raw on a line of JSON: control characters,
   DEL, the lead bytes of C1 controls and of U+2028 and U+2029; of a string quote and backslash as well. */
static inline __attribute__((always_inline)) unsigned galleria_line_stops(galleria_sixteen text, int is_string) {
    galleria_sixteen stops = (galleria_sixteen)(text < ((galleria_sixteen){} + 0x20)) | (galleria_sixteen)(text == ((galleria_sixteen){} + 0x7F))
        /* The two lead bytes differ in the bit 0x20 alone. */
        | (galleria_sixteen)((text | ((galleria_sixteen){} + 0x20)) == ((galleria_sixteen){} + 0xE2));
    if (is_string) {
        stops |= (galleria_sixteen)(text == ((galleria_sixteen){} + '"')) | (galleria_sixteen)(text == ((galleria_sixteen){} + '\\'));
    }
#if defined(__SSE2__)
    typedef char plain_bytes __attribute__((__vector_size__(16)));
    return (unsigned)__builtin_ia32_pmovmskb128((plain_bytes)stops);
#else
    unsigned marks = 0;
    for (unsigned place = 0; place < 16; place++) marks |= (unsigned)(stops[place] & 1) << place;
    return marks;
#endif
}

/* Bytes of a text before the first that may not stand raw, all of at most fifteen where every byte may; they are copied, and what stands
   behind them in `to` may be anything. Loads and stores overlap, in place of a loop over so few bytes. */
static inline __attribute__((always_inline)) unsigned long galleria_copy_clean_end(
    const unsigned char *_Nonnull from, unsigned long count, unsigned char *_Nonnull to, int is_string) {
    typedef unsigned long long words __attribute__((__vector_size__(16)));
    if (count >= 8) {
        unsigned long long first, last;
        __builtin_memcpy(&first, from, 8);
        __builtin_memcpy(&last, from + count - 8, 8);
        __builtin_memcpy(to, &first, 8);
        __builtin_memcpy(to + count - 8, &last, 8);
        unsigned marks = galleria_line_stops((galleria_sixteen)(words){first, last}, is_string);
        if ((marks & 0xFF) != 0) return (unsigned long)__builtin_ctz(marks);
        return marks != 0 ? count - 16 + (unsigned long)__builtin_ctz(marks) : count;
    }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (count >= 4) {
        unsigned first, last;
        __builtin_memcpy(&first, from, 4);
        __builtin_memcpy(&last, from + count - 4, 4);
        __builtin_memcpy(to, &first, 4);
        __builtin_memcpy(to + count - 4, &last, 4);
        /* Blanks fill the other half. */
        unsigned marks = galleria_line_stops(
            (galleria_sixteen)(words){first | (unsigned long long)last << 32, 0x2020202020202020}, is_string);
        if ((marks & 0xF) != 0) return (unsigned long)__builtin_ctz(marks);
        return marks != 0 ? count - 8 + (unsigned long)__builtin_ctz(marks) : count;
    }
#endif
    for (unsigned long at = 0; at < count; at++) {
        unsigned char byte = from[at];
        if (byte < 0x20 || byte == 0x7F || (byte | 0x20) == 0xE2 || (is_string && (byte == '"' || byte == '\\'))) return at;
        to[at] = byte;
    }
    return count;
}

/* Copies a string up to the first byte that may have to be escaped.
   to: room for as many bytes and sixteen more.
   Returns how many bytes there are before it. */
static inline __attribute__((always_inline)) unsigned long galleria_copy_clean(
    const unsigned char *_Nonnull from, unsigned long count, unsigned char *_Nonnull to) {
    unsigned long at = 0;
    for (; count - at >= 16; at += 16) {
        galleria_sixteen text;
        __builtin_memcpy(&text, from + at, 16);
        __builtin_memcpy(to + at, &text, 16);
        unsigned marks = galleria_line_stops(text, 1);
        if (marks != 0) return at + (unsigned long)__builtin_ctz(marks);
    }
    return at + galleria_copy_clean_end(from + at, count - at, to + at, 1);
}

/* Whether bytes that begin with E2 or C2 begin something else than U+2028, U+2029 or a C1 control; not where they end too soon to
   tell. */
static inline __attribute__((always_inline)) int galleria_begins_plain(const unsigned char *_Nonnull from, unsigned long count) {
    if (from[0] == 0xC2) return count >= 2 && (from[1] & 0xE0) != 0x80;
    return count >= 3 && (from[1] != 0x80 || (from[2] & 0xFE) != 0xA8);
}

/* Letters behind the backslash of what is mostly escaped in a string; 0 for any other byte. */
static const unsigned char galleria_escape_letters[256] = {['\n'] = 'n', ['"'] = '"', ['\\'] = '\\'};

#if defined(__x86_64__)
/* The same as below for whole blocks of thirty-two bytes: returns at the first character that is to be escaped as \u or may be.
   from: behind the blocks thirty-two bytes more may be read.
   count: bytes of the blocks.
   all: bytes of the text from `from` on: more than the blocks have, or fewer where the last block is filled up. */
static inline __attribute__((target("avx2"), always_inline)) unsigned long galleria_copy_blocks(
    const unsigned char *_Nonnull from, unsigned long count, unsigned long all, unsigned char *_Nonnull to, unsigned long *_Nonnull written, int is_string) {
    typedef unsigned char block __attribute__((__vector_size__(32)));
    typedef char plain_bytes __attribute__((__vector_size__(32)));
    typedef unsigned short halves __attribute__((__vector_size__(32)));
    /* Two tables have a bit for each kind of stop: one the kinds that a byte may be by its lower four bits, one by its upper four. It is
       a stop where both name the same kind: 1 control characters, 2 quote, 4 backslash, 8 DEL, 16 the lead bytes C2 and E2. The
       lookup takes the tables once for each half of a block. */
    const char quote = is_string ? 2 : 0, backslash = is_string ? 4 : 0;
    const plain_bytes by_lower = {1, 1, 1 | quote | 16, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 | backslash, 1, 1, 1 | 8,
                                  1, 1, 1 | quote | 16, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 | backslash, 1, 1, 1 | 8};
    const plain_bytes by_upper = {1, 1, 2, 0, 0, 4, 0, 8, 0, 0, 0, 0, 16, 0, 16, 0,
                                  1, 1, 2, 0, 0, 4, 0, 8, 0, 0, 0, 0, 16, 0, 16, 0};
    unsigned long at = 0, put = 0;
    for (; at < count; at += 32) {
        block text;
        __builtin_memcpy(&text, from + at, 32);
        __builtin_memcpy(to + put, &text, 32);
        plain_bytes lower = __builtin_ia32_pshufb256(by_lower, (plain_bytes)(text & ((block){} + 0x0F)));
        plain_bytes upper = __builtin_ia32_pshufb256(by_upper, (plain_bytes)((block)((halves)text >> 4) & ((block){} + 0x0F)));
        unsigned marks = ~(unsigned)__builtin_ia32_pmovmskb256((plain_bytes)((lower & upper) == (plain_bytes){}));
        unsigned long done = 0;
        for (; marks != 0; marks &= marks - 1) {
            unsigned long stop = (unsigned long)__builtin_ctz(marks);
            unsigned char byte = from[at + stop], letter = galleria_escape_letters[byte];
            if (!is_string || letter == 0) {
                /* Most that begin so are dashes, quotes and signs of currencies, which stand as they are. */
                if ((byte | 0x20) == 0xE2 && galleria_begins_plain(from + at + stop, all - at - stop)) continue;
                *written = put + stop - done;
                return at + stop;
            }
            put += stop - done;
            done = stop + 1;
            /* Behind the escape stands the rest of the block, and more, which is written over. */
            __builtin_memcpy(&text, from + at + done, 32);
            to[put] = '\\';
            to[put + 1] = letter;
            __builtin_memcpy(to + put + 2, &text, 32);
            put += 2;
        }
        put += 32 - done;
    }
    *written = put;
    return at;
}

static __attribute__((target("avx2"), noinline, unused)) unsigned long galleria_copy_string_blocks(
    const unsigned char *_Nonnull from, unsigned long count, unsigned long all, unsigned char *_Nonnull to, unsigned long *_Nonnull written) {
    return galleria_copy_blocks(from, count, all, to, written, 1);
}

static __attribute__((target("avx2"), noinline, unused)) unsigned long galleria_copy_json_blocks(
    const unsigned char *_Nonnull from, unsigned long count, unsigned long all, unsigned char *_Nonnull to, unsigned long *_Nonnull written) {
    return galleria_copy_blocks(from, count, all, to, written, 0);
}
#endif

/* Copies a text as it stands on a line of JSON, up to a character that is to be escaped as \u or may be; line feeds, quotes and
   backslashes of a string are escaped here, being most of what is.
   to: room for twice as many bytes and sixty-four more.
   written: is given how many bytes were put there.
   Returns how many bytes of the text they are. */
static inline unsigned long galleria_copy_line(
    const unsigned char *_Nonnull from, unsigned long count, unsigned char *_Nonnull to, unsigned long *_Nonnull written, int is_string) {
    unsigned long at = 0, put = 0;
#if defined(__x86_64__)
    /* The C library is called for it: once, not at each step. */
    const int has_blocks = count >= 64 && CPU_FEATURE_ACTIVE(AVX2);
#endif
    while (at < count) {
#if defined(__x86_64__)
        if (has_blocks) {
            const unsigned char *block = from + at;
            unsigned long blocks = count - at, filling = 0, put_here = 0;
            unsigned char last[96];
            if (blocks >= 64) {
                /* Those behind which another one may be read. */
                blocks = (blocks - 32) / 32 * 32;
            } else {
                /* Filled up with what is no stop. */
                filling = -blocks % 32;
                __builtin_memset(last, ' ', sizeof last);
                __builtin_memcpy(last, block, blocks);
                block = last;
                blocks += filling;
            }
            unsigned long taken = is_string ? galleria_copy_string_blocks(block, blocks, count - at, to + put, &put_here)
                                            : galleria_copy_json_blocks(block, blocks, count - at, to + put, &put_here);
            at += taken;
            put += put_here;
            if (taken == blocks) {
                at -= filling;
                put -= filling;
                continue;
            }
        }
#endif
        unsigned long left = count - at, clean = 16;
        if (left >= 16) {
            galleria_sixteen text;
            __builtin_memcpy(&text, from + at, 16);
            __builtin_memcpy(to + put, &text, 16);
            unsigned marks = galleria_line_stops(text, is_string);
            if (marks != 0) clean = (unsigned long)__builtin_ctz(marks);
        } else {
            clean = galleria_copy_clean_end(from + at, left, to + put, is_string);
        }
        at += clean;
        put += clean;
        if (clean == 16) continue;
        if (at == count) break;
        unsigned char byte = from[at];
        if (is_string && galleria_escape_letters[byte] != 0) {
            to[put] = '\\';
            to[put + 1] = galleria_escape_letters[byte];
            at += 1;
            put += 2;
            continue;
        }
        if ((byte | 0x20) != 0xE2 || !galleria_begins_plain(from + at, count - at)) break;
        /* The lead byte alone: those behind it may be any, in bytes that are no UTF-8. */
        to[put] = byte;
        at += 1;
        put += 1;
    }
    *written = put;
    return at;
}

#endif

/* Looks at sixteen bytes at once: Swift has no way to the processor's mask of a comparison, nor to its sums of bytes. */
#ifndef GALLERIA_BYTE_SCAN_H
#define GALLERIA_BYTE_SCAN_H

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

#endif

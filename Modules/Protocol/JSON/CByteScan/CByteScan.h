/* Looks at sixteen bytes at once: Swift has no way to the processor's mask of a comparison. */
#ifndef GALLERIA_BYTE_SCAN_H
#define GALLERIA_BYTE_SCAN_H

/* Marks, by a bit each from the first on, those of the sixteen bytes that are not ASCII or do not stand in a JSON string as
   they are: control characters, DEL, quote, backslash. Marks above the lowest may be wrong. */
static inline __attribute__((always_inline)) unsigned galleria_string_stops(const void *_Nonnull bytes) {
#if defined(__SSE2__)
    typedef signed char signed_bytes __attribute__((__vector_size__(16)));
    typedef char plain_bytes __attribute__((__vector_size__(16)));
    signed_bytes text;
    __builtin_memcpy(&text, bytes, 16);
    /* Bytes from 0x80 on are negative. */
    signed_bytes stops = (signed_bytes)(text < ((signed_bytes){} + 0x20)) | (signed_bytes)(text == ((signed_bytes){} + '"'))
        | (signed_bytes)(text == ((signed_bytes){} + '\\')) | (signed_bytes)(text == ((signed_bytes){} + 0x7F));
    return (unsigned)__builtin_ia32_pmovmskb128((plain_bytes)stops);
#else
    const unsigned long long ones = 0x0101010101010101ULL, tops = 0x8080808080808080ULL;
    for (unsigned place = 0; place < 16; place += 8) {
        unsigned long long word;
        __builtin_memcpy(&word, (const char *)bytes + place, 8);
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

#endif

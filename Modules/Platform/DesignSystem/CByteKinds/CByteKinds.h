/* Kinds of a text's bytes, sixteen at a time: Swift has no way to the processor's mask of a comparison. */
#ifndef GALLERIA_BYTE_KINDS_H
#define GALLERIA_BYTE_KINDS_H

/* Marks, by a bit each from the first on, those of the sixteen bytes that are neither letters nor digits, nor stand from comma to
   colon. */
static inline __attribute__((always_inline)) unsigned galleria_unusual_bytes(const unsigned char *_Nonnull text) {
    typedef unsigned char block __attribute__((__vector_size__(16)));
    block bytes;
    __builtin_memcpy(&bytes, text, 16);
    block letters = (bytes | ((block){} + 0x20)) - ((block){} + 'a'), others = bytes - ((block){} + ',');
    block usual = (block)(letters < ((block){} + 26)) | (block)(others < ((block){} + 15));
#if defined(__SSE2__)
    typedef char plain_bytes __attribute__((__vector_size__(16)));
    return (unsigned)__builtin_ia32_pmovmskb128((plain_bytes)usual) ^ 0xFFFF;
#else
    unsigned marks = 0;
    for (unsigned place = 0; place < 16; place++) marks |= (unsigned)(~usual[place] & 1) << place;
    return marks;
#endif
}

/* The kinds of all bytes of a text, by a table of those of each byte. Letters, digits and what stands from comma to colon must be of
   none. By the table alone it took 3 instructions a byte. */
static inline unsigned char galleria_byte_kinds(
    const unsigned char *_Nonnull text, unsigned long count, const unsigned char *_Nonnull table) {
    unsigned char found = 0;
    unsigned long at = 0;
    if (count < 16) {
        for (; at < count; at++) found |= table[text[at]];
        return found;
    }
    for (; at < count; at += 16) {
        /* The last sixteen may be looked at twice. */
        const unsigned char *block = text + (count - at < 16 ? count - 16 : at);
        for (unsigned marks = galleria_unusual_bytes(block); marks != 0; marks &= marks - 1) {
            found |= table[block[__builtin_ctz(marks)]];
        }
    }
    return found;
}

#endif

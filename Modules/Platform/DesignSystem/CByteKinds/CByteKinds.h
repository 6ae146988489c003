/* Kinds of a text's bytes, sixteen at a time: Swift has no way to the processor's mask of a comparison. */
#ifndef GALLERIA_BYTE_KINDS_H
#define GALLERIA_BYTE_KINDS_H

#define GALLERIA_HAS_SPACE 0x100
#define GALLERIA_HAS_SPACES 0x200

typedef unsigned char galleria_block __attribute__((__vector_size__(16)));

/* A bit for each byte of a comparison, from the first on. */
static inline __attribute__((always_inline)) unsigned galleria_bits(galleria_block compared) {
#if defined(__SSE2__)
    typedef char plain_bytes __attribute__((__vector_size__(16)));
    return (unsigned)__builtin_ia32_pmovmskb128((plain_bytes)compared);
#else
    unsigned marks = 0;
    for (unsigned place = 0; place < 16; place++) marks |= (unsigned)(compared[place] & 1) << place;
    return marks;
#endif
}

/* The kinds of a block of sixteen bytes, those of `usual` ones not looked up; its spaces by a bit each. */
static inline __attribute__((always_inline)) unsigned galleria_block_kinds(
    galleria_block bytes, const unsigned char *_Nonnull table, unsigned *_Nonnull spaces) {
    galleria_block blank = (galleria_block)(bytes == ((galleria_block){} + ' '));
    galleria_block letters = (bytes | ((galleria_block){} + 0x20)) - ((galleria_block){} + 'a');
    galleria_block others = bytes - ((galleria_block){} + ',');
    galleria_block usual =
        (galleria_block)(letters < ((galleria_block){} + 26)) | (galleria_block)(others < ((galleria_block){} + 15)) | blank;
    *spaces = galleria_bits(blank);
    unsigned found = 0;
    for (unsigned marks = galleria_bits(usual) ^ 0xFFFF; marks != 0; marks &= marks - 1) {
        found |= table[bytes[__builtin_ctz(marks)]];
    }
    return found;
}

/* The kinds of all bytes of a text, by a table of those of each byte; GALLERIA_HAS_SPACE for a space, GALLERIA_HAS_SPACES for one behind
   another. Letters, digits, what stands from comma to colon and the space must be of no kind in the table. By the table alone it took
   3 instructions a byte. */
static inline unsigned galleria_byte_kinds(
    const unsigned char *_Nonnull text, unsigned long count, const unsigned char *_Nonnull table) {
    unsigned found = 0, spaces = 0, pairs = 0, marked = 0;
    galleria_block bytes;
    if (count >= 16) {
        unsigned last = 0;
        unsigned long at = 0;
        for (; at + 16 <= count; at += 16) {
            __builtin_memcpy(&bytes, text + at, 16);
            found |= galleria_block_kinds(bytes, table, &marked);
            spaces |= marked;
            pairs |= marked & (marked << 1 | last);
            last = marked >> 15;
        }
        if (at < count) {
            /* The last sixteen, some of them a second time. */
            __builtin_memcpy(&bytes, text + count - 16, 16);
            found |= galleria_block_kinds(bytes, table, &marked);
            spaces |= marked;
            pairs |= marked & marked << 1;
        }
    } else {
        /* Beside letters, at the beginning and at the end of a block: those in the middle twice. */
        bytes = (galleria_block){} + 'a';
        unsigned char *block = (unsigned char *)&bytes;
        unsigned long half = count >= 8 ? 8 : count >= 4 ? 4 : count >= 2 ? 2 : count;
        switch (half) {
            case 8: __builtin_memcpy(block, text, 8), __builtin_memcpy(block + 8, text + count - 8, 8); break;
            case 4: __builtin_memcpy(block, text, 4), __builtin_memcpy(block + 8, text + count - 4, 4); break;
            case 2: __builtin_memcpy(block, text, 2), __builtin_memcpy(block + 8, text + count - 2, 2); break;
            case 1: block[0] = text[0]; break;
            default: break;
        }
        found = galleria_block_kinds(bytes, table, &spaces);
        /* The ninth byte of the block does not stand behind the eighth. */
        pairs = spaces & spaces << 1 & ~(1u << 8);
    }
    if (spaces != 0) found |= GALLERIA_HAS_SPACE;
    if (pairs != 0) found |= GALLERIA_HAS_SPACES;
    return found;
}

/* The place of the first byte from a place on that HTML says otherwise: an ampersand, a line end or a tab, or a space behind another. */
static inline unsigned long galleria_end_of_plain_html(
    const unsigned char *_Nonnull text, unsigned long at, unsigned long count, unsigned follows_space) {
    galleria_block bytes;
    for (; at + 16 <= count; at += 16) {
        __builtin_memcpy(&bytes, text + at, 16);
        galleria_block others = (galleria_block)(bytes == ((galleria_block){} + '&'))
            | (galleria_block)(bytes - ((galleria_block){} + '\t') < ((galleria_block){} + 5));
        unsigned spaces = galleria_bits((galleria_block)(bytes == ((galleria_block){} + ' ')));
        unsigned marks = galleria_bits(others) | (spaces & (spaces << 1 | follows_space));
        if (marks != 0) return at + (unsigned)__builtin_ctz(marks);
        follows_space = spaces >> 15;
    }
    for (; at < count; at++) {
        unsigned is_space = text[at] == ' ';
        if (text[at] == '&' || (text[at] >= '\t' && text[at] <= '\r') || (is_space & follows_space)) return at;
        follows_space = is_space;
    }
    return count;
}

/* The place of the first byte beyond ASCII from a place on; the count of bytes without one. */
static inline unsigned long galleria_end_of_ascii(const unsigned char *_Nonnull text, unsigned long at, unsigned long count) {
    galleria_block bytes;
    for (; at + 16 <= count; at += 16) {
        __builtin_memcpy(&bytes, text + at, 16);
        unsigned marks = galleria_bits((galleria_block)(bytes >= ((galleria_block){} + 0x80)));
        if (marks != 0) return at + (unsigned)__builtin_ctz(marks);
    }
    while (at < count && text[at] < 0x80) at++;
    return at;
}

#endif

// Base64 sixteen letters at a time, by SSSE3 (Muła and Lemire, "Faster Base64 Encoding and Decoding Using AVX2 Instructions"): how
// pictures.c wrote it until 2026-11-30. On another processor than x86 there is none.
#ifndef BASE64_SSSE3_H
#define BASE64_SSSE3_H
#include "output.h"

#ifdef __x86_64__
#include <tmmintrin.h>

enum { HAS_SSSE3 = true };

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

__attribute__((target("ssse3"))) static void append_base64_ssse3(Output *output, const char *bytes, size_t count) {
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *to = output_room(output, (count + 2) / 3 * 4 + 16);
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
    output->count = (size_t)(to - output->bytes);
}
#else
enum { HAS_SSSE3 = false };

static void append_base64_ssse3(Output *output, const char *bytes, size_t count) { (void)output, (void)bytes, (void)count; }
#endif
#endif

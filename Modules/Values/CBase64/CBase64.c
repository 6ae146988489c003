#include "CBase64.h"

// Of each three bytes the four letters' bits are moved to bytes of their own, and each is made a letter by adding what its kind
// (capitals, small letters, digits, the last two) wants: Muła and Lemire, "Faster Base64 Encoding and Decoding Using AVX2
// Instructions", ACM Transactions on the Web 12 (3), 2018. It is checked against the plain loop below for each width.
#if defined(__x86_64__)
#include <immintrin.h>
#include <sys/platform/x86.h>

// What to add to a value of six bits: 0 small letters, 1 to 10 digits, 11 and 12 the last two, 13 capitals.
#define SHIFTS(last, least) 71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, (last) - 62, (least) - 63, 65, 0, 0

// Twelve bytes become sixteen letters; four bytes more are read.
__attribute__((target("ssse3"))) static __m128i sixteen(const uint8_t *from, __m128i shifts) {
    __m128i in = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)from),
                                  _mm_set_epi8(10, 11, 9, 10, 7, 8, 6, 7, 4, 5, 3, 4, 1, 2, 0, 1));
    __m128i high = _mm_mulhi_epu16(_mm_and_si128(in, _mm_set1_epi32(0x0fc0fc00)), _mm_set1_epi32(0x04000040));
    __m128i low = _mm_mullo_epi16(_mm_and_si128(in, _mm_set1_epi32(0x003f03f0)), _mm_set1_epi32(0x01000010));
    __m128i six = _mm_or_si128(high, low);
    __m128i capital = _mm_and_si128(_mm_cmpgt_epi8(_mm_set1_epi8(26), six), _mm_set1_epi8(13));
    __m128i kind = _mm_or_si128(_mm_subs_epu8(six, _mm_set1_epi8(51)), capital);
    return _mm_add_epi8(six, _mm_shuffle_epi8(shifts, kind));
}

// Twenty-four bytes become thirty-two letters; four bytes more are read.
__attribute__((target("avx2"))) static __m256i thirty_two(const uint8_t *from, __m256i shifts) {
    __m256i in = _mm256_loadu2_m128i((const __m128i *)(from + 12), (const __m128i *)from);
    in = _mm256_shuffle_epi8(in, _mm256_broadcastsi128_si256(
                                     _mm_set_epi8(10, 11, 9, 10, 7, 8, 6, 7, 4, 5, 3, 4, 1, 2, 0, 1)));
    __m256i high = _mm256_mulhi_epu16(_mm256_and_si256(in, _mm256_set1_epi32(0x0fc0fc00)), _mm256_set1_epi32(0x04000040));
    __m256i low = _mm256_mullo_epi16(_mm256_and_si256(in, _mm256_set1_epi32(0x003f03f0)), _mm256_set1_epi32(0x01000010));
    __m256i six = _mm256_or_si256(high, low);
    __m256i capital = _mm256_and_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8(26), six), _mm256_set1_epi8(13));
    __m256i kind = _mm256_or_si256(_mm256_subs_epu8(six, _mm256_set1_epi8(51)), capital);
    return _mm256_add_epi8(six, _mm256_shuffle_epi8(shifts, kind));
}

// These return the bytes that were written so, a multiple of three.
__attribute__((target("ssse3"))) static size_t by_sixteen(const uint8_t *bytes, size_t count, bool url, uint8_t *letters) {
    const __m128i shifts = url ? _mm_setr_epi8(SHIFTS('-', '_')) : _mm_setr_epi8(SHIFTS('+', '/'));
    size_t at = 0;
    for (; count - at >= 16; at += 12, letters += 16) _mm_storeu_si128((__m128i *)letters, sixteen(bytes + at, shifts));
    return at;
}

__attribute__((target("avx2"))) static size_t by_thirty_two(const uint8_t *bytes, size_t count, bool url, uint8_t *letters) {
    const __m256i shifts = _mm256_broadcastsi128_si256(
        url ? _mm_setr_epi8(SHIFTS('-', '_')) : _mm_setr_epi8(SHIFTS('+', '/')));
    size_t at = 0;
    for (; count - at >= 28; at += 24, letters += 32) {
        _mm256_storeu_si256((__m256i *)letters, thirty_two(bytes + at, shifts));
    }
    return at;
}
#endif

static const char standard[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char of_urls[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

size_t cbase64_write(const uint8_t *bytes, size_t count, bool url, unsigned widest, uint8_t *letters) {
    const char *alphabet = url ? of_urls : standard;
    size_t at = 0;
#if defined(__x86_64__)
    if (count >= 28 && widest >= 32 && CPU_FEATURE_ACTIVE(AVX2)) at = by_thirty_two(bytes, count, url, letters);
    if (count - at >= 16 && widest >= 16 && CPU_FEATURE_ACTIVE(SSSE3)) {
        at += by_sixteen(bytes + at, count - at, url, letters + at / 3 * 4);
    }
#endif
    uint8_t *to = letters + at / 3 * 4;
    for (; count - at >= 3; at += 3) {
        uint32_t bits = (uint32_t)bytes[at] << 16 | (uint32_t)bytes[at + 1] << 8 | bytes[at + 2];
        *to++ = (uint8_t)alphabet[bits >> 18];
        *to++ = (uint8_t)alphabet[bits >> 12 & 63];
        *to++ = (uint8_t)alphabet[bits >> 6 & 63];
        *to++ = (uint8_t)alphabet[bits & 63];
    }
    size_t rest = count - at;
    if (rest > 0) {
        uint32_t bits = (uint32_t)bytes[at] << 16 | (rest == 2 ? (uint32_t)bytes[at + 1] << 8 : 0);
        *to++ = (uint8_t)alphabet[bits >> 18];
        *to++ = (uint8_t)alphabet[bits >> 12 & 63];
        if (rest == 2) *to++ = (uint8_t)alphabet[bits >> 6 & 63];
        for (size_t pad = rest; !url && pad < 3; pad++) *to++ = '=';
    }
    return count == 0 ? 0 : (size_t)(to - letters);
}

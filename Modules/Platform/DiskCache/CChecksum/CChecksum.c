#include "CChecksum.h"

#include "Vectors.h"

#if defined(__x86_64__)
#include <sys/platform/x86.h>
#endif

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t cchecksum_xxh3(const void *bytes, size_t count, uint64_t seed) {
#if defined(__x86_64__)
    // Processors before those with VBMI2 slow down for a while where one of these words is 64 bytes.
    if (count >= 256 && CPU_FEATURE_ACTIVE(AVX512_VBMI2)) return cchecksum_avx512(bytes, count, seed);
    if (count >= 256 && CPU_FEATURE_ACTIVE(AVX2)) return cchecksum_avx2(bytes, count, seed);
#endif
    return XXH3_64bits_withSeed(bytes, count, seed);
}

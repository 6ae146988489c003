#include "CChecksum.h"

#include <stdbool.h>

#include "Vectors.h"

#if defined(__x86_64__)
#include <sys/platform/x86.h>
#endif

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t cchecksum_xxh3(const void *bytes, size_t count, uint64_t seed, unsigned widest) {
#if defined(__x86_64__)
    // Foundation is what the sum takes. Processors with it that came before VBMI2 slow down for a while after words of 64 bytes.
    const bool has_widest = CPU_FEATURE_ACTIVE(AVX512F) && CPU_FEATURE_ACTIVE(AVX512_VBMI2);
    if (count >= 256 && widest >= 64 && has_widest) return cchecksum_avx512(bytes, count, seed);
    if (count >= 256 && widest >= 32 && CPU_FEATURE_ACTIVE(AVX2)) return cchecksum_avx2(bytes, count, seed);
#endif
    (void)widest;
    return XXH3_64bits_withSeed(bytes, count, seed);
}

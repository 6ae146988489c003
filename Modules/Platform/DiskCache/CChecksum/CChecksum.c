#include "CChecksum.h"

#include "Wide.h"

#if defined(__x86_64__)
#include <sys/platform/x86.h>
#endif

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t cchecksum_xxh3(const void *bytes, size_t count, uint64_t seed) {
#if defined(__x86_64__)
    if (count >= 256 && CPU_FEATURE_ACTIVE(AVX2)) return cchecksum_wide(bytes, count, seed);
#endif
    return XXH3_64bits_withSeed(bytes, count, seed);
}

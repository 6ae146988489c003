#include "Vectors.h"

#if defined(__x86_64__)
// What the header below includes, so that its functions alone are compiled for AVX-512.
#include <assert.h>
#include <immintrin.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx512f"))), apply_to = function)
#define XXH_VECTOR XXH_AVX512
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t cchecksum_avx512(const void *bytes, size_t count, uint64_t seed) { return XXH3_64bits_withSeed(bytes, count, seed); }
#pragma clang attribute pop
#endif

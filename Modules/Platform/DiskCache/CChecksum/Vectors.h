#pragma once

#include <stddef.h>
#include <stdint.h>

/// The sum by AVX2, for a processor that has it.
uint64_t cchecksum_avx2(const void *bytes, size_t count, uint64_t seed);

/// The sum by AVX-512 (its foundation, F), for a processor that has it.
uint64_t cchecksum_avx512(const void *bytes, size_t count, uint64_t seed);

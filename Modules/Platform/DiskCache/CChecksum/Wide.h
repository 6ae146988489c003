#pragma once

#include <stddef.h>
#include <stdint.h>

/// The sum by AVX2, for a processor that has it.
uint64_t cchecksum_wide(const void *bytes, size_t count, uint64_t seed);

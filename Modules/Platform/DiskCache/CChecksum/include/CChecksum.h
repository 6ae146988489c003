/// XXH3 (xxHash 0.8, 64 bits) of bytes in memory: the library's own header, compiled in, so that nothing is loaded.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The sum of `count` bytes after `seed`, the same whatever it is made by: with AVX-512 or AVX2 where the processor has it.
/// `widest` is how many bytes a word may have, 64, 32 or 16.
uint64_t cchecksum_xxh3(const void *_Nullable bytes, size_t count, uint64_t seed, unsigned widest);

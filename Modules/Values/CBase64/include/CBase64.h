/// Base64 (RFC 4648) by the processor's byte shuffles, which Swift has no way to.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes the letters of `count` bytes: of section 4 with padding, or with `url` of section 5 without.
///
/// `letters` has room for (count + 2) / 3 * 4; no byte behind that is touched, and none behind the `count` bytes is read.
/// `widest` is how many letters may be written at once, 32, 16 or 1; the processor may know fewer.
/// Returns the number of letters.
size_t cbase64_write(const uint8_t *_Nullable bytes, size_t count, bool url, unsigned widest, uint8_t *_Nullable letters);

/// The part of OpenSSL's libcrypto that the Images module uses.
///
/// libcrypto is opened with dlopen at the first digest and never linked: linking it costs every start 0.6 ms.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes the SHA-256 (FIPS 180-4) of `count` bytes into the 32 bytes at `digest`. Any thread may call it.
///
/// Returns false when libcrypto can't be used; `digest` is then untouched.
bool ccrypto_sha256(const void *bytes, size_t count, uint8_t *digest);

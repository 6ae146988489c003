/// The part of OpenSSL's libcrypto that is used: SHA-256 (FIPS 180-4), of bytes at once and of a stream.
///
/// libcrypto is opened with dlopen at the first digest and never linked: linking it costs every start 0.6 ms.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes the SHA-256 of `count` bytes into the 32 bytes at `digest`. Any thread may call it.
///
/// Returns false when libcrypto can't be used; `digest` is then untouched.
bool ccrypto_sha256(const void *bytes, size_t count, uint8_t *digest);

/// A SHA-256 of bytes that come in pieces. One thread at a time.
typedef struct ccrypto_stream ccrypto_stream;

/// NULL when libcrypto can't be used. To be let go with ccrypto_free.
ccrypto_stream *ccrypto_begin(void);

/// Takes the next `count` bytes.
bool ccrypto_add(ccrypto_stream *stream, const void *bytes, size_t count);

/// Writes the digest of what was taken into the 32 bytes at `digest`; the stream takes no more.
bool ccrypto_end(ccrypto_stream *stream, uint8_t *digest);

void ccrypto_free(ccrypto_stream *stream);

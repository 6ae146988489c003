/// The part of libpng that the Images module uses: its simplified interface, and the zlib that libpng itself needs.
///
/// libpng is opened with dlopen at the first picture and never linked: a start costs nothing, and an update of the
/// distribution's library reaches every installed galleria. Any thread may call these functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads libpng, once.
///
/// Returns NULL when it can be used, otherwise why it can't, as text that stays.
const char *cpng_load(void);

/// The version of libpng, such as `1.6.39`; NULL when it can't be used.
const char *cpng_version(void);

/// Decodes a PNG of `width` × `height` into `pixels`: rows from the top, four bytes a pixel (red, green, blue, alpha), sRGB.
///
/// - data_size: the bytes that its data must inflate to: rows with their filter bytes.
/// A picture without a gamma of its own is sRGB, also with 16 bits a sample. Returns false when the PNG is damaged, has
/// another size, or libpng can't be used; the pixels are then undefined.
bool cpng_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, size_t data_size, uint8_t *pixels);

/// Encodes rows from the top, three bytes a pixel, or four with alpha, into at most `size` bytes at `buffer`.
///
/// From half a million pixels on the time counts more than the size: 4 million take 0.7 s at most, and 3.9 s otherwise.
/// Returns the number of bytes written; 0 when they don't fit, or libpng can't be used.
size_t cpng_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha, uint8_t *buffer, size_t size);

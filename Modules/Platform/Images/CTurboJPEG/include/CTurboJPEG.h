/// The part of libjpeg-turbo that the Images module uses, through its TurboJPEG interface.
///
/// libturbojpeg is opened with dlopen at the first JPEG and never linked: a start costs nothing, and an update of the
/// distribution's library reaches every installed galleria. Any thread may call these functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads libturbojpeg, once.
///
/// Returns NULL when it can be used, otherwise why it can't, as text that stays.
const char *cturbojpeg_load(void);

/// A picture's size in pixels, and whether it is grey: one byte a pixel then, three otherwise (red, green, blue).
typedef struct {
    int width;
    int height;
    bool is_gray;
} cturbojpeg_picture;

/// Decodes a JPEG of the size of `picture`, at `width` × `height`, which is n/8 of it (n of 1 to 8), each side rounded up.
///
/// Writes rows from the top to `pixels`. Returns false when the JPEG is damaged, even a little, has another size or
/// colours, or libturbojpeg can't be used; the pixels are then undefined.
bool cturbojpeg_decode(
    const uint8_t *bytes, size_t count, cturbojpeg_picture picture, int width, int height, uint8_t *pixels);

/// Encodes rows from the top, into the `size` bytes at `buffer`.
///
/// - quality: 1 to 100.
/// Returns the number of bytes written; 0 when `size` is less than cturbojpeg_bound, or libturbojpeg can't be used.
size_t cturbojpeg_encode(const uint8_t *pixels, cturbojpeg_picture picture, int quality, uint8_t *buffer, size_t size);

/// The most bytes that encoding a picture makes; 0 when libturbojpeg can't be used.
size_t cturbojpeg_bound(cturbojpeg_picture picture);

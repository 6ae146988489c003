#include "CPNG.h"

#include <CDynamicLibrary.h>
#include <png.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/// libpng's functions, found by name.
static struct {
    png_const_charp (*version)(png_const_structrp png);
    int (*begin_read)(png_imagep image, png_const_voidp memory, size_t size);
    int (*finish_read)(png_imagep image, png_const_colorp background, void *buffer, png_int_32 stride, void *colormap);
    int (*write)(
        png_imagep image, void *memory, png_alloc_size_t *size, int convert_to_8_bit, const void *buffer,
        png_int_32 stride, const void *colormap);
    void (*free)(png_imagep image);
} png;

/// zlib's functions, found by name.
static struct {
    int (*init)(z_streamp stream, const char *version, int size);
    int (*inflate)(z_streamp stream, int flush);
    int (*end)(z_streamp stream);
} zlib;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static char load_fault[256];

static void load(void) {
    cdynamic_library library, compression;
    if (!cdynamic_open(&library, "libpng16.so.16", load_fault, sizeof load_fault)
        || !cdynamic_open(&compression, "libz.so.1", load_fault, sizeof load_fault)) {
        return;
    }
    (void)(cdynamic_find(&compression, "inflateInit_", &zlib.init)
        && cdynamic_find(&compression, "inflate", &zlib.inflate)
        && cdynamic_find(&compression, "inflateEnd", &zlib.end)
        && cdynamic_find(&library, "png_get_libpng_ver", &png.version)
        && cdynamic_find(&library, "png_image_begin_read_from_memory", &png.begin_read)
        && cdynamic_find(&library, "png_image_finish_read", &png.finish_read)
        && cdynamic_find(&library, "png_image_write_to_memory", &png.write)
        && cdynamic_find(&library, "png_image_free", &png.free));
}

const char *cpng_load(void) {
    pthread_once(&load_once, load);
    return load_fault[0] == 0 ? NULL : load_fault;
}

const char *cpng_version(void) { return cpng_load() == NULL ? png.version(NULL) : NULL; }

static uint32_t number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// Whether a PNG's data inflate to `size` bytes, or to a little more, which libpng passes over.
///
/// libpng inflates whatever follows the last row too: 1 MB of it takes 2 s.
static bool inflates_to(const uint8_t *bytes, size_t count, size_t size) {
    enum { SIGNATURE = 8, FRAME = 12, OVERHANG = 1 << 16 };
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (zlib.init(&stream, ZLIB_VERSION, (int)sizeof stream) != Z_OK) return false;
    uint8_t output[1 << 14];
    size_t done = 0;
    int code = Z_OK;
    for (size_t offset = SIGNATURE; code == Z_OK && done <= size + OVERHANG && count - offset >= FRAME;) {
        const uint32_t length = number(bytes + offset);
        if (length > count - offset - FRAME) break;
        if (memcmp(bytes + offset + 4, "IDAT", 4) == 0) {
            stream.next_in = (Bytef *)bytes + offset + 8;
            stream.avail_in = length;
            do {
                stream.next_out = output;
                stream.avail_out = sizeof output;
                code = zlib.inflate(&stream, Z_NO_FLUSH);
                done += sizeof output - stream.avail_out;
            } while (code == Z_OK && stream.avail_out == 0 && done <= size + OVERHANG);
            if (code == Z_BUF_ERROR) code = Z_OK; // No more input here.
        }
        offset += FRAME + length;
    }
    zlib.end(&stream);
    return (code == Z_OK || code == Z_STREAM_END) && done >= size && done <= size + OVERHANG;
}

bool cpng_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, size_t data_size, uint8_t *pixels) {
    if (cpng_load() != NULL || !inflates_to(bytes, count, data_size)) return false;
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    bool done = false;
    if (png.begin_read(&image, bytes, count) != 0 && image.width == width && image.height == height) {
        image.format = PNG_FORMAT_RGBA;
        // libpng takes 16 bits a sample without gAMA for linear light otherwise, which no writer means.
        image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
        done = png.finish_read(&image, NULL, pixels, 0, NULL) != 0;
    }
    png.free(&image);
    return done;
}

size_t cpng_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha, uint8_t *buffer, size_t size) {
    if (cpng_load() != NULL) return 0;
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = has_alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    if ((uint64_t)width * height > 1 << 19) image.flags = PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t written = size;
    const bool done = png.write(&image, buffer, &written, 0, pixels, 0, NULL) != 0;
    png.free(&image);
    return done ? written : 0;
}

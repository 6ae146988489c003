#include "CPNG.h"

#include <dlfcn.h>
#include <png.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

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

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static char load_fault[256];

static bool find(void *library, const char *name, void *function) {
    // POSIX: a function pointer has the size and the form of what dlsym returns.
    void *symbol = dlsym(library, name);
    if (symbol == NULL) {
        snprintf(load_fault, sizeof load_fault, "libpng16.so.16 has no function %s", name);
        return false;
    }
    *(void **)function = symbol;
    return true;
}

static void load(void) {
    // Never closed again: another thread may be inside.
    void *library = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *why = dlerror();
        snprintf(load_fault, sizeof load_fault, "%s", why != NULL ? why : "libpng16.so.16 cannot be opened");
        return;
    }
    (void)(find(library, "png_get_libpng_ver", &png.version)
        && find(library, "png_image_begin_read_from_memory", &png.begin_read)
        && find(library, "png_image_finish_read", &png.finish_read)
        && find(library, "png_image_write_to_memory", &png.write)
        && find(library, "png_image_free", &png.free));
}

const char *cpng_load(void) {
    pthread_once(&load_once, load);
    return load_fault[0] == 0 ? NULL : load_fault;
}

const char *cpng_version(void) { return cpng_load() == NULL ? png.version(NULL) : NULL; }

bool cpng_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
    if (cpng_load() != NULL) return false;
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
    png_alloc_size_t written = size;
    const bool done = png.write(&image, buffer, &written, 0, pixels, 0, NULL) != 0;
    png.free(&image);
    return done ? written : 0;
}

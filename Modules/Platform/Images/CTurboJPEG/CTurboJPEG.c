#include "CTurboJPEG.h"

#include <CDynamicLibrary.h>
#include <pthread.h>
#include <stdio.h>
#include <turbojpeg.h>

/// libturbojpeg's functions, found by name; its version 1.4 and all newer ones have them.
static struct {
    tjhandle (*init_decompress)(void);
    tjhandle (*init_compress)(void);
    int (*destroy)(tjhandle handle);
    int (*header)(
        tjhandle handle, const unsigned char *bytes, unsigned long count, int *width, int *height, int *sampling,
        int *colors);
    int (*decompress)(
        tjhandle handle, const unsigned char *bytes, unsigned long count, unsigned char *pixels, int width, int pitch,
        int height, int format, int flags);
    int (*compress)(
        tjhandle handle, const unsigned char *pixels, int width, int pitch, int height, int format,
        unsigned char **buffer, unsigned long *size, int sampling, int quality, int flags);
    unsigned long (*buffer_size)(int width, int height, int sampling);
} jpeg;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static char load_fault[256];

static void load(void) {
    cdynamic_library library;
    if (!cdynamic_open(&library, "libturbojpeg.so.0", load_fault, sizeof load_fault)) return;
    (void)(cdynamic_find(&library, "tjInitDecompress", &jpeg.init_decompress)
        && cdynamic_find(&library, "tjInitCompress", &jpeg.init_compress)
        && cdynamic_find(&library, "tjDestroy", &jpeg.destroy)
        && cdynamic_find(&library, "tjDecompressHeader3", &jpeg.header)
        && cdynamic_find(&library, "tjDecompress2", &jpeg.decompress)
        && cdynamic_find(&library, "tjCompress2", &jpeg.compress)
        && cdynamic_find(&library, "tjBufSize", &jpeg.buffer_size));
}

const char *cturbojpeg_load(void) {
    pthread_once(&load_once, load);
    return load_fault[0] == 0 ? NULL : load_fault;
}

bool cturbojpeg_decode(
    const uint8_t *bytes, size_t count, cturbojpeg_picture picture, int width, int height, uint8_t *pixels) {
    if (cturbojpeg_load() != NULL) return false;
    tjhandle handle = jpeg.init_decompress();
    if (handle == NULL) return false;
    // LIMITSCANS: 500 of them, as libjpeg-turbo's own fuzzers have it.
    const int flags = TJFLAG_FASTUPSAMPLE | TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING;
    const int format = picture.is_gray ? TJPF_GRAY : TJPF_RGB;
    int whole_width = 0, whole_height = 0, sampling = 0, colors = 0;
    const bool done = jpeg.header(handle, bytes, count, &whole_width, &whole_height, &sampling, &colors) == 0
        && whole_width == picture.width && whole_height == picture.height
        && (colors == TJCS_GRAY) == picture.is_gray && colors != TJCS_CMYK && colors != TJCS_YCCK
        && jpeg.decompress(handle, bytes, count, pixels, width, 0, height, format, flags) == 0;
    jpeg.destroy(handle);
    return done;
}

static int sampling_of(cturbojpeg_picture picture) { return picture.is_gray ? TJSAMP_GRAY : TJSAMP_420; }

size_t cturbojpeg_encode(const uint8_t *pixels, cturbojpeg_picture picture, int quality, uint8_t *buffer, size_t size) {
    if (cturbojpeg_load() != NULL || size < cturbojpeg_bound(picture)) return 0;
    tjhandle handle = jpeg.init_compress();
    if (handle == NULL) return 0;
    const int format = picture.is_gray ? TJPF_GRAY : TJPF_RGB;
    unsigned char *target = buffer;
    unsigned long written = size;
    // NOREALLOC: into this buffer and no other; otherwise the library doubles one of its own.
    const int code = jpeg.compress(
        handle, pixels, picture.width, 0, picture.height, format, &target, &written, sampling_of(picture), quality,
        TJFLAG_NOREALLOC);
    jpeg.destroy(handle);
    return code == 0 ? written : 0;
}

size_t cturbojpeg_bound(cturbojpeg_picture picture) {
    if (cturbojpeg_load() != NULL) return 0;
    const unsigned long size = jpeg.buffer_size(picture.width, picture.height, sampling_of(picture));
    return size == (unsigned long)-1 ? 0 : size;
}

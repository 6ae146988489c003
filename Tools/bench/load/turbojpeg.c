// libjpeg-turbo by itself: a JPEG made smaller by its own scaling in eighths, in the way of Modules/Platform/Images, with
// nothing around it; and a picture to do that with.
//
// usage: turbojpeg make FILE SIDE                a square JPEG of gradients, edges and grain
//        turbojpeg thumbnail SECONDS FILE SIDE   decodes at the largest size in eighths that fits, and encodes that
#include <string.h>
#include <turbojpeg.h>

#include "measure.h"

enum { MADE_QUALITY = 90, QUALITY = 85 };

typedef struct {
    File file;
    int side, width, height;
    unsigned long size;
} Picture;

static int eighths(int side, int count) { return (side * count + 7) / 8; }

static bool thumbnail(void *context) {
    Picture *picture = context;
    const unsigned char *source = (const unsigned char *)picture->file.bytes;
    int width, height, sampling, colors;
    tjhandle decoder = tjInitDecompress();
    if (tjDecompressHeader3(decoder, source, picture->file.count, &width, &height, &sampling, &colors)) return false;
    int scale = 8;
    while (scale > 1 && eighths(width > height ? width : height, scale) > picture->side) scale--;
    picture->width = eighths(width, scale);
    picture->height = eighths(height, scale);
    unsigned char *pixels = malloc((size_t)picture->width * (size_t)picture->height * 3), *small = NULL;
    bool done = tjDecompress2(decoder, source, picture->file.count, pixels, picture->width, 0, picture->height, TJPF_RGB,
                              TJFLAG_FASTUPSAMPLE | TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING) == 0;
    tjDestroy(decoder);
    tjhandle encoder = tjInitCompress();
    done = done && tjCompress2(encoder, pixels, picture->width, 0, picture->height, TJPF_RGB, &small, &picture->size,
                               TJSAMP_420, QUALITY, 0) == 0;
    tjDestroy(encoder);
    tjFree(small);
    free(pixels);
    return done;
}

static void make(const char *path, int side) {
    unsigned char *pixels = malloc((size_t)side * (size_t)side * 3), *jpeg = NULL;
    unsigned long size = 0;
    uint32_t grain = 1;
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            grain = grain * 1664525 + 1013904223;
            unsigned char *pixel = pixels + ((size_t)row * (size_t)side + (size_t)column) * 3;
            int edge = (row / 64 + column / 96) % 2 * 48;
            pixel[0] = (unsigned char)(row * 160 / side + edge + (int)(grain >> 28));
            pixel[1] = (unsigned char)(column * 160 / side + edge + (int)(grain >> 27 & 15));
            pixel[2] = (unsigned char)((row + column) * 80 / side + edge + (int)(grain >> 26 & 15));
        }
    if (tjCompress2(tjInitCompress(), pixels, side, 0, side, TJPF_RGB, &jpeg, &size, TJSAMP_420, MADE_QUALITY, 0))
        fail("the picture can't be encoded");
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(jpeg, 1, size, file) != size || fclose(file)) fail("the picture can't be written");
}

int main(int count, char **words) {
    if (count == 4 && strcmp(words[1], "make") == 0) {
        make(words[2], atoi(words[3]));
        return 0;
    }
    if (count != 5) fail("usage: turbojpeg make FILE SIDE | thumbnail SECONDS FILE SIDE");
    Picture picture = {.side = atoi(words[4])};
    if (!read_file(words[3], &picture.file) || !thumbnail(&picture)) fail("the picture can't be made smaller");
    char counts[96];
    snprintf(counts, sizeof counts, ",\"width\":%d,\"height\":%d,\"bytes\":%lu", picture.width, picture.height,
             picture.size);
    measure(strtod(words[2], NULL), counts, thumbnail, &picture);
    return 0;
}

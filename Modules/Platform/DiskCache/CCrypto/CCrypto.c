#include "CCrypto.h"

#include <dlfcn.h>
#include <pthread.h>

typedef unsigned char *(*sha256_function)(const unsigned char *bytes, size_t count, unsigned char *digest);

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static sha256_function sha256;

static void load(void) {
    // Never closed again: libcurl's TLS may share the library.
    void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return;
    // POSIX: a function pointer has the size and the form of what dlsym returns.
    *(void **)&sha256 = dlsym(library, "SHA256");
}

bool ccrypto_sha256(const void *bytes, size_t count, uint8_t *digest) {
    pthread_once(&load_once, load);
    return sha256 != NULL && sha256(bytes, count, digest) != NULL;
}

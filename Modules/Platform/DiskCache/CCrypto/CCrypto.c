#include "CCrypto.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

typedef unsigned char *(*sha256_function)(const unsigned char *bytes, size_t count, unsigned char *digest);

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(sha256_function) sha256;

/// Tried again at each digest after a failure: the process may only have been out of descriptors.
static sha256_function load(void) {
    pthread_mutex_lock(&load_lock);
    sha256_function found = atomic_load(&sha256);
    if (found == NULL) {
        // Never closed again: libcurl's TLS may share the library.
        void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
        // POSIX: a function pointer has the size and the form of what dlsym returns.
        if (library != NULL) *(void **)&found = dlsym(library, "SHA256");
        atomic_store(&sha256, found);
    }
    pthread_mutex_unlock(&load_lock);
    return found;
}

bool ccrypto_sha256(const void *bytes, size_t count, uint8_t *digest) {
    sha256_function function = atomic_load(&sha256);
    if (function == NULL) function = load();
    return function != NULL && function(bytes, count, digest) != NULL;
}

#include "CCrypto.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

typedef unsigned char *(*sha256_function)(const unsigned char *bytes, size_t count, unsigned char *digest);

// Opaque types of libcrypto's own headers, which are not needed to build.
static void *(*make_context)(void);
static void (*free_context)(void *context);
static const void *(*sha256_method)(void);
static int (*begin)(void *context, const void *method, void *engine);
static int (*add)(void *context, const void *bytes, size_t count);
static int (*end)(void *context, unsigned char *digest, unsigned int *count);

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
        if (library != NULL) {
            *(void **)&make_context = dlsym(library, "EVP_MD_CTX_new");
            *(void **)&free_context = dlsym(library, "EVP_MD_CTX_free");
            *(void **)&sha256_method = dlsym(library, "EVP_sha256");
            *(void **)&begin = dlsym(library, "EVP_DigestInit_ex");
            *(void **)&add = dlsym(library, "EVP_DigestUpdate");
            *(void **)&end = dlsym(library, "EVP_DigestFinal_ex");
            if (make_context && free_context && sha256_method && begin && add && end) {
                *(void **)&found = dlsym(library, "SHA256");
            }
        }
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

ccrypto_stream *ccrypto_begin(void) {
    if (atomic_load(&sha256) == NULL && load() == NULL) return NULL;
    void *context = make_context();
    if (context == NULL) return NULL;
    if (begin(context, sha256_method(), NULL) == 1) return context;
    free_context(context);
    return NULL;
}

bool ccrypto_add(ccrypto_stream *stream, const void *bytes, size_t count) { return add(stream, bytes, count) == 1; }

bool ccrypto_end(ccrypto_stream *stream, uint8_t *digest) { return end(stream, digest, NULL) == 1; }

void ccrypto_free(ccrypto_stream *stream) { free_context(stream); }

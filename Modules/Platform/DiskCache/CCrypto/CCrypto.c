#include "CCrypto.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>


// Opaque types of libcrypto's own headers, which are not needed to build.
static void *(*make_context)(void);
static void (*free_context)(void *context);
static int (*digest_at_once)(const void *bytes, size_t count, unsigned char *digest, unsigned int *size, const void *method, void *engine);
static int (*begin)(void *context, const void *method, void *engine);
static int (*add)(void *context, const void *bytes, size_t count);
static int (*end)(void *context, unsigned char *digest, unsigned int *count);

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
// Asked for once: to find it takes longer than to sum up a URL. NULL before the library is there.
static const void *_Atomic sha256;

/// Tried again at each digest after a failure: the process may only have been out of descriptors.
static const void *load(void) {
    pthread_mutex_lock(&load_lock);
    const void *found = atomic_load(&sha256);
    if (found == NULL) {
        // Never closed again: libcurl's TLS may share the library.
        void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
        // POSIX: a function pointer has the size and the form of what dlsym returns.
        if (library != NULL) {
            *(void **)&make_context = dlsym(library, "EVP_MD_CTX_new");
            *(void **)&free_context = dlsym(library, "EVP_MD_CTX_free");
            *(void **)&digest_at_once = dlsym(library, "EVP_Digest");
            *(void **)&begin = dlsym(library, "EVP_DigestInit_ex");
            *(void **)&add = dlsym(library, "EVP_DigestUpdate");
            *(void **)&end = dlsym(library, "EVP_DigestFinal_ex");
            void *(*fetch)(void *context, const char *name, const char *properties);
            *(void **)&fetch = dlsym(library, "EVP_MD_fetch");
            if (make_context && free_context && digest_at_once && begin && add && end && fetch) {
                found = fetch(NULL, "SHA256", NULL);
            }
        }
        atomic_store(&sha256, found);
    }
    pthread_mutex_unlock(&load_lock);
    return found;
}

bool ccrypto_sha256(const void *bytes, size_t count, uint8_t *digest) {
    const void *method = atomic_load(&sha256);
    if (method == NULL) method = load();
    return method != NULL && digest_at_once(bytes, count, digest, NULL, method, NULL) == 1;
}

ccrypto_stream *ccrypto_begin(void) {
    const void *method = atomic_load(&sha256);
    if (method == NULL) method = load();
    void *context = method == NULL ? NULL : make_context();
    if (context == NULL) return NULL;
    if (begin(context, method, NULL) == 1) return context;
    free_context(context);
    return NULL;
}

bool ccrypto_add(ccrypto_stream *stream, const void *bytes, size_t count) { return add(stream, bytes, count) == 1; }

bool ccrypto_end(ccrypto_stream *stream, uint8_t *digest) { return end(stream, digest, NULL) == 1; }

void ccrypto_free(ccrypto_stream *stream) { free_context(stream); }

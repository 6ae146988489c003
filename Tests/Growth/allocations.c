// Counts the allocations of the process that it is preloaded into (LD_PRELOAD), for tests and measurements.
//
// The counts stand in the file that ALLOCATION_COUNTS names, shared with whoever started the process and may read them at
// any time, as 64-bit integers of this machine: allocations, the bytes that they asked for, and, where the file has 24 bytes
// and not 16, the bytes that are held now, with what malloc rounds them up by. A realloc is one allocation. The memory
// itself comes from glibc as ever.
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

struct counts {
    _Atomic uint64_t allocations, bytes, held;
};

// What is allocated before the constructor ran is counted here, and never read.
static struct counts early;
static struct counts *counts = &early;

__attribute__((constructor)) static void share_counts(void) {
    const char *name = getenv("ALLOCATION_COUNTS");
    int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared != MAP_FAILED) counts = shared;
}

static void count(size_t bytes) {
    atomic_fetch_add_explicit(&counts->allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&counts->bytes, bytes, memory_order_relaxed);
}

// Memory that came before the counts were shared may go after: what is held is right but for that.
static void *hold(void *memory) {
    atomic_fetch_add_explicit(&counts->held, memory ? malloc_usable_size(memory) : 0, memory_order_relaxed);
    return memory;
}

static void release(void *memory) {
    atomic_fetch_sub_explicit(&counts->held, memory ? malloc_usable_size(memory) : 0, memory_order_relaxed);
}

void free(void *memory) {
    release(memory);
    __libc_free(memory);
}

void *malloc(size_t bytes) {
    count(bytes);
    return hold(__libc_malloc(bytes));
}

void *calloc(size_t items, size_t bytes) {
    count(items * bytes);
    return hold(__libc_calloc(items, bytes));
}

void *realloc(void *old, size_t bytes) {
    count(bytes);
    size_t before = old ? malloc_usable_size(old) : 0;
    void *memory = __libc_realloc(old, bytes);
    // A failure leaves the old one as it is.
    if (memory || bytes == 0) atomic_fetch_sub_explicit(&counts->held, before, memory_order_relaxed);
    return hold(memory);
}

void *memalign(size_t alignment, size_t bytes) {
    count(bytes);
    return hold(__libc_memalign(alignment, bytes));
}

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
    void *found = memalign(alignment, bytes);
    if (!found) return ENOMEM;
    *memory = found;
    return 0;
}

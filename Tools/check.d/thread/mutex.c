// Tells ThreadSanitizer of Swift's Mutex, in the build that it watches: linked into the tests by `Tools/check --thread`.
//
// Synchronization.Mutex is a futex. Its fast path is inlined into our code, so the sanitizer sees its atomic operations; the slow
// path, taken when two threads meet, lies in libswiftSynchronization, which is not instrumented. Without these three functions
// the sanitizer misses the order that the lock makes, and reports what two threads did inside of it as a race (Swift 6.3.1).
//
// Each function has the name of one in that library, which the dynamic linker therefore looks up here first, calls the
// library's own, and adds what the sanitizer would have seen. Tools/check.d/thread/proof.swift shows that it holds.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Swift's calling convention: `self`, here the address of the lock's word, is passed in a register of its own.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef SWIFT void Lock(uint32_t thread, SELF void *word);
typedef SWIFT bool TryLock(SELF void *word);
typedef SWIFT void Unlock(SELF void *word);

Lock mutex_lock __asm__(LOCK);
TryLock mutex_try_lock __asm__(TRY_LOCK);
Unlock mutex_unlock __asm__(UNLOCK);

static void *library_function(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "Tools/check --thread: libswiftSynchronization has no %s: read its Mutex again\n", name);
        abort();
    }
    return found;
}

SWIFT void mutex_lock(uint32_t thread, SELF void *word) {
    ((Lock *)library_function(LOCK))(thread, word);
    __tsan_acquire(word);
}

SWIFT bool mutex_try_lock(SELF void *word) {
    bool locked = ((TryLock *)library_function(TRY_LOCK))(word);
    if (locked) __tsan_acquire(word);
    return locked;
}

// The inlined fast path failed to exchange the word, and a failed exchange releases nothing.
SWIFT void mutex_unlock(SELF void *word) {
    __tsan_release(word);
    ((Unlock *)library_function(UNLOCK))(word);
}

// The three Linux calls that turn an event into a readable descriptor, mallopt, a policy of the scheduler, and a bounded wait. Swift's Glibc module does not carry them.
#pragma once
#include <malloc.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>

/// Lets the calling thread be one that no longer takes the processor from another as soon as it could go on: SCHED_BATCH, which glibc
/// names for _GNU_SOURCE alone. Where that is refused it is as any other.
static inline void cthread_become_batch(void) {
    struct sched_param none = {0};
    (void)sched_setscheduler(0, 3, &none);
}

/// glibc's for _GNU_SOURCE: sem_timedwait with a clock that is named.
extern int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *end);

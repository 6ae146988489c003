// Puts this process before other work, where that is allowed (root): a measurement that it disturbs does not count.
#ifndef FIRST_H
#define FIRST_H
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

static inline void first(void) {
    // Linux weighs sessions against one another (sched_autogroup_enabled), and the processes of each among themselves.
    setsid();
    int group = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
    if (group >= 0) {
        ssize_t written = write(group, "-20", 3);
        (void)written;
        close(group);
    }
    setpriority(PRIO_PROCESS, 0, -20);
}
#endif

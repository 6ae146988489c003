// Writes back what it reads, as echo.c does, but waits with poll for as many descriptors as galleria's loop: the limit of a
// server that also hears of signals, its parent's end, other threads and changed files.
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ENTRIES = 6 };

int main(void) {
    static char buffer[1 << 16];
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    struct pollfd entries[ENTRIES] = {
        {.fd = eventfd(0, EFD_NONBLOCK), .events = POLLIN},
        {.fd = (int)syscall(SYS_pidfd_open, getppid(), 0), .events = POLLIN},
        {.fd = signalfd(-1, &signals, SFD_NONBLOCK), .events = POLLIN},
        {.fd = inotify_init1(IN_NONBLOCK), .events = POLLIN},
        {.fd = 0, .events = POLLIN},
        {.fd = ~1, .events = 0},  // output that takes all is not waited for
    };
    for (;;) {
        if (poll(entries, ENTRIES, -1) <= 0) return 1;
        for (int i = 0; i < 4; i++) {
            if (entries[i].revents) return 0;
        }
        ssize_t count = read(0, buffer, sizeof buffer);
        if (count <= 0) return count < 0;
        for (ssize_t done = 0; done < count;) {
            ssize_t written = write(1, buffer + done, (size_t)(count - done));
            if (written <= 0) return 1;
            done += written;
        }
    }
}

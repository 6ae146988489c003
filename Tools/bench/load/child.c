#define _GNU_SOURCE
#include "child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static pid_t running;

void stop(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    if (running > 0) kill(running, SIGKILL);
    exit(1);
}

void child_start(Child *child, char **command, bool headers) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) stop("no pipe: %s", strerror(errno));
    *child = (Child){.input = in[1], .output = out[0], .headers = headers, .room = 1 << 20};
    child->buffer = malloc(child->room);
    posix_spawn_file_actions_t actions;
    if (!child->buffer || posix_spawn_file_actions_init(&actions) != 0) stop("no memory");
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    int failure = posix_spawnp(&child->pid, command[0], &actions, NULL, command, environ);
    if (failure != 0) stop("%s does not start: %s", command[0], strerror(failure));
    running = child->pid;
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
}

void child_end(Child *child) {
    close(child->input);
    struct pollfd ended = {.fd = (int)syscall(SYS_pidfd_open, child->pid, 0), .events = POLLIN};
    if (ended.fd < 0 || poll(&ended, 1, 2000) != 1) kill(child->pid, SIGKILL);
    waitpid(child->pid, NULL, 0);
    running = 0;
}

void child_write(Child *child, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(child->input, bytes, count);
        if (written <= 0) stop("the server's input is closed");
        bytes += written;
        count -= (size_t)written;
    }
}

void child_send(Child *child, Text message) {
    size_t count = (size_t)(message.end - message.begin);
    char header[64];
    if (child->headers) {
        child_write(child, header, (size_t)snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", count));
    }
    child_write(child, message.begin, count);
    if (!child->headers) child_write(child, "\n", 1);
}

bool child_frame(Child *child, Text *frame) {
    char *begin = child->buffer + child->begin, *end = child->buffer + child->end;
    if (!child->headers) {
        char *newline = memchr(begin + child->searched, '\n', (size_t)(end - begin) - child->searched);
        if (!newline) {
            child->searched = (size_t)(end - begin);
            return false;
        }
        *frame = (Text){begin, newline};
        child->begin += (size_t)(newline + 1 - begin);
        child->searched = 0;
        return true;
    }
    char *blank = memmem(begin, (size_t)(end - begin), "\r\n\r\n", 4);
    if (!blank) return false;
    static const char name[] = "Content-Length: ";
    char *header = memmem(begin, (size_t)(blank - begin), name, sizeof name - 1);
    if (!header) stop("a header without Content-Length");
    size_t count = strtoul(header + sizeof name - 1, NULL, 10);
    if ((size_t)(end - blank) < 4 + count) return false;
    *frame = (Text){blank + 4, blank + 4 + count};
    child->begin += (size_t)(frame->end - begin);
    return true;
}

void child_read(Child *child) {
    if (child->begin == child->end) {
        child->begin = child->end = 0;
    } else if (child->end == child->room) {
        if (child->begin == 0) {
            child->room *= 2;
            child->buffer = realloc(child->buffer, child->room);
            if (!child->buffer) stop("no memory");
        } else {
            child->end -= child->begin;
            memmove(child->buffer, child->buffer + child->begin, child->end);
            child->begin = 0;
        }
    }
    ssize_t count = read(child->output, child->buffer + child->end, child->room - child->end);
    if (count <= 0) stop("the server ended early");
    child->end += (size_t)count;
}

int64_t child_cpu(const Child *child) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(child->pid, &clock) != 0 || clock_gettime(clock, &time) != 0) stop("no processor time");
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// The sum of the numbers behind the lines that begin so.
static long figure(const char *path, const char *label) {
    FILE *file = fopen(path, "r");
    char line[256];
    long sum = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, label, strlen(label)) == 0) sum += strtol(line + strlen(label), NULL, 10);
    }
    if (file) fclose(file);
    return sum;
}

long child_resident(const Child *child) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)child->pid);
    return figure(path, "Rss:");
}

long child_wakeups(const Child *child) {
    char path[512];
    snprintf(path, sizeof path, "/proc/%d/task", (int)child->pid);
    DIR *tasks = opendir(path);
    long sum = 0;
    for (struct dirent *task; tasks && (task = readdir(tasks));) {
        if (task->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/status", (int)child->pid, task->d_name);
        sum += figure(path, "voluntary_ctxt_switches:") + figure(path, "nonvoluntary_ctxt_switches:");
    }
    if (tasks) closedir(tasks);
    return sum;
}

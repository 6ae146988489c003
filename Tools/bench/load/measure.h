// What a peer of galleria-speed measures with: calls in slices, timed by the processor's time of this process, as
// Tests/Speed/Measurement.swift does. For C and C++; each program includes it once.
#ifndef MEASURE_H
#define MEASURE_H
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SHORTEST_SLICE = 2000000, MOST_SLICES = 1 << 16 }; // nanoseconds; of a few seconds

static int64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

/// Says why nothing was measured, and ends the process.
static void fail(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(1);
}

/// Calls again and again for so many seconds, and prints what a call took; one that gives false is a failure.
/// `counts`: further members of the JSON object, with a comma before each.
static void measure(double seconds, const char *counts, bool (*call)(void *), void *context) {
    static double times[MOST_SLICES];
    int64_t wall = now(CLOCK_MONOTONIC), processor = now(CLOCK_PROCESS_CPUTIME_ID), from = wall;
    long calls = 0, in_slice = 1;
    int slices = 0;
    while (slices < 3 || (slices < MOST_SLICES && (double)(now(CLOCK_MONOTONIC) - from) < seconds * 1e9)) {
        int64_t start = now(CLOCK_PROCESS_CPUTIME_ID);
        for (long count = 0; count < in_slice; count++)
            if (!call(context)) fail("a call went wrong");
        int64_t time = now(CLOCK_PROCESS_CPUTIME_ID) - start;
        if (time < SHORTEST_SLICE && slices == 0) {
            in_slice *= 2;
            from = now(CLOCK_MONOTONIC);
            continue;
        }
        times[slices++] = (double)time / (double)in_slice;
        calls += in_slice;
    }
    qsort(times, (size_t)slices, sizeof *times, ascending);
    wall = now(CLOCK_MONOTONIC) - wall;
    processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
    printf("{\"nanoseconds\":%.3f,\"calls\":%ld,\"slices\":%d,\"share\":%.3f%s}\n", times[slices / 2], calls, slices,
           (double)processor / (double)(wall > 0 ? wall : 1), counts);
}

typedef struct {
    char *bytes; // and one more, which is 0
    size_t count;
} File;

/// The whole of a file, by one `read` after the other into memory of its own: false when it can't be had.
static bool read_file(const char *path, File *file) {
    struct stat found;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    bool whole = fstat(descriptor, &found) == 0;
    file->count = whole ? (size_t)found.st_size : 0;
    file->bytes = (char *)malloc(file->count + 1);
    for (size_t done = 0; whole && done < file->count;) {
        ssize_t count = read(descriptor, file->bytes + done, file->count - done);
        whole = count > 0;
        if (whole) done += (size_t)count;
    }
    close(descriptor);
    file->bytes[file->count] = 0;
    return whole;
}
#endif

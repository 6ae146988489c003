// The load generator: starts a server as its child, on its own processor, drives it over pipes, and looks at every answer.
//
// usage: load CORE COMMAND… <PLAN       one JSON object on stdout; status 1 and a line on stderr when an answer is wrong
//
// The plan is lines of fields with a tab between them:
//   framing     lines | headers
//   initialize  EXPECTED MESSAGE                           the first message; its reply ends the start
//   notify      MESSAGE                                    sent at once behind that reply
//   list        EXPECTED MESSAGE                           the first question; its reply's time counts from the start as well
//   idle        SECONDS                                    counts wake-ups while nothing is asked
//   measure     NAME WINDOW SECONDS ANSWERS EXPECTED MESSAGE [VALUE…]
// MESSAGE of a measure has the id `@`. It is sent so that WINDOW requests are in flight, always, until SECONDS or ANSWERS
// (0: no matter) have passed; a warm-up of a fifth of SECONDS goes before. EXPECTED is `result`, `error`, or `echo`: the
// request itself. Of several values, all as long, each request has the next one in the place of the first. `share` in the report is the part of the time in which the processor worked for the two: what is missing
// went to others, or nobody had anything to do.
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "first.h"

// Request n has the id FIRST_ID + n % RING: of one width, so that the requests can be made once and sent as they are.
enum { RING = 1024, FIRST_ID = 10000000, ID_DIGITS = 8, PIPE_BYTES = 60000, MOST_LATENCIES = 1 << 22 };

typedef struct {
    char *bytes;
    size_t each;           // bytes of a request: all are as long
    bool waiting[RING];
    size_t sent, answered;
    const char *expected;
    // What the last answer that was looked at whole was like. One with the same text around its id is of the same kind.
    struct {
        char before[256], behind[10];
        size_t id_at, length;
    } seen;
} Load;

static int64_t clock_now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int64_t now(void) { return clock_now(CLOCK_MONOTONIC); }

static void too_long(int signal) {
    (void)signal;
    stop("the server did not answer in time");
}

#define SHOWN(text) (int)((text).end - (text).begin > 300 ? 300 : (text).end - (text).begin), (text).begin

// Judges a frame whole. False: it is no answer, but a message of the server's own.
static bool judge(Child *child, Text frame, const char *expected, Text *id) {
    Text result = {0}, error = {0}, method = {0};
    Members members = scan_members(frame, 0);
    *id = (Text){0};
    while (scan_next(&members)) {
        if (scan_key_is(members.key, "id")) *id = members.value;
        if (scan_key_is(members.key, "result")) result = members.value;
        if (scan_key_is(members.key, "error")) error = members.value;
        if (scan_key_is(members.key, "method")) method = members.value;
    }
    if (!members.p || scan_space(members.p, frame.end) != frame.end) stop("not JSON: %.*s", SHOWN(frame));
    bool echo = strcmp(expected, "echo") == 0;
    if (method.begin && !echo) {
        if (!id->begin) return false;
        char refusal[512];
        int count = snprintf(refusal, sizeof refusal, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"error\":{\"code\":-32601,"
                             "\"message\":\"Method not found\"}}", SHOWN(*id));
        child_send(child, (Text){refusal, refusal + count});
        return false;
    }
    bool failed = error.begin || scan_is(scan_member(result, "isError"), "true");
    bool good = echo ? method.begin != NULL
        : strcmp(expected, "error") == 0 ? error.begin && !result.begin : result.begin && !failed;
    if (!good) stop("not the %s that is due: %.*s", expected, SHOWN(frame));
    return true;
}

// Takes one frame: it must answer a request that waits. whole: looks at all of it, else at what tells its kind.
static void take(Child *child, Load *load, Text frame, bool whole) {
    size_t length = (size_t)(frame.end - frame.begin), at = load->seen.id_at;
    const char *id = frame.begin + at;
    bool known = !whole && length == load->seen.length && memcmp(frame.begin, load->seen.before, at) == 0
        && memcmp(id + ID_DIGITS, load->seen.behind, sizeof load->seen.behind) == 0;
    if (!known) {
        Text found;
        if (!judge(child, frame, load->expected, &found)) return;
        if (found.end - found.begin != ID_DIGITS) stop("an id that was not asked: %.*s", SHOWN(frame));
        id = found.begin;
        at = (size_t)(id - frame.begin);
        size_t behind = (size_t)(frame.end - found.end);
        load->seen.length = 0;
        if (at <= sizeof load->seen.before && behind >= sizeof load->seen.behind) {
            memcpy(load->seen.before, frame.begin, at);
            memcpy(load->seen.behind, found.end, sizeof load->seen.behind);
            load->seen.id_at = at;
            load->seen.length = length;
        }
    }
    unsigned number = 0;
    for (int i = 0; i < ID_DIGITS; i++) number = number * 10 + (unsigned)(id[i] - '0');
    unsigned slot = number - FIRST_ID;
    if (slot >= RING || !load->waiting[slot]) stop("an answer twice, or to nothing: %.*s", SHOWN(frame));
    load->waiting[slot] = false;
    load->answered++;
}

// values: tabs between them; nothing, where all requests ask for the same.
static void make_requests(Load *load, const Child *child, const char *message, size_t window, const char *values) {
    const char *id = strstr(message, "\"id\":@");
    if (!id || window == 0 || window > RING / 2) stop("a plan that can't be followed: %s", message);
    size_t count = strlen(message) - 1 + ID_DIGITS, room = (RING + window) * (count + 64);
    load->bytes = malloc(room);
    if (!load->bytes) stop("no memory");
    char *p = load->bytes;
    size_t value = values ? strcspn(values, "\t") : 0;
    const char *next = values;
    // The first ones once more behind the last: a window that wraps around lies in one piece.
    for (size_t i = 0; i < RING + window; i++) {
        if (child->headers) p += sprintf(p, "Content-Length: %zu\r\n\r\n", count);
        char *request = p;
        p += sprintf(p, "%.*s\"id\":%zu%s", (int)(id - message), message, FIRST_ID + i % RING, id + 6);
        if (values) {
            char *place = memmem(request, (size_t)(p - request), values, value);
            if (!place || strcspn(next, "\t") != value) stop("a plan that can't be followed: %s", values);
            memcpy(place, next, value);
            next = next[value] ? next + value + 1 : values;
        }
        if (!child->headers) *p++ = '\n';
        if (i == 0) load->each = (size_t)(p - load->bytes);
    }
    if (load->each * window > PIPE_BYTES) stop("a window of %zu bytes: more than a pipe holds", load->each * window);
}

static void send_requests(Child *child, Load *load, size_t count) {
    size_t first = load->sent % RING;
    for (size_t i = 0; i < count; i++) {
        bool *waiting = &load->waiting[(first + i) % RING];
        if (*waiting) stop("a request waits while %d later ones are sent", RING);
        *waiting = true;
    }
    load->sent += count;
    child_write(child, load->bytes + first * load->each, count * load->each);
}

static int by_size(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

// Keeps the window full until the time or the number is over, then waits for what is in flight. Gives the answers until the
// end of the time, which `begin` and `end` then tell. latencies: each request's time in nanoseconds, for a window of one.
static size_t drive(Child *child, Load *load, size_t window, int64_t time, size_t most, bool whole,
                    uint32_t *latencies, int64_t *begin, int64_t *end) {
    load->sent = load->answered = 0;
    memset(load->waiting, 0, sizeof load->waiting);
    int64_t asked = *begin = *end = now();
    size_t answers = 0;
    bool over = false;
    send_requests(child, load, window);
    while (load->answered < load->sent) {
        child_read(child);
        size_t before = load->answered;
        for (Text frame; child_frame(child, &frame);) take(child, load, frame, whole);
        if (over || load->answered == before) continue;
        *end = now();
        if (latencies && load->answered <= MOST_LATENCIES) latencies[load->answered - 1] = (uint32_t)(*end - asked);
        asked = *end;
        answers = load->answered;
        over = (time > 0 && *end - *begin >= time) || (most > 0 && answers >= most);
        if (!over) send_requests(child, load, window - (load->sent - load->answered));
    }
    return answers;
}

static void measure(Child *child, const char *name, size_t window, double seconds, size_t most, const char *expected,
                    const char *message, const char *values) {
    Load load = {.expected = expected};
    make_requests(&load, child, message, window, values);
    uint32_t *latencies = window == 1 ? malloc(MOST_LATENCIES * sizeof *latencies) : NULL;
    int64_t time = (int64_t)(seconds * 1e9), begin, end;
    alarm((unsigned)seconds * 2 + 120);
    if (time > 0) drive(child, &load, window, time / 5, 0, true, NULL, &begin, &end);
    int64_t cpu = child_cpu(child), own = clock_now(CLOCK_PROCESS_CPUTIME_ID), whole = now();
    size_t answers = drive(child, &load, window, time, most, false, latencies, &begin, &end);
    // Of all answers, with those that came behind the end: processor time can't be told apart by then.
    cpu = child_cpu(child) - cpu;
    own = clock_now(CLOCK_PROCESS_CPUTIME_ID) - own;
    whole = now() - whole;
    double each = (double)cpu / (double)load.answered / 1e3;
    alarm(0);
    printf("{\"name\":\"%s\",\"answers\":%zu,\"seconds\":%.6f,\"rate\":%.1f,\"cpuMicroseconds\":%.3f,\"residentKB\":%ld,"
           "\"share\":%.3f", name, answers, (double)(end - begin) / 1e9, (double)answers * 1e9 / (double)(end - begin), each,
           child_resident(child), (double)(cpu + own) / (double)whole);
    if (latencies) {
        size_t count = answers < MOST_LATENCIES ? answers : MOST_LATENCIES;
        qsort(latencies, count, sizeof *latencies, by_size);
        printf(",\"p50Microseconds\":%.3f,\"p99Microseconds\":%.3f", latencies[count / 2] / 1e3, latencies[count * 99 / 100] / 1e3);
    }
    printf("}");
    free(latencies);
    free(load.bytes);
}

static int64_t started;  // when the process was

static void ask(Child *child, const char *expected, const char *message) {
    child_send(child, (Text){message, message + strlen(message)});
    for (bool replied = false; !replied;) {
        child_read(child);
        for (Text frame, id; !replied && child_frame(child, &frame);) replied = judge(child, frame, expected, &id);
    }
}

static void start(Child *child, char **command, bool headers, const char *expected, const char *message) {
    started = now();
    int64_t own = clock_now(CLOCK_PROCESS_CPUTIME_ID);
    alarm(60);
    child_start(child, command, headers);
    ask(child, expected, message);
    int64_t whole = now() - started;
    own = clock_now(CLOCK_PROCESS_CPUTIME_ID) - own;
    alarm(0);
    printf("\"startMicroseconds\":%.1f,\"share\":%.3f,\"residentKB\":%ld", (double)whole / 1e3,
           (double)(child_cpu(child) + own) / (double)whole, child_resident(child));
}

static void idle(Child *child, double seconds) {
    struct timespec settling = {.tv_nsec = 200000000}, time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    nanosleep(&settling, NULL);
    long wakeups = child_wakeups(child);
    nanosleep(&time, NULL);
    printf(",\"idle\":{\"seconds\":%g,\"wakeups\":%ld,\"residentKB\":%ld}", seconds, child_wakeups(child) - wakeups,
           child_resident(child));
}

int main(int count, char **arguments) {
    if (count < 3) stop("usage: load CORE COMMAND… <PLAN");
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET((size_t)atoi(arguments[1]), &core);
    if (sched_setaffinity(0, sizeof core, &core) != 0) stop("processor %s is not ours", arguments[1]);
    first();
    signal(SIGALRM, too_long);
    signal(SIGPIPE, SIG_IGN);

    Child child = {0};
    bool headers = false;
    char *line = NULL;
    size_t room = 0, phases = 0;
    printf("{");
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        char *rest = line, *step = strsep(&rest, "\t");
        if (!rest) stop("a plan that can't be followed: %s", line);
        if (strcmp(step, "framing") == 0) {
            headers = strcmp(rest, "headers") == 0;
        } else if (strcmp(step, "initialize") == 0) {
            char *expected = strsep(&rest, "\t");
            start(&child, arguments + 2, headers, expected, rest);
        } else if (strcmp(step, "notify") == 0) {
            child_send(&child, (Text){rest, rest + strlen(rest)});
        } else if (strcmp(step, "list") == 0) {
            char *expected = strsep(&rest, "\t");
            alarm(60);
            ask(&child, expected, rest);
            alarm(0);
            printf(",\"listMicroseconds\":%.1f", (double)(now() - started) / 1e3);
        } else if (strcmp(step, "idle") == 0) {
            idle(&child, atof(rest));
        } else if (strcmp(step, "measure") == 0) {
            char *fields[5];
            for (int i = 0; i < 5; i++) {
                fields[i] = strsep(&rest, "\t");
                if (!rest) stop("a plan that can't be followed: %s", line);
            }
            char *message = strsep(&rest, "\t");
            printf(phases++ == 0 ? ",\"phases\":[" : ",");
            measure(&child, fields[0], strtoul(fields[1], NULL, 10), atof(fields[2]), strtoul(fields[3], NULL, 10), fields[4], message, rest);
        } else {
            stop("a plan that can't be followed: %s", step);
        }
    }
    printf("%s}\n", phases > 0 ? "]" : "");
    child_end(&child);
    return 0;
}

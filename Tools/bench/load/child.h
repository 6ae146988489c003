// The server under load: a child process spoken to over two pipes, in frames, and what the kernel says of it.
#ifndef CHILD_H
#define CHILD_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "scan.h"

typedef struct {
    pid_t pid;
    int input, output;       // our ends: the child's stdin and stdout
    bool headers;            // frames with Content-Length, as language servers speak; else lines
    char *buffer;            // what was read; frames lie in it
    size_t begin, end, room; // of what no frame took yet
    size_t searched;         // from begin: has no newline
} Child;

/// Says why on stderr, ends the child if there is one, and this process with status 1.
void stop(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/// Starts a command, found as a shell finds it. Its stderr goes nowhere. One at a time: `stop` ends the last one.
void child_start(Child *child, char **command, bool headers);

/// Closes its input, and kills it if it has not ended two seconds later.
void child_end(Child *child);

/// Writes all of it. The caller keeps what is unanswered below what a pipe holds, or both sides wait for each other.
void child_write(Child *child, const char *bytes, size_t count);

/// One message in the child's framing.
void child_send(Child *child, Text message);

/// The next whole frame that was read already; it is valid until `child_read`.
bool child_frame(Child *child, Text *frame);

/// Waits for more output.
void child_read(Child *child);

/// Processor time of all its threads so far, in nanoseconds.
int64_t child_cpu(const Child *child);

/// Resident memory, in kilobytes (1,024 bytes).
long child_resident(const Child *child);

/// How often its threads were put to run so far.
long child_wakeups(const Child *child);
#endif

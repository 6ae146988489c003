// The sample data of Config/samples/Github, embedded in the binary.
#pragma once

#include <stddef.h>

// One answer of the upstream, as it is. UTF-8, not NUL-terminated.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} github_file;

// A file by its name; bytes is NULL where there is none.
github_file github_sample(const char *name);

// The environment files of Config/environments, embedded in the binary so that it needs no other file.
#pragma once

#include <stddef.h>

struct shipped_environment {
    const char *name;          // as given to --environment
    const unsigned char *yaml; // UTF-8, not NUL-terminated
    size_t size;               // bytes
};

// In the order in which help lists them.
extern const struct shipped_environment *const shipped_environments;
extern const size_t shipped_environment_count;

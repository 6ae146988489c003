/// Libraries of the system that are opened when they are needed, and never linked: a start loads nothing of them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// An open library, and where a failure is described.
typedef struct {
    const char *name;
    void *handle;
    char *fault;
    size_t size;
} cdynamic_library;

/// Opens the library `name`. It is never closed again: another thread may be inside, and others may share what it has loaded.
/// Returns whether it is open, else writes why not into the `size` bytes of `fault`, ended by NUL.
bool cdynamic_open(cdynamic_library *library, const char *name, char *fault, size_t size);

/// Writes the address of a function of an open library to `function`, a pointer to a function pointer.
/// Returns whether there is such a function, else writes which one is missing where `cdynamic_open` was told.
bool cdynamic_find(const cdynamic_library *library, const char *name, void *function);

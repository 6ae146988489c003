#include "CDynamicLibrary.h"

#include <dlfcn.h>
#include <stdio.h>

bool cdynamic_open(cdynamic_library *library, const char *name, char *fault, size_t size) {
    *library = (cdynamic_library){.name = name, .fault = fault, .size = size};
    library->handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library->handle != NULL) return true;
    const char *why = dlerror();
    if (why != NULL) snprintf(fault, size, "%s", why);
    else snprintf(fault, size, "%s cannot be opened", name);
    return false;
}

bool cdynamic_find(const cdynamic_library *library, const char *name, void *function) {
    // POSIX: a function pointer has the size and the form of what dlsym returns.
    void *symbol = dlsym(library->handle, name);
    if (symbol == NULL) {
        snprintf(library->fault, library->size, "%s has no function %s", library->name, name);
        return false;
    }
    *(void **)function = symbol;
    return true;
}

// The files of Pages/, embedded in the binary so that it needs no other file.
#pragma once

#include <stddef.h>

struct app_view_file {
    const char *name;          // as in Pages/, such as "style.css"
    const unsigned char *text; // UTF-8, not NUL-terminated
    size_t size;               // bytes
};

extern const struct app_view_file *const app_view_files;
extern const size_t app_view_file_count;

#define _GNU_SOURCE
#include "CFileNames.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/xattr.h>

int cfilenames_exchange(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int cfilenames_rename_to_free(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int cfilenames_reserve(int descriptor, off_t size) { return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, size); }

void cfilenames_copy_attributes(int from, int to) {
    char names[4096], value[4096];
    const ssize_t size = flistxattr(from, names, sizeof names);
    for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1) {
        const ssize_t length = fgetxattr(from, names + at, value, sizeof value);
        if (length >= 0) (void)fsetxattr(to, names + at, value, (size_t)length, 0);
    }
}

/// Calls of Linux that the C library declares for GNU programs alone. Each gives 0, or -1 with `errno`.
#pragma once

#include <sys/types.h>

/// Exchanges two names in one step. EINVAL where the file system can't, as those of a network.
int cfilenames_exchange(const char *one, const char *other);

/// Renames a file unless the new name is taken, which is EEXIST.
int cfilenames_rename_to_free(const char *from, const char *to);

/// Reserves room on the disk for the first `size` bytes of a file, without a change of its size.
int cfilenames_reserve(int descriptor, off_t size);

/// Gives one file the extended attributes and the access control list of another, as far as the user may.
void cfilenames_copy_attributes(int from, int to);

/// Files as far as the system has them in memory, its page cache: what would wait for a disk fails instead.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Opens a plain name below a folder for reading, if the system knows the name without asking a disk (openat2 with
/// RESOLVE_CACHED, Linux 5.12); follows no link. That it was read is not noted in the file, which would be a write.
///
/// Returns a descriptor, or -1 with errno: EAGAIN where a disk would be asked, ENOSYS or EINVAL on an older system, EPERM for a file of
/// another user and where openat2 is forbidden.
int cpagecache_open(int folder, const char *name);

/// Reads what comes next in a file, up to the first byte that is not in memory (preadv2 with RWF_NOWAIT, Linux 4.14).
///
/// Returns the bytes read, 0 at the file's end, or -1 with errno: EAGAIN where the first byte is not in memory, EOPNOTSUPP where
/// the file system can't tell, as tmpfs and most of a network can't.
long cpagecache_read(int file, void *memory, size_t count);

/// Whether a file's system can tell what of it is in memory. The place in the file stays.
bool cpagecache_tells(int file);

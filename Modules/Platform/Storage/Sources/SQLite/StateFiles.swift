internal import Glibc

/// Paths of the state file, and the checks on it and its directory before SQLite may open it: no symbolic link that
/// could lead a write elsewhere, no permission for another user to read.
struct StateFiles: Sendable {
    /// As the settings gave it.
    let path: String

    /// Files SQLite makes beside the state file, by suffix; the file itself is the empty one.
    static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// A file as the system knows it, whatever its name.
    struct Identity: Sendable, Equatable {
        let device: UInt
        let inode: UInt
    }

    /// The path to open: the directory resolved, the links on the way to it followed, but the directory itself and the
    /// file checked to be no links. Nil when there is no file (and `create` is false).
    ///
    /// - Parameter create: makes the directories (0700) and the file (0600) that are missing, and narrows the rights of
    ///   files of ours that others could read.
    func resolve(create: Bool) throws(StorageFailure) -> String? {
        let (directory, name) = try split()
        if create { try makeDirectories(directory) }
        guard let kind = try Self.status(directory, for: path) else { return nil }
        guard kind.st_mode & S_IFMT != S_IFLNK else { throw .unsafePath(path: path, .symbolicLink) }
        guard kind.st_mode & S_IFMT == S_IFDIR else { throw .unsafePath(path: path, .notADirectory) }
        guard let resolved = realpath(directory, nil) else { throw .system(errno, path: path) }
        defer { free(resolved) }
        let file = String(cString: resolved) + "/" + name
        for suffix in Self.suffixes {
            try checkFile(file + suffix, narrow: create)
        }
        if try Self.status(file, for: path) == nil {
            guard create else { return nil }
            try makeFile(file)
        }
        return file
    }

    /// The identity of the file at a resolved path; nil when there is none.
    static func identity(of file: String) -> Identity? {
        var status = stat()
        guard lstat(file, &status) == 0 else { return nil }
        return Identity(device: status.st_dev, inode: status.st_ino)
    }

    /// Whether a write-ahead log with something in it lies beside the file at a resolved path.
    static func hasLog(_ file: String) -> Bool {
        var status = stat()
        return lstat(file + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Whether SQLite's shared memory lies beside the file at a resolved path.
    static func hasSharedMemory(_ file: String) -> Bool { access(file + "-shm", F_OK) == 0 }

    /// Stamp of the file and its log: differs after a write, a creation, a removal or an exchange of either.
    struct Stamp: Equatable {
        fileprivate let parts: [Int]
    }

    /// Current stamp of both.
    var stamp: Stamp {
        Stamp(
            parts: [path, path + "-wal"].flatMap { name in
                var status = stat()
                guard stat(name, &status) == 0 else { return [Int(errno)] }
                return [
                    Int(bitPattern: status.st_ino), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                    status.st_ctim.tv_sec, status.st_ctim.tv_nsec, Int(status.st_mode),
                ]
            })
    }

    /// True if this process may not write the file at a resolved path, or may not create others beside it.
    static func isReadOnly(_ file: String) -> Bool {
        access(file, W_OK) != 0 || access(parent(of: file), W_OK) != 0
    }

    /// Whether the file could be made where there is none: the directory, or the nearest one above it that is there, may be
    /// written.
    var canBeMade: Bool {
        guard case (var directory, _)? = try? split() else { return false }
        while access(directory, F_OK) != 0, errno == ENOENT, directory != "/", directory != "." {
            directory = Self.parent(of: directory)
        }
        return access(directory, W_OK | X_OK) == 0
    }

    /// The directory, without slashes at its end, and the file's name.
    private func split() throws(StorageFailure) -> (directory: String, name: String) {
        let bytes = Array(path.utf8)
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        let name = bytes[(slash.map { $0 + 1 } ?? 0)...]
        guard !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8), !bytes.contains(0) else {
            throw .unsafePath(path: path, .notAPath)
        }
        var directory = bytes[..<(slash ?? 0)]
        while directory.last == UInt8(ascii: "/") { directory.removeLast() }
        let text = String(decoding: directory, as: UTF8.self)
        return (text.isEmpty ? (slash == nil ? "." : "/") : text, String(decoding: name, as: UTF8.self))
    }

    /// Makes a missing directory and the missing ones above it, 0700 whatever the umask. Those there are left alone.
    private func makeDirectories(_ directory: String) throws(StorageFailure) {
        guard try Self.status(directory, for: path) == nil else { return }
        let bytes = Array(directory.utf8)
        let ends = bytes.indices.filter { $0 > 0 && bytes[$0] == UInt8(ascii: "/") } + [bytes.count]
        for end in ends {
            let prefix = String(decoding: bytes[..<end], as: UTF8.self)
            if mkdir(prefix, 0o700) == 0 {
                guard chmod(prefix, 0o700) == 0 else { throw .system(errno, path: path) }
                Self.synchronize(directoryOf: prefix)
            } else if errno != EEXIST {
                // EROFS and the like for a directory that is there is no failure; the next step finds out.
                let failure = StorageFailure.system(errno, path: path)
                guard access(prefix, F_OK) == 0 else { throw failure }
            }
        }
    }

    /// Refuses what is not a plain file; with `narrow` takes away what others may do with a file of ours.
    private func checkFile(_ file: String, narrow: Bool) throws(StorageFailure) {
        guard let status = try Self.status(file, for: path) else { return }
        guard status.st_mode & S_IFMT != S_IFLNK else { throw .unsafePath(path: path, .symbolicLink) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unsafePath(path: path, .notAFile) }
        if narrow, status.st_mode & 0o077 != 0, status.st_uid == geteuid() {
            // A read-only file system refuses this; then nothing can be written either, and SQLite will say so.
            _ = fchmodat(AT_FDCWD, file, status.st_mode & 0o700, AT_SYMLINK_NOFOLLOW)
        }
    }

    /// Makes the file, empty, 0600 whatever the umask. SQLite gives its other files the rights of this one.
    ///
    /// `mknod`, not `open`: closing a descriptor would drop the locks that another connection of this process holds.
    private func makeFile(_ file: String) throws(StorageFailure) {
        guard mknod(file, S_IFREG | 0o600, 0) == 0 else {
            if errno == EEXIST { return }
            throw .system(errno, path: path)
        }
        guard fchmodat(AT_FDCWD, file, 0o600, AT_SYMLINK_NOFOLLOW) == 0 else { throw .system(errno, path: path) }
        Self.synchronize(directoryOf: file)
    }

    /// Makes a new name durable. Best effort: some file systems refuse it, and SQLite syncs what it writes itself.
    private static func synchronize(directoryOf name: String) {
        let descriptor = open(parent(of: name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        Glibc.close(descriptor)
    }

    private static func parent(of name: String) -> String {
        guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == name.utf8.startIndex ? "/" : String(name[..<slash])
    }

    /// `lstat`; nil when nothing is there.
    private static func status(_ file: String, for path: String) throws(StorageFailure) -> stat? {
        var status = stat()
        if lstat(file, &status) == 0 { return status }
        if errno == ENOENT { return nil }
        throw .system(errno, path: path)
    }
}

import Glibc

/// Files that the processes of one user and state share for `requestState`, in the directory of the state: the key, and
/// a marker for each used state. Every call may wait for the disk.
struct RequestFiles: Sendable {
    /// Reads the key, 32 bytes; with true makes it first where it is missing. Gives nil when it can't be used. Nil where no
    /// directory is.
    let key: (@Sendable (_ makes: Bool) -> [UInt8]?)?
    /// Notes that a state was used: false when somebody did before, nil when it can't be known. Nil where nothing may be
    /// written.
    let use: (@Sendable (_ nonce: String, _ end: Int64, _ now: Int64) -> Bool?)?

    /// Without a directory: nothing is shared.
    static let none = RequestFiles(key: nil, use: nil)

    init(
        key: (@Sendable (_ makes: Bool) -> [UInt8]?)?,
        use: (@Sendable (_ nonce: String, _ end: Int64, _ now: Int64) -> Bool?)?
    ) {
        self.key = key
        self.use = use
    }

    /// The files beside the state at the path of the settings; none where that has no home directory.
    init(beside state: String, isReadOnly: Bool) {
        guard state.utf8.first != UInt8(ascii: "~"), let slash = state.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            self = .none
            return
        }
        let directory = slash == state.utf8.startIndex ? "/" : String(state[..<slash])
        self.init(directory: directory, isReadOnly: isReadOnly)
    }

    /// - Parameters:
    ///   - directory: of the state; made (0700) when it is missing.
    ///   - isReadOnly: whether nothing may be written: a key that is there is used.
    init(directory: String, isReadOnly: Bool) {
        let folder = RequestFolder(path: directory)
        let use: @Sendable (String, Int64, Int64) -> Bool? = { folder.use($0, until: $1, now: $2) }
        self.init(key: { folder.key(makes: $0 && !isReadOnly) }, use: isReadOnly ? nil : use)
    }
}

/// The files themselves.
private struct RequestFolder {
    let path: String

    private static let keyName = "request-state.key"
    private static let keyBytes = 32
    private static let markerFolder = "used-request-states"

    // MARK: The key

    func key(makes: Bool) -> [UInt8]? {
        if makes { makeFolders() }
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        defer { Glibc.close(folder) }
        if let key = readKey(in: folder) { return key }
        guard makes, makeKey(in: folder) else { return nil }
        return readKey(in: folder)
    }

    /// Nil when there is none, and for one that others may read or that is not ours.
    private func readKey(in folder: Int32) -> [UInt8]? {
        // Not blocking: a pipe of this name would wait for its writer.
        let file = openat(folder, Self.keyName, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        var found = stat()
        guard fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_mode & 0o077 == 0,
            found.st_uid == geteuid()
        else { return nil }
        var key = [UInt8](repeating: 0, count: Self.keyBytes + 1)
        return read(file, &key, key.count) == Self.keyBytes ? Array(key.prefix(Self.keyBytes)) : nil
    }

    /// Makes it whole under another name, then gives it its own unless somebody was faster: of two that start at once one
    /// key stays, and nobody sees a part of it.
    /// - Returns: whether there is one now.
    private func makeKey(in folder: Int32) -> Bool {
        let temporary = "\(Self.keyName).\(hexadecimal(randomBytes(8)))"
        let file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer {
            Glibc.close(file)
            unlinkat(folder, temporary, 0)
        }
        let key = randomBytes(Self.keyBytes)
        guard fchmod(file, 0o600) == 0, write(file, key, key.count) == key.count, fsync(file) == 0 else { return false }
        return linkat(folder, temporary, folder, Self.keyName, 0) == 0 || errno == EEXIST
    }

    // MARK: Markers

    /// Makes an empty file whose name is the state's; the system lets one process alone do that. Those of states that
    /// ended are removed.
    func use(_ nonce: String, until end: Int64, now: Int64) -> Bool? {
        let parent = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return nil }
        defer { Glibc.close(parent) }
        mkdirat(parent, Self.markerFolder, 0o700)
        let folder = openat(parent, Self.markerFolder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        sweep(folder, now: now)
        defer { Glibc.close(folder) }
        let file = openat(folder, "\(end)-\(nonce)", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno == EEXIST ? false : nil }
        Glibc.close(file)
        return true
    }

    private func sweep(_ folder: Int32, now: Int64) {
        let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return }
        guard let stream = fdopendir(copy) else {
            Glibc.close(copy)
            return
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let end = name.split(separator: "-").first.flatMap({ Int64($0) }), end < now else { continue }
            unlinkat(folder, name, 0)
        }
    }

    /// Makes the missing directories, 0700.
    private func makeFolders() {
        guard access(path, F_OK) != 0 else { return }
        let bytes = Array(path.utf8)
        for end in bytes.indices.filter({ $0 > 0 && bytes[$0] == UInt8(ascii: "/") }) + [bytes.count] {
            mkdir(String(decoding: bytes[..<end], as: UTF8.self), 0o700)
        }
    }
}

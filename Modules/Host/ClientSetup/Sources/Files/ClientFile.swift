import Glibc

/// A client's file: read whole, replaced whole or not at all, with what was there kept beside it.
package struct ClientFile: Sendable {
    /// The file as the client names it.
    package let path: String
    /// Where its bytes are: behind symbolic links, such as those of dotfiles kept elsewhere.
    let target: String
    /// Nil when there is no file.
    package let bytes: [UInt8]?
    private let status: FileStatus?

    /// More than any of these files has.
    static let limit = 32 << 20

    /// Reads the file.
    /// - Parameter path: absolute.
    /// - Throws: ``SetupFault`` when it can't be read.
    package init(reading path: String) throws(SetupFault) {
        self.path = path
        target = try Self.target(of: path)
        let descriptor = open(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .unreadable(path: path, reason: Self.lastError) }
            bytes = nil
            status = nil
            return
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor) else { throw .unreadable(path: path, reason: Self.lastError) }
        guard status.isFile else { throw .notAFile(path: path) }
        self.status = status
        bytes = try Self.contents(of: descriptor, path)
    }

    /// Puts `new` in the place of what was read.
    /// - Returns: the path of the backup; nil when there was no file.
    /// - Throws: ``SetupFault``; the file is then as it was.
    package func replace(with new: [UInt8]) throws(SetupFault) -> String? {
        try makeFolder()
        let temporary = "\(folder)/.galleria-\(getpid()).new"
        unlink(temporary)
        try write(new, to: temporary)
        var backup: String?
        do throws(SetupFault) {
            backup = try makeBackup()
            guard FileStatus(at: target) == status else { throw .changedMeanwhile(path: path) }
            guard rename(temporary, target) == 0 else { throw .unwritable(path: path, reason: Self.lastError) }
        } catch {
            unlink(temporary)
            if let backup { unlink(backup) }
            throw error
        }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
        return backup
    }

    private var folder: String {
        let end = target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.startIndex
        return end == target.startIndex ? "/" : String(target[..<end])
    }

    /// The first free of `.bak-1`, `.bak-2` …: an earlier backup is never written to.
    private func makeBackup() throws(SetupFault) -> String? {
        guard let bytes else { return nil }
        for number in 1...9999 {
            let backup = "\(target).bak-\(number)"
            var there = stat()
            if lstat(backup, &there) == 0 { continue }
            try write(bytes, to: backup)
            return backup
        }
        throw .tooManyBackups(path: path)
    }

    /// Writes a file that is not there yet, with the mode and the owner of the one that was read.
    private func write(_ bytes: [UInt8], to path: String) throws(SetupFault) {
        let mode = status.map { $0.mode & 0o700 } ?? 0o666
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode | 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: self.path, reason: Self.lastError) }
        var reason: String?
        if let status {
            let isOurs = status.owner == geteuid() && status.group == getegid()
            if !isOurs, fchown(descriptor, status.owner, status.group) != 0 { reason = Self.lastError }
            if reason == nil, fchmod(descriptor, status.mode) != 0 { reason = Self.lastError }
        }
        var written = 0
        while reason == nil, written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { written += count } else if count == 0 || errno != EINTR { reason = Self.lastError }
        }
        if reason == nil, fsync(descriptor) != 0 { reason = Self.lastError }
        close(descriptor)
        if let reason {
            unlink(path)
            throw .unwritable(path: self.path, reason: reason)
        }
    }

    private func makeFolder() throws(SetupFault) {
        var end = folder.utf8.startIndex
        while end < folder.utf8.endIndex {
            let next = folder.utf8[end...].dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? folder.utf8.endIndex
            let part = String(folder[..<next])
            if mkdir(part, 0o755) != 0, errno != EEXIST, access(part, X_OK) != 0 {
                throw .unwritable(path: path, reason: Self.lastError)
            }
            end = next
        }
    }

    /// Follows symbolic links by hand, since the last of them may lead to a file that is not there yet.
    private static func target(of path: String) throws(SetupFault) -> String {
        var target = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let count = readlink(target, &buffer, buffer.count - 1)
            guard count > 0 else { return target }
            let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if link.utf8.first == UInt8(ascii: "/") {
                target = link
            } else {
                let end = target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.startIndex
                target = "\(target[..<end])/\(link)"
            }
        }
        throw .unreadable(path: path, reason: String(cString: strerror(ELOOP)))
    }

    private static func contents(of descriptor: Int32, _ path: String) throws(SetupFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unreadable(path: path, reason: lastError) }
            bytes += chunk[..<count]
        }
        throw .tooLarge(path: path, limit: limit)
    }

    private static var lastError: String { String(cString: strerror(errno)) }
}

/// What tells whether a file is still the one that was read, and what its successor must keep.
private struct FileStatus: Sendable, Equatable {
    let device: UInt
    let node: UInt
    let size: Int
    let changedSeconds: Int
    let changedNanoseconds: Int
    let fullMode: UInt32
    let owner: UInt32
    let group: UInt32

    var mode: UInt32 { fullMode & 0o7777 }
    var isFile: Bool { fullMode & S_IFMT == S_IFREG }

    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt(status.st_dev)
        node = UInt(status.st_ino)
        size = Int(status.st_size)
        changedSeconds = Int(status.st_mtim.tv_sec)
        changedNanoseconds = Int(status.st_mtim.tv_nsec)
        fullMode = status.st_mode
        owner = status.st_uid
        group = status.st_gid
    }
}

import CFileNames
import Glibc

/// A client's file: read whole, replaced whole or not at all, with what was there kept beside it.
package struct ClientFile: Sendable {
    /// The file as the client names it.
    package let path: String
    /// Resolved path of the bytes: behind symbolic links, such as those of dotfiles kept elsewhere.
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
    ///
    /// A file of one name is exchanged as a whole: nobody ever reads a part of it, and what it was becomes the backup. A
    /// file of several names (hard links) is written in its place, so that all of them show the same: its backup is made
    /// before, and a write that fails is taken back, but a crash of the system in between can leave a mix.
    /// - Returns: the path of the backup; nil when there was no file.
    /// - Throws: ``SetupFault``; the file is then as it was.
    package func replace(with new: [UInt8]) throws(SetupFault) -> String? {
        try makeFolder()
        let backup: String?
        if let status, let bytes {
            backup = status.names > 1 ? try overwrite(bytes, with: new) : try exchange(bytes, for: new)
        } else {
            try create(new)
            backup = nil
        }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
        return backup
    }

    private var temporary: String { "\(folder)/.galleria-\(getpid()).new" }

    /// Makes the file under its name, whole, unless somebody else was first.
    private func create(_ new: [UInt8]) throws(SetupFault) {
        unlink(temporary)
        try write(new, to: temporary)
        defer { unlink(temporary) }
        guard link(temporary, target) == 0 else {
            if errno == EEXIST { throw .changedMeanwhile(path: path) }
            throw .unwritable(path: path, reason: Self.lastError)
        }
    }

    private func exchange(_ old: [UInt8], for new: [UInt8]) throws(SetupFault) -> String {
        unlink(temporary)
        try write(new, to: temporary)
        guard swap() else {
            defer { unlink(temporary) }
            // Network file systems can't exchange names: what was there gets its second name first.
            guard errno == EINVAL || errno == ENOSYS else { throw .unwritable(path: path, reason: Self.lastError) }
            let backup = try nameBackup { name throws(SetupFault) in try isDone(link(target, name)) }
            guard isUnchanged(at: backup, names: 2, old), rename(temporary, target) == 0 else {
                unlink(backup)
                throw .changedMeanwhile(path: path)
            }
            return backup
        }
        // Looked at once nobody finds it under its name any more: another program's change can't come in between.
        do throws(SetupFault) {
            guard isUnchanged(at: temporary, names: 1, old) else { throw .changedMeanwhile(path: path) }
            return try nameBackup { name throws(SetupFault) in
                try isDone(cfilenames_rename_to_free(temporary, name))
            }
        } catch {
            if swap() { unlink(temporary) }
            throw error
        }
    }

    /// Exchanges the two names; what each stands for is never missing.
    private func swap() -> Bool {
        cfilenames_exchange(temporary, target) == 0
    }

    private func overwrite(_ old: [UInt8], with new: [UInt8]) throws(SetupFault) -> String {
        let descriptor = open(target, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: Self.lastError) }
        defer { close(descriptor) }
        let backup = try nameBackup { name throws(SetupFault) in
            try write(old, to: name)
            return true
        }
        do throws(SetupFault) {
            guard FileStatus(descriptor) == status, try Self.contents(of: descriptor, path) == old else {
                throw .changedMeanwhile(path: path)
            }
            // Where the file system can't, a disk that is full is found out later.
            _ = cfilenames_reserve(descriptor, off_t(max(new.count, 1)))
            if let reason = Self.fill(descriptor, with: new) {
                _ = Self.fill(descriptor, with: old)
                throw .unwritable(path: path, reason: reason)
            }
        } catch {
            unlink(backup)
            throw error
        }
        return backup
    }

    /// Writes all the content of an open file.
    /// - Returns: why it failed; nil when all is on the disk.
    private static func fill(_ descriptor: Int32, with bytes: [UInt8]) -> String? {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(written))
            }
            if count > 0 { written += count } else if count == 0 || errno != EINTR { return lastError }
        }
        return ftruncate(descriptor, off_t(bytes.count)) == 0 && fsync(descriptor) == 0 ? nil : lastError
    }

    /// Whether a name now stands for the file that was read, and it holds the same.
    private func isUnchanged(at name: String, names: UInt, _ old: [UInt8]) -> Bool {
        let descriptor = open(name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var expected = status
        expected?.names = names
        guard FileStatus(descriptor) == expected else { return false }
        return (try? Self.contents(of: descriptor, path)) == old
    }

    private var folder: String {
        let end = target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.startIndex
        return end == target.startIndex ? "/" : String(target[..<end])
    }

    /// Makes the backup under the first free of `.bak-1`, `.bak-2` …: an earlier one is never written to.
    /// - Parameter make: makes it under a name, or answers that the name is taken.
    private func nameBackup(_ make: (String) throws(SetupFault) -> Bool) throws(SetupFault) -> String {
        for number in 1...9999 {
            let backup = "\(target).bak-\(number)"
            var there = stat()
            if lstat(backup, &there) == 0 { continue }
            if try make(backup) { return backup }
        }
        throw .tooManyBackups(path: path)
    }

    /// - Parameter result: of a call that gives a file a name.
    /// - Returns: false when the name is taken.
    private func isDone(_ result: Int32) throws(SetupFault) -> Bool {
        if result == 0 { return true }
        guard errno == EEXIST else { throw .unwritable(path: path, reason: Self.lastError) }
        return false
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
            let old = open(target, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            if old >= 0 {
                cfilenames_copy_attributes(old, descriptor)
                close(old)
            }
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

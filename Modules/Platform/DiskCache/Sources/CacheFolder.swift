internal import CPageCache
import Glibc
import Synchronization

/// The open folder of the disk cache. Everything in it is reached by a plain name below its descriptor, so nothing from
/// outside is ever part of a path, and no link in it is followed (F1, F7).
final class CacheFolder: Sendable {
    private let descriptor: Int32
    private let device: dev_t
    private let inode: ino_t
    /// Whether the folder's file system tells what is in memory: as the first read that may wait found it, and nil before. Where it
    /// does not, as on a network, opening a file may wait already.
    private let tellsAtHand = Mutex<Bool?>(nil)

    /// Result of `fstat` on a file.
    struct Status: Sendable {
        let bytes: Int
        /// Nanoseconds since 1970 of the last use: the file's modification time, which every use sets.
        let usedAt: Int64
        let isFile: Bool
    }

    /// Time that a read may take.
    enum Patience {
        /// As long as the disk does.
        case full
        /// None: what is not in the system's memory counts as cut off.
        case none
    }

    /// Opens the folder, making it and those above it (0700) where they are missing.
    /// - Throws: also when the folder itself is a symbolic link.
    convenience init(making path: String) throws(DiskFault) {
        try Self.makeFolders(path)
        try self.init(path)
    }

    /// Opens the folder.
    /// - Throws: also when the folder itself is a symbolic link.
    init(_ path: String) throws(DiskFault) {
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            var found = stat()
            if lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFLNK { throw DiskFault(.symbolicLink) }
            throw DiskFault(.system(code))
        }
        var found = stat()
        fstat(descriptor, &found)
        (device, inode) = (found.st_dev, found.st_ino)
    }

    deinit { Glibc.close(descriptor) }

    func isSame(as other: CacheFolder) -> Bool { device == other.device && inode == other.inode }

    /// Whether the folder is the one at a path: not removed, and nothing else in its place.
    func stands(at path: String) -> Bool {
        var found = stat()
        return lstat(path, &found) == 0 && found.st_dev == device && found.st_ino == inode
    }

    /// The permission bits.
    var mode: UInt32 {
        var found = stat()
        return fstat(descriptor, &found) == 0 ? found.st_mode & 0o777 : 0
    }

    /// The names of everything in it, in no order.
    func names() throws(DiskFault) -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw DiskFault(.system(errno)) }
        guard let stream = fdopendir(copy) else {
            let code = errno
            Glibc.close(copy)
            throw DiskFault(.system(code))
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    /// Nil when nothing has this name.
    func status(_ name: String) -> Status? {
        var found = stat()
        guard fstatat(descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return Status(found)
    }

    /// The bytes of a file, which is marked as used at `now`; nil when it is not there, is no plain file, is larger than
    /// `limit`, or can't be read.
    func read(_ name: String, limit: Int, now: Int64) -> [UInt8]? {
        reading(name, limit: limit, now: now) { status, read in
            [UInt8](unsafeUninitializedCapacity: status.bytes) { buffer, count in
                count = read(UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// Result of `body` for a file, which is marked as used at `now`, but without patience; nil for a missing file, for anything but a
    /// plain file, and beyond `limit`.
    /// - Parameter body: takes the file's status as it was found, and what fills a memory with the file's next bytes: with fewer of them
    ///   where the file ends, or can't be read.
    func reading<Result>(
        _ name: String, limit: Int, now: Int64, _ patience: Patience = .full,
        _ body: (_ status: Status, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Result?
    ) -> Result? {
        guard patience == .full || tellsAtHand.withLock({ $0 == true }) else { return nil }
        // Not blocking: a pipe of this name would wait for its writer.
        let file =
            patience == .none
            ? cpagecache_open(descriptor, name)
            : openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        var found = stat()
        guard fstat(file, &found) == 0 else { return nil }
        let status = Status(found)
        guard status.isFile, status.bytes <= limit else { return nil }
        if patience == .full {
            Self.touch(file, now: now)
            tellsAtHand.withLock { $0 = $0 ?? cpagecache_tells(file) }
        }
        return body(status) { memory in
            var count = 0
            while count < memory.count {
                let (rest, length) = (memory.baseAddress.map { $0 + count }, memory.count - count)
                let got = patience == .none ? cpagecache_read(file, rest, length) : Glibc.read(file, rest, length)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }  // cut while it was read, or not in memory; the checksum finds it
                count += got
            }
            return count
        }
    }

    /// Marks a file as used, if it is there.
    func touch(_ name: String, now: Int64) {
        utimensat(descriptor, name, Self.times(now), AT_SYMLINK_NOFOLLOW)
    }

    /// Writes a file whole or not at all: under another name, then renamed (F4).
    ///
    /// No `fsync`: after a power cut the checksum finds what did not reach the disk, and the content is fetched again.
    /// - Parameters:
    ///   - pieces: written one behind the other.
    ///   - temporary: a name that nobody else uses; locked while it is written.
    func write(_ pieces: [[UInt8]], as name: String, temporary: String, now: Int64) throws(DiskFault) {
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw DiskFault(.system(errno)) }
        defer { Glibc.close(file) }
        do throws(DiskFault) {
            flock(file, LOCK_EX | LOCK_NB)
            for piece in pieces { try Self.writeAll(piece, to: file) }
            Self.touch(file, now: now)
            guard renameat(descriptor, temporary, descriptor, name) == 0 else { throw DiskFault(.system(errno)) }
        } catch {
            remove(temporary)
            throw error
        }
    }

    /// - Returns: whether it is gone.
    @discardableResult
    func remove(_ name: String) -> Bool { unlinkat(descriptor, name, 0) == 0 }

    /// Removes a temporary file unless somebody is writing it: a writer holds a lock, which ends with its process.
    /// - Returns: whether it is gone.
    func removeIfAbandoned(_ name: String) -> Bool {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { Glibc.close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return false }
        return unlinkat(descriptor, name, 0) == 0
    }

    private static func writeAll(_ bytes: [UInt8], to file: Int32) throws(DiskFault) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw DiskFault(.system(count < 0 ? errno : ENOSPC)) }
            written += count
        }
    }

    private static func touch(_ file: Int32, now: Int64) { futimens(file, times(now)) }

    /// The times of a file that was used: of its last reading and of its last change.
    private static func times(_ now: Int64) -> [timespec] {
        let time = timespec(tv_sec: Int(now / 1_000_000_000), tv_nsec: Int(now % 1_000_000_000))
        return [time, time]
    }

    private static func makeFolders(_ path: String) throws(DiskFault) {
        var found = stat()
        if lstat(path, &found) == 0 { return }
        let bytes = Array(path.utf8)
        let ends = bytes.indices.filter { $0 > 0 && bytes[$0] == UInt8(ascii: "/") } + [bytes.count]
        for end in ends {
            let code = mkdir(String(decoding: bytes[..<end], as: UTF8.self), 0o700) == 0 ? 0 : errno
            // A folder above that can't be made here may be there all the same; the last one tells.
            guard end < bytes.count || code == 0 || code == EEXIST else { throw DiskFault(.system(code)) }
        }
    }
}

extension CacheFolder.Status {
    fileprivate init(_ found: stat) {
        bytes = Int(found.st_size)
        usedAt = Int64(found.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(found.st_mtim.tv_nsec)
        isFile = found.st_mode & S_IFMT == S_IFREG
    }
}

/// Why the folder can't be used.
struct DiskFault: Error {
    let trouble: DiskTrouble

    init(_ trouble: DiskTrouble) {
        self.trouble = trouble
    }
}

import Glibc

/// A file that a transcript is written to, whole lines alone, readable by its owner alone.
final class TranscriptFile: Sendable {
    private let descriptor: Int32

    /// - Parameter overwrite: whether what the file held may go.
    init(path: String, overwrite: Bool) throws(TranscriptFault) {
        let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW
        var descriptor = open(path, flags | O_CREAT | O_EXCL, 0o600)
        if descriptor < 0, errno == EEXIST {
            guard overwrite else {
                var status = stat()
                guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
                throw .exists(path: path)
            }
            // Without waiting: a named pipe would make it wait for its reader.
            descriptor = open(path, flags | O_NONBLOCK)
        }
        guard descriptor >= 0 else {
            throw errno == ELOOP || errno == EISDIR || errno == ENXIO
                ? .notAFile(path: path) : .unwritable(path: path, code: errno)
        }
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(path: path) }
        guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, 0o600) == 0 else {
            throw .unwritable(path: path, code: errno)
        }
    }

    deinit { close(descriptor) }

    /// Adds whole lines. What could be written in part only is taken back.
    /// - Returns: the system's number of the error that ended it; nil when all is written.
    func append(_ lines: [UInt8]) -> Int32? {
        let end = lseek(descriptor, 0, SEEK_CUR)
        var written = 0
        while written < lines.count {
            let count = lines.withUnsafeBytes {
                write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let number = count < 0 ? errno : ENOSPC
                let whole = lines[..<written].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                _ = ftruncate(descriptor, end + off_t(whole))
                return number
            }
            written += count
        }
        return nil
    }
}

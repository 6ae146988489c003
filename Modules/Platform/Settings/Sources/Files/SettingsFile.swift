internal import Glibc

/// One settings file as it was read.
package struct SettingsFile: Sendable, Equatable {
    /// Its path as it was named.
    package let path: String
    /// Its bytes, at most `YAMLLimits.bytes`.
    package let bytes: [UInt8]
    /// Whether anybody may write to it.
    package let isWorldWritable: Bool
    /// True for a file that belongs to another user than this process's and root.
    package let isForeign: Bool

    /// Reads the file at `path`; nil when there is none. Never waits for a pipe, never reads more than the limit.
    package static func read(_ path: String) throws(SettingsFileFault) -> SettingsFile? {
        func fault(_ reason: SettingsFileFault.Reason) -> SettingsFileFault {
            SettingsFileFault(path: path, reason: reason)
        }
        guard !path.isEmpty, !path.utf8.contains(0) else { throw fault(.badPath) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw fault(.unreadable(errno: errno))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault(.unreadable(errno: errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFCHR: break
        case S_IFDIR: throw fault(.directory)
        default: throw fault(.notAFile)
        }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        var bytes: [UInt8] = []
        while bytes.count <= YAMLLimits.bytes {
            let wanted = min(YAMLLimits.bytes + 1 - bytes.count, 65_536)
            var count = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
                repeat { count = Glibc.read(descriptor, buffer.baseAddress, wanted) } while count < 0 && errno == EINTR
                initialized = max(count, 0)
            }
            guard count >= 0 else { throw fault(.unreadable(errno: errno)) }
            if count == 0 { break }
            bytes += chunk
        }
        guard bytes.count <= YAMLLimits.bytes else { throw fault(.tooLarge(limit: YAMLLimits.bytes)) }
        return SettingsFile(
            path: path, bytes: bytes, isWorldWritable: isRegular && status.st_mode & S_IWOTH != 0,
            isForeign: isRegular && status.st_uid != geteuid() && status.st_uid != 0)
    }
}

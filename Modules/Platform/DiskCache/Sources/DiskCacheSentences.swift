import Glibc

/// Trouble of a disk cache, logged once each time that the cache stops working.
enum DiskTrouble: Sendable, Equatable {
    /// No home directory, so there is no path.
    case noPath
    /// libcrypto is missing, so there are no file names.
    case noDigest
    case symbolicLink
    /// `errno` of what failed.
    case system(Int32)

    func sentence(for configuration: DiskCacheConfiguration) -> String {
        let key = configuration.pathKey
        let reason =
            switch self {
            case .noPath: "HOME is not set; set it, or set \(key)"
            case .noDigest: "the system library libcrypto is missing; install the package libssl3"
            case .symbolicLink: "\(key) is a symbolic link; name the folder itself"
            case .system(let code): "\(String(cString: strerror(code))); check \(key)"
            }
        return "\(configuration.contents) are not kept on disk: \(reason)"
    }
}

extension DiskCacheConfiguration {
    /// Log line for an existing folder that is open to others.
    func sentence(openFolder mode: UInt32) -> String {
        "the folder of \(pathKey) can be read by others (mode \(String(mode, radix: 8))); set it to 700"
    }
}

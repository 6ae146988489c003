import DesignSystem
import FeatureKit
import Glibc

/// Files that are made, and never overwritten.
enum NewFile {
    /// Tells whether there is anything of the name, a link to nothing among it.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Makes a folder and those above it.
    static func makeFolder(_ path: String) throws(Fault) {
        if path.isEmpty || exists(path) { return }
        if let slash = path.lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failed(path, errno) }
    }

    /// Writes a file whole; nothing is overwritten, and what fails leaves nothing.
    static func create(_ path: String, _ bytes: [UInt8]) throws(Fault) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failed(path, errno) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = errno
                close(descriptor)
                unlink(path)
                throw failed(path, error)
            }
            rest = rest.dropFirst(count)
        }
        guard close(descriptor) == 0 else { throw failed(path, errno) }
    }

    /// The failure of a call of the system.
    static func failed(_ path: String, _ error: Int32) -> Fault {
        if error == EEXIST { return taken(path) }
        return Fault(
            .storageFailed, "\(sanitized(path)) can't be written: \(String(cString: strerror(error))).",
            hint: "Check the folder and its permissions.")
    }

    /// The refusal to overwrite.
    static func taken(_ path: String) -> Fault {
        Fault(
            .invalidArgument, "\(sanitized(path)) is there already, and nothing is overwritten.",
            hint: "Move it away, or take another name.")
    }
}

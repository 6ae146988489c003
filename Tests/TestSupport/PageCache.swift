import Foundation

/// File systems that tell which bytes of a file are in memory.
package enum PageCache {
    /// True where temporary files lie on ext4, XFS or btrfs, of a Linux that opens what it knows without asking a disk (5.12), and
    /// nothing forbids that.
    package static let tells: Bool = {
        guard ["ext4", "xfs", "btrfs"].contains(fileSystem(of: NSTemporaryDirectory())) else { return false }
        var system = utsname()
        guard uname(&system) == 0 else { return false }
        let release = withUnsafeBytes(of: &system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let numbers = release.split(separator: ".").prefix(2).compactMap { Int($0) }
        return numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 12)
            && text("/proc/self/status").contains("Seccomp:\t0")
    }()

    /// The kind of the file system that a folder lies on; nil for a folder that is not there.
    private static func fileSystem(of folder: String) -> String? {
        guard let real = realpath(folder, nil) else { return nil }
        defer { free(real) }
        let path = String(cString: real) + "/"
        let mounts = text("/proc/self/mounts").split(separator: "\n").map { $0.split(separator: " ") }
        return mounts.filter { $0.count > 2 && ($0[1] == "/" || path.hasPrefix($0[1] + "/")) }
            .max { $0[1].utf8.count < $1[1].utf8.count }.map { String($0[2]) }
    }

    private static func text(_ file: String) -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
}

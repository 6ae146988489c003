import Foundation
import Testing

/// The directory of the state under a home, and everything about its files that a change would show in.
struct StateFolder {
    let path: String
    var file: String { "\(path)/state.db" }

    init(_ home: TemporaryHome) { path = "\(home.path)/.local/state/galleria" }

    /// Makes the directory as galleria does.
    func make() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Facts of one file, to the byte and the nanosecond.
    struct Facts: Equatable, CustomStringConvertible {
        var bytes: Data?
        let inode: ino_t
        let mode: mode_t
        var times: [Int]

        init(_ path: String) throws {
            var status = stat()
            try #require(lstat(path, &status) == 0, "\(path): \(String(cString: strerror(errno)))")
            inode = status.st_ino
            mode = status.st_mode
            times = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
            bytes = status.st_mode & S_IFMT == S_IFREG ? try Data(contentsOf: URL(filePath: path)) : nil
        }

        var description: String {
            "\(bytes?.count ?? 0) bytes (hash \(bytes?.hashValue ?? 0)), inode \(inode), mode \(String(mode, radix: 8)), \(times)"
        }
    }

    /// The directory, whose times tell of a file that came and went, and each file in it by name. Of `state.db-shm`, which every
    /// reader writes its locks into, only that it is there. For root, SQLite sets the owner of `state.db-wal` to what it is, which
    /// changes its second time.
    func facts() throws -> [String: Facts] {
        var facts = [".": try Facts(path)]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            facts[name] = try Facts("\(path)/\(name)")
            if name.hasSuffix("-shm") {
                facts[name]?.bytes = nil
                facts[name]?.times = []
            } else if name.hasSuffix("-wal"), geteuid() == 0 {
                facts[name]?.times.removeLast(2)
            }
        }
        return facts
    }

    /// The bytes of each file.
    func contents() throws -> [String: Data] {
        try facts().compactMapValues(\.bytes)
    }
}

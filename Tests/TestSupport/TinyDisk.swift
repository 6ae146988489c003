import Foundation

/// A small file system in memory, mounted for one test. Mounting needs the rights of root.
package final class TinyDisk: Sendable {
    package let path: String

    /// True if this process may mount: tried once.
    package static let isPossible: Bool = {
        guard let folder = try? Folder() else { return false }
        return (try? TinyDisk(at: folder("try"), options: "size=64k")) != nil
    }()

    /// - Parameters:
    ///   - path: the folder to mount it at, made if it is missing.
    ///   - options: of tmpfs, such as `size=256k`.
    package init(at path: String, options: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Self.run("mount", ["-t", "tmpfs", "-o", options, "none", path])
    }

    deinit { try? Self.run("umount", ["-l", path]) }

    /// - Parameter mode: `ro` or `rw`.
    package func remount(_ mode: String) throws {
        try Self.run("mount", ["-o", "remount," + mode, path])
    }

    private static func run(_ tool: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}

import Foundation
import Testing

/// A directory of its own for a program's settings, caches and state, removed with this object.
final class TemporaryHome {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "galleria-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path(percentEncoded: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The environment of a user who lives here, and nothing of the one who runs the tests.
    var environment: [String: String] {
        [
            "HOME": path, "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "TMPDIR": path,
            "XDG_CACHE_HOME": "\(path)/cache", "XDG_CONFIG_HOME": "\(path)/config", "XDG_DATA_HOME": "\(path)/data",
            "XDG_STATE_HOME": "\(path)/state",
        ]
    }
}

/// The built `galleria`, in a home of its own.
final class GalleriaProcess: ChildProcess {
    /// Processes that share state are given the same home.
    let home: TemporaryHome

    /// The binary beside the tests; `GALLERIA_BINARY` names another one, such as the release build.
    static var executable: String {
        ProcessInfo.processInfo.environment["GALLERIA_BINARY"] ?? executable(named: "galleria")
    }

    /// A program of this package, beside the tests.
    static func executable(named name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
    }

    /// galleria as a shell script starts it, which finds its path in `$0`: `ulimit -n 32; exec "$0" serve`.
    init(script: String, arguments: [String] = [], home: TemporaryHome? = nil) throws {
        self.home = try home ?? TemporaryHome()
        try super.init(
            "/bin/sh", ["-c", script, Self.executable] + arguments, environment: self.home.environment,
            directory: self.home.path)
    }

    /// - Parameter executable: one that speaks as galleria does.
    init(
        _ arguments: [String] = ["serve"], environment: [String: String] = [:], home: TemporaryHome? = nil,
        executable: String = GalleriaProcess.executable
    ) throws {
        self.home = try home ?? TemporaryHome()
        guard FileManager.default.isExecutableFile(atPath: executable) else {
            throw HarnessFault.cannotStart(executable, reason: "it is not built; run Tools/test")
        }
        try super.init(
            executable, arguments, environment: self.home.environment.merging(environment) { $1 },
            directory: self.home.path)
    }

    /// The most memory that galleria may ever have had when its input ends, in KiB, whatever a test did to it.
    static let memoryBound = 128 * 1024

    override func closeInput() {
        super.closeInput()
        #expect(highWater <= Self.memoryBound, "KiB that were resident at once")
    }
}

/// The root of the repository, and what the tests find there.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let endToEnd = root.appending(path: "Tests/EndToEndTests")

    static func path(_ relative: String) -> String { root.appending(path: relative).path(percentEncoded: false) }
}

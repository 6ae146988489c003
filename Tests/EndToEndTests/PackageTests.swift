import Foundation
import Testing

/// `Tools/package`: each package, installed below a fresh prefix, has a galleria that answers. The bundle is BundleTests'.
@Suite("Packages") struct PackageTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> String {
        let process = try ChildProcess(
            program, arguments, environment: home.environment.merging(environment) { $1 }, directory: home.path)
        process.closeInput()
        let lines = try process.readToEnd()
        try #require(try process.waitForEnd(within: .seconds(180)) == .exited(0), "\(process.errorText)")
        return lines.joined(separator: "\n")
    }

    /// Packs the built galleria.
    /// - Returns: the package's path.
    private func package(_ kind: String, in folder: String = "made") throws -> String {
        try run(
            "/usr/bin/python3",
            [
                Repository.path("Tools/package.d/package.py"), "--root", Repository.path("."), "--binary",
                GalleriaProcess.executable, "--output", "\(home.path)/\(folder)", "--owner", "example", kind,
            ], environment: ["SOURCE_DATE_EPOCH": "1700000000"])
    }

    /// Whether the program at `path` shakes hands and runs one operation, started as a client would.
    private func answers(_ path: String) throws {
        let process = try ChildProcess(path, ["serve"], environment: home.environment, directory: "/")
        let handshake = try process.call(
            "initialize",
            #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}"#)
        #expect(handshake["result"]?["serverInfo"]?["name"]?.text == "galleria")
        let books = try process.call("bookShelf.search", #"{"query":"swift"}"#, id: 2)
        #expect(books["result"]?["items"]?.elements?.isEmpty == false)
        _ = try process.finish()
    }

    private static func isHere(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

    @Test("the tarball, unpacked anywhere")
    func tarball() throws {
        _ = try run("/usr/bin/tar", ["-xzf", try package("tar"), "-C", home.path, "--strip-components", "1"])
        try answers("\(home.path)/bin/galleria")
    }

    @Test(
        "the Debian package, installed below a root of its own, with the libraries that it opens later",
        .enabled("dpkg-dev is not here") { isHere("/usr/bin/dpkg-shlibdeps") })
    func debian() throws {
        let path = try package("deb")
        let depends = try run("/usr/bin/dpkg-deb", ["--field", path, "Depends"])
        #expect(depends.contains("libc6 (>= "))
        for package in ["libcurl4", "libssl3", "libpng16-16", "libturbojpeg0"] {
            #expect(depends.contains(package), "17.8 \(package)")
        }
        let root = "\(home.path)/root"
        for folder in ["info", "updates"] {
            try FileManager.default.createDirectory(
                atPath: "\(root)/var/lib/dpkg/\(folder)", withIntermediateDirectories: true)
        }
        try "".write(toFile: "\(root)/var/lib/dpkg/status", atomically: true, encoding: .utf8)
        _ = try run(
            "/usr/bin/dpkg",
            ["--root", root, "--log", "/dev/null", "--force-depends,not-root,bad-path", "--install", path])
        try answers("\(root)/usr/bin/galleria")
    }

    @Test(
        "the wheel, installed by pip into a new environment: its entry point is the program",
        .enabled("python3-venv is not here") { isHere("/usr/bin/python3") && hasVenv })
    func wheel() throws {
        let environment = "\(home.path)/environment"
        _ = try run("/usr/bin/python3", ["-m", "venv", environment])
        _ = try run(
            "\(environment)/bin/pip",
            ["install", "--quiet", "--disable-pip-version-check", "--no-index", try package("wheel")])
        try answers("\(environment)/bin/galleria")
        let version = try run("\(environment)/bin/python", ["-m", "galleria", "--version"])
        #expect(try run("\(environment)/bin/galleria", ["--version"]) == version)
    }

    private static let hasVenv = FileManager.default.fileExists(atPath: "/usr/share/doc/python3-venv")

    @Test("the same program and time give the same bytes, and the sums are theirs", arguments: ["tar", "wheel"])
    func reproducible(_ kind: String) throws {
        let (one, other) = (try package(kind, in: "one"), try package(kind, in: "other"))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: one))
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
        let sums = try String(contentsOfFile: "\(home.path)/one/SHA256SUMS", encoding: .utf8)
        #expect(try run("/usr/bin/sha256sum", [one]).prefix(64) == sums.prefix(64))
    }
}

import Foundation
import Synchronization
import Testing

@testable import Settings

/// A directory of its own for one test, removed afterwards.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/settings-tests-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file below the folder, with the directories to it.
    func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o700)
        }
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        #expect(fchmod(descriptor, mode) == 0)
    }
}

@Suite("Finding and reading settings files")
struct SettingsFilesTests {
    @Test(
        "where the base file is looked for",
        arguments: [
            ("o.yaml", ["GALLERIA_CONFIG": "/g.yaml"], "/h", "o.yaml", "--config"),
            (nil, ["GALLERIA_CONFIG": "/g.yaml", "XDG_CONFIG_HOME": "/x"], "/h", "/g.yaml", "GALLERIA_CONFIG"),
            (nil, ["GALLERIA_CONFIG": "", "XDG_CONFIG_HOME": "/x"], "/h", "/x/galleria/galleria.yaml", nil),
            (nil, ["XDG_CONFIG_HOME": "relative"], "/h", "/h/.config/galleria/galleria.yaml", nil),
            (nil, [:], "/h", "/h/.config/galleria/galleria.yaml", nil), (nil, [:], "relative", nil, nil),
            (nil, ["XDG_CONFIG_HOME": ""], nil, nil, nil),
        ] as [(String?, [String: String], String?, String?, String?)])
    func places(
        _ option: String?, _ variables: [String: String], _ home: String?, _ path: String?, _ namedBy: String?
    ) {
        let base = SettingsFiles(option: option, variables: variables, home: home).basePath
        #expect(base?.path == path)
        #expect(base?.namedBy == namedBy)
    }

    @Test("the environment's file is beside the base file")
    func environmentPath() {
        let files = SettingsFiles(option: "/etc/g/base.yaml", variables: [:], home: nil)
        #expect(files.environmentPath("local") == "/etc/g/environments/local.yaml")
        let beside = SettingsFiles(option: "b.yaml", variables: [:], home: nil)
        #expect(beside.environmentPath("x") == "environments/x.yaml")
        #expect(SettingsFiles(option: nil, variables: [:], home: nil).environmentPath("x") == nil)
    }

    @Test("a named file must be there, the default one need not")
    func missing() throws {
        let folder = try TemporaryFolder()
        let absent = "\(folder.path)/absent.yaml"
        #expect(throws: SettingsFileFault(path: absent, reason: .missing(namedBy: "--config"))) {
            try SettingsFiles(option: absent, variables: [:], home: nil).readBase()
        }
        #expect(throws: SettingsFileFault(path: absent, reason: .missing(namedBy: "GALLERIA_CONFIG"))) {
            try SettingsFiles(option: nil, variables: ["GALLERIA_CONFIG": absent], home: nil).readBase()
        }
        #expect(try SettingsFiles(option: nil, variables: [:], home: folder.path).readBase() == nil)
        #expect(try SettingsFiles(option: nil, variables: [:], home: nil).readBase() == nil)
    }

    @Test("what is not a readable file is refused without waiting (C1)")
    func notFiles() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SettingsFileFault(path: folder.path, reason: .directory)) { try SettingsFile.read(folder.path) }
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: SettingsFileFault(path: pipe, reason: .notAFile)) { try SettingsFile.read(pipe) }
        #expect(throws: SettingsFileFault(path: "", reason: .badPath)) { try SettingsFile.read("") }
        #expect(throws: SettingsFileFault(path: "/a\0b", reason: .badPath)) { try SettingsFile.read("/a\0b") }
        let limit = 1 << 20
        #expect(throws: SettingsFileFault(path: "/dev/zero", reason: .tooLarge(limit: limit))) {
            try SettingsFile.read("/dev/zero")
        }
        #expect(try SettingsFile.read("/dev/null")?.bytes == [])
        let link = "\(folder.path)/loop"
        #expect(symlink(link, link) == 0)
        #expect(throws: SettingsFileFault(path: link, reason: .unreadable(errno: ELOOP))) {
            try SettingsFile.read(link)
        }
    }

    @Test("a mebibyte is read, one byte more is not (C1)")
    func size() throws {
        let folder = try TemporaryFolder()
        try folder.write("full", [UInt8](repeating: 0x23, count: 1 << 20))
        try folder.write("over", [UInt8](repeating: 0x23, count: (1 << 20) + 1))
        #expect(try SettingsFile.read("\(folder.path)/full")?.bytes.count == 1 << 20)
        #expect(throws: SettingsFileFault.self) { try SettingsFile.read("\(folder.path)/over") }
    }

    @Test(
        "a file that everybody may write to is warned of (C6)",
        arguments: [(0o600, 0), (0o644, 0), (0o666, 1), (0o602, 1)])
    func writable(_ mode: Int, _ warnings: Int) throws {
        let folder = try TemporaryFolder()
        try folder.write("g.yaml", [], mode: mode_t(mode))
        #expect(try SettingsFile.read("\(folder.path)/g.yaml")?.warnings.count == warnings)
    }

    @Test("a file of another user is warned of (C6)")
    func foreign() {
        let file = SettingsFile(path: "/g.yaml", bytes: [], isWorldWritable: false, isForeign: true)
        #expect(file.warnings == ["/g.yaml belongs to another user; use a file of this user"])
    }

    @Test("sources from the disk (C6): a file beside the base file comes before the shipped one")
    func sources() throws {
        let folder = try TemporaryFolder()
        try folder.write("galleria/galleria.yaml", Array("environment: mine\n".utf8), mode: 0o666)
        try folder.write("galleria/environments/mine.yaml", Array("network: { timeout: 3s }\n".utf8), mode: 0o602)
        let files = SettingsFiles(option: nil, variables: ["XDG_CONFIG_HOME": folder.path], home: "/h")
        let shipped = [
            ("mine", Array("network: { timeout: 4s }".utf8)), ("sample", Array("network: { timeout: 5s }".utf8)),
        ]
        let warnings = Mutex<[String]>([])
        let warn: @Sendable (String) -> Void = { warning in warnings.withLock { $0.append(warning) } }
        let sources = try files.sources(shipped: shipped, warn: warn)
        #expect(try Sample.load(sources)[Sample.timeout] == .seconds(3))
        #expect(warnings.withLock { $0.map { $0.hasPrefix("\(folder.path)/galleria/") } } == [true, true])
        let named = try files.sources(shipped: shipped, environmentName: "sample", warn: warn)
        let settings = try Sample.load(named)
        #expect(settings[Sample.timeout] == .seconds(5))
        #expect(settings.origins(of: "network.timeout").first?.label == "environments/sample.yaml (shipped)")
    }

    @Test("a base file that can't be read is a report")
    func unreadable() throws {
        let files = SettingsFiles(option: "/nowhere/g.yaml", variables: [:], home: nil)
        do throws(SettingsReport) {
            _ = try files.sources(shipped: [], warn: { _ in })
            Issue.record("accepted")
        } catch {
            #expect(
                error.rendered()
                    == "error: the settings file named by --config does not exist\n --> /nowhere/g.yaml\n")
        }
    }
}

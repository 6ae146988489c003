import Composition
import Conformance
import Foundation
import Settings
import Storage
import TestSupport
import Testing

@testable import Commands
@testable import StdioTransport

/// States as the command line spells them, and an import that comes by standard input of whatever kind.
@Suite("Spelling a state") struct StateSpellingTests {
    private static let url = "postgresql://db.example/shop"

    @Test(
        "what is no state is refused",
        arguments: [
            "", "Current", "current ", "sqlite", "sqlite:", "sqlite:a\0b", "SQLITE:/a", "mysql://h/x", "postgresql:/h",
            "\(url)#", "\(url)#%", "\(url)#%4", "\(url)#%4g", "\(url)#%+5", "\(url)#%-1", "\(url)#% 5", "\(url)#%ff",
            "\(url)#%C3", "\(url)#\(String(repeating: "a", count: 65))",
            "\(url)#\(String(repeating: "%C3%A9", count: 65))",
            "\(url)#a\(String(repeating: "\u{301}", count: 64))",
        ])
    func refused(_ text: String) { #expect(StateSpelling(text) == nil) }

    @Test(
        "a state is where its spelling says, with its profile",
        arguments: [
            ("current", .current), ("sqlite:a.db", .file("a.db")), ("sqlite:/a b#c?d%20", .file("/a b#c?d%20")),
            ("sqlite:sqlite:", .file("sqlite:")), (url, .server(url: url, profile: nil)),
            ("\(url)?sslmode=require#anna", .server(url: "\(url)?sslmode=require", profile: "anna")),
            ("\(url)#a#b", .server(url: url, profile: "a#b")), ("\(url)#a%23b", .server(url: url, profile: "a#b")),
            ("\(url)#%C3%A9%c3%a9", .server(url: url, profile: "éé")),
            ("\(url)#a+b", .server(url: url, profile: "a+b")),
            ("postgres://h/x#서울", .server(url: "postgres://h/x", profile: "서울")),
        ] as [(String, StateSpelling)])
    func spelled(_ text: String, _ expected: StateSpelling) { #expect(StateSpelling(text) == expected) }

    @Test("the name that a state is told by spells the same state, whatever the profile holds")
    func named() throws {
        var random = SeededGenerator("profiles")
        let letters = Array("aZ09 %#/?&+-.\"'\\{}é서𝄞\u{301}\u{7F}\n\t").map(String.init)
        let settings = try Desk.settings()
        for _ in 0..<1_000 {
            let count = Int.random(in: 1...12, using: &random)
            let profile = (0..<count).map { _ in letters.randomElement(using: &random) ?? "a" }.joined()
            let state = try StateSpelling.server(url: Self.url, profile: profile).state(settings, home: "")
            #expect(state.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(state.name)")
            #expect(StateSpelling(state.name) == .server(url: Self.url, profile: profile), "\(state.name)")
        }
    }

    @Test("a path begins at home, at the root or at the working directory")
    func paths() throws {
        let settings = try Desk.settings()
        func name(_ path: String, _ home: String = "/home/ada") throws -> String {
            try StateSpelling.file(path).state(settings, home: home).name
        }
        let here = FileManager.default.currentDirectoryPath
        #expect(try name("~/state.db") == "sqlite:/home/ada/state.db")
        #expect(try name("/a/~/b.db") == "sqlite:/a/~/b.db")
        #expect(try name("~/state.db", "") == "sqlite:\(here)/~/state.db")
        #expect(try name("~ada/state.db") == "sqlite:\(here)/~ada/state.db")
    }

    // MARK: - Importing from standard input

    private func importing(from descriptor: Int32, into path: String) throws -> Commands.ExitStatus {
        let folder = try Folder()
        try folder.write([], "output")
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: folder("output")))
        defer { try? output.close() }
        let streams = StandardStreams(
            input: descriptor, output: output.fileDescriptor, hasInput: true, hasOutput: true)
        return run(
            ["state", "import", "-", "--set", "state.path=\(path)"], features: [], variables: ["HOME": folder.path],
            streams: streams)
    }

    /// An export of three entries, and the path of a state that is not there.
    private func export(in folder: Folder) throws -> (bytes: [UInt8], path: String) {
        let state = WholeFile(path: folder("from.db"))
        _ = try state.beginWriting()
        try state.put(
            (0..<3).map { .set(StateKey(namespace: StateNamespace("likes", origin: "sample"), key: "k\($0)"), [$0]) })
        try state.commit()
        let outcome = try galleria(["state", "export", "--set", "state.path=\(folder("from.db"))"])
        return (Array(outcome.output.utf8), folder("to.db"))
    }

    private func keys(_ path: String) throws -> [String] {
        let state = WholeFile(path: path)
        defer { state.end() }
        guard try state.beginReading() else { return [] }
        return try state.entries(after: nil, through: nil).map(\.key.key)
    }

    @Test("programs that start others give a socket as standard input: it is read as well as a pipe and a file")
    func inputs() throws {
        for kind in ["socket", "pipe", "file"] {
            let folder = try Folder()
            let (bytes, path) = try export(in: folder)
            var ends: [Int32] = [-1, -1]
            switch kind {
            case "socket": #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            case "pipe": #expect(pipe(&ends) == 0)
            default:
                try folder.write(bytes, "export")
                ends[0] = open(folder("export"), O_RDONLY)
            }
            if ends[1] >= 0 {
                #expect(bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == bytes.count)
                close(ends[1])
            }
            defer { close(ends[0]) }
            #expect(try importing(from: ends[0], into: path) == .done, "\(kind)")
            #expect(try keys(path) == ["k0", "k1", "k2"], "\(kind)")
            #expect(fcntl(ends[0], F_GETFD) >= 0, "the standard input stays open")
        }
    }

    @Test("what another reader took of a file before is not read again: the rest is no export, and nothing is changed")
    func position() throws {
        let folder = try Folder()
        let (bytes, path) = try export(in: folder)
        try folder.write(bytes, "export")
        let descriptor = open(folder("export"), O_RDONLY)
        defer { close(descriptor) }
        #expect(lseek(descriptor, 10, SEEK_SET) == 10)
        #expect(try importing(from: descriptor, into: path) == .failed)
        #expect(try keys(path).isEmpty)
        #expect(try importing(from: -1, into: path) == .usage, "no standard input at all")
    }
}

extension Desk {
    /// The settings of a program without modules, as they are by default.
    fileprivate static func settings() throws -> Settings {
        try Settings.load(catalog: try ProgramSettings.catalog(of: []), sources: SettingsSources())
    }
}

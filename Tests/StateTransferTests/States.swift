import Foundation
import PostgreSQL
import StateTransfer
import Storage
import TestSupport
import Testing

/// A store that tests move states between.
enum Engine: String, CaseIterable, Sendable {
    case file, server

    /// Every pair of a source and a target.
    static let pairs = allCases.flatMap { from in allCases.map { (from, $0) } }

    /// A state that was not made yet.
    func state(in folder: Folder) throws -> any WholeState {
        switch self {
        case .file: return WholeFile(path: "\(folder.path)/\(UUID().uuidString)/state.db")
        case .server:
            let server = try PostgresServer.shared()
            let profile = UUID().uuidString
            let address = PostgresAddress(server.url())
            return WholeServer(address, profile: profile, name: "\(address.shown)#\(profile)")
        }
    }
}

extension WholeState {
    /// Another hold on the same state, as another process has it.
    var again: any WholeState {
        get throws {
            if name.hasPrefix("sqlite:") { return WholeFile(path: String(name.dropFirst("sqlite:".count))) }
            let profile = try #require(name.split(separator: "#").last.map(String.init))
            return WholeServer(PostgresAddress(try PostgresServer.shared().url()), profile: profile, name: name)
        }
    }

    /// Commits changes of somebody else.
    func change(_ changes: [StateChange]) throws {
        let other = try again
        _ = try other.beginWriting()
        try other.put(changes)
        try other.commit()
    }

    /// Everything in it, the versions of the commits among it.
    var everything: [StoredEntry] {
        get throws {
            let other = try again
            _ = try other.beginReading()
            defer { other.end() }
            return try other.entries(after: nil, through: nil)
        }
    }

    var contents: [StateKey: [UInt8]] {
        get throws { Dictionary(uniqueKeysWithValues: try everything.map { ($0.key, $0.value) }) }
    }

    /// The whole export.
    var export: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            _ = try StateExport.write(try again, program: "test") { bytes += $0 }
            return bytes
        }
    }
}

/// Entries for tests.
enum Entries {
    static func key(_ name: String, in namespace: String = "shelf", of origin: String = "sample") -> StateKey {
        StateKey(namespace: StateNamespace(namespace, origin: origin), key: name)
    }

    /// Names and values that break what compares, orders or writes them carelessly.
    static let odd: [StateChange] = {
        let names = [
            "", " ", "a", "A", "a\0b", "a\u{0}", "é", "e\u{301}", "\u{FF}", "ﬀ", "日本", "𝄞", "\u{FFFF}", "\"", "\\",
            "\n",
            "{\"end\":1}", "'; DROP SCHEMA galleria; --", "%", String(repeating: "k", count: 1024),
        ]
        let values: [[UInt8]] = [
            [], [0], Array("{}".utf8), Array("\u{1}\u{2028}\"\\\r\n".utf8), [0xFF, 0xFE], [0xC3], Array(0...255),
            [UInt8](repeating: 7, count: 100_000),
        ]
        let places = [("shelf", "sample"), ("shelf", "https://shop.example"), ("Shelf", "sample"), ("a.b", "")]
        return places.flatMap { namespace, origin in
            names.enumerated().map { index, name in
                .set(key(name, in: namespace, of: origin), values[index % values.count])
            }
        }
    }()

    /// So many entries of a few bytes, over several pages.
    static func many(_ count: Int) -> [StateChange] {
        (0..<count).map { .set(key("k\($0)"), Array("value \($0)".utf8)) }
    }
}

/// A state whose commits and reads fail from one on, as those of a process that was killed there.
final class DyingState: WholeState {
    private let base: any WholeState
    private var commitsLeft: Int
    private let pageHook: (Int) throws -> Void
    private var pages = 0

    init(_ base: any WholeState, commits: Int = .max, onPage: @escaping (Int) throws -> Void = { _ in }) {
        (self.base, commitsLeft, pageHook) = (base, commits, onPage)
    }

    var name: String { base.name }
    var isUndisturbed: Bool { base.isUndisturbed }
    func beginReading() throws(StorageFailure) -> Bool { try base.beginReading() }
    func beginWriting() throws(StorageFailure) -> Int64 { try base.beginWriting() }
    func page(after key: StateKey?, through last: StateKey?) throws(StorageFailure) -> [StoredEntry] {
        pages += 1
        do { try pageHook(pages) } catch { throw .refused(reason: "\(error)") }
        return try base.page(after: key, through: last)
    }
    func counts() throws(StorageFailure) -> [(namespace: StateNamespace, entries: Int)] { try base.counts() }
    func mark() throws(StorageFailure) -> [UInt8]? { try base.mark() }
    func put(_ changes: [StateChange]) throws(StorageFailure) { try base.put(changes) }
    func commit() throws(StorageFailure) {
        guard commitsLeft > 0 else { throw .refused(reason: "killed") }
        commitsLeft -= 1
        try base.commit()
    }
    func end() { base.end() }
}

/// SHA-256 of a file and its log by another program; nil for a file that is not there.
func digests(of path: String) throws -> [String?] {
    try ["", "-wal"].map { suffix in
        guard FileManager.default.fileExists(atPath: path + suffix) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        process.arguments = [path + suffix]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile().prefix(64), as: UTF8.self)
    }
}

import Foundation
import Testing

@testable import Storage

/// A state file as this program makes it, with one entry.
func makeStateFile(_ path: String) async throws {
    let store = DurableStateStore(path: path)
    try await store.commit([.set(key("a"), [1]), .set(key("b"), [UInt8](repeating: 9, count: 50_000))])
    await store.close()
}

/// A connection of the tests' own, to look at a file or to spoil it.
func connection(to path: String) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(file: path, path: path)
    try connection.execute("PRAGMA busy_timeout = 5000")
    return connection
}

@Suite("F11: files that are damaged, foreign or from a later version")
struct DamagedFileTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let id: String
        let spoil: @Sendable (_ path: String) async throws -> Void
        let failure: @Sendable (_ path: String) -> StorageFailure
        /// A word of the sentence people read.
        let word: String

        var testDescription: String { id }
    }

    static let cases = [
        Case(
            id: "text", spoil: { try write(Array("likes: 3\n".utf8), to: $0) },
            failure: { .corrupt(path: $0) }, word: ".recover"),
        Case(
            id: "random bytes",
            spoil: { path in
                // A linear congruential generator with a fixed seed: the same bytes each time.
                var state: UInt32 = 7
                let noise = (0..<9000).map { _ in
                    state = state &* 1_664_525 &+ 1_013_904_223
                    return UInt8(truncatingIfNeeded: state >> 16)
                }
                try write(noise, to: path)
            }, failure: { .corrupt(path: $0) }, word: ".recover"),
        Case(
            id: "the first 1,000 bytes", spoil: { try await cut($0, to: 1000) },
            failure: { .corrupt(path: $0) }, word: ".recover"),
        Case(
            id: "the first 10,000 bytes", spoil: { try await cut($0, to: 10_000) },
            failure: { .corrupt(path: $0) }, word: ".recover"),
        Case(
            id: "a spoilt header",
            spoil: { path in
                try await makeStateFile(path)
                var content = try bytes(of: path)
                content[0..<16] = [UInt8](repeating: 0x41, count: 16)[...]
                try write(content, to: path)
            }, failure: { .corrupt(path: $0) }, word: ".recover"),
        Case(
            id: "a spoilt schema page",
            spoil: { path in
                try await makeStateFile(path)
                var content = try bytes(of: path)
                for index in 100..<4096 { content[index] = 0xff }
                try write(content, to: path)
            }, failure: { .corrupt(path: $0) }, word: ".recover"),
        Case(
            id: "the tables of another program",
            spoil: { path in try execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)", on: path) },
            failure: { .foreign(path: $0) }, word: "another program"),
        Case(
            id: "the mark of another program",
            spoil: { path in try execute("PRAGMA application_id = 77; CREATE TABLE t (x)", on: path) },
            failure: { .foreign(path: $0) }, word: "another program"),
        Case(
            id: "no mark, but a version", spoil: { path in try execute("PRAGMA user_version = 1", on: path) },
            failure: { .foreign(path: $0) }, word: "another program"),
        Case(
            id: "a version below zero",
            spoil: { path in
                try await makeStateFile(path)
                try execute("PRAGMA user_version = -1", on: path)
            }, failure: { .foreign(path: $0) }, word: "another program"),
        Case(
            id: "a later version",
            spoil: { path in
                try await makeStateFile(path)
                try execute("PRAGMA user_version = 9", on: path)
            }, failure: { .newerVersion(path: $0, found: 9, supported: StateSchema.migrations.count) }, word: "newer"),
        Case(
            id: "a migration of another build",
            spoil: { path in
                try await makeStateFile(path)
                try execute("UPDATE migrations SET checksum = 'x'", on: path)
            }, failure: { .changedMigration(path: $0, name: "state") }, word: "build"),
    ]

    @Test("writes and reads are refused, the sentence says what to do, and not a byte is changed", arguments: cases)
    func refused(_ test: Case) async throws {
        let directory = try TemporaryDirectory()
        let path = directory("state.db")
        try await test.spoil(path)
        let before = try bytes(of: path)
        let names = try directory.names()
        for _ in 1...2 {
            let store = DurableStateStore(path: path)
            let expected = test.failure(path)
            await #expect(throws: expected) { try await store.value(for: key("a")) }
            #expect(await store.failure(committing: [.set(key("a"), [2])]) == expected)
            #expect(await store.failure(updating: key("a")) { $0 } == expected)
            await #expect(throws: expected) { try await store.entries(in: StateNamespace("shelf"), limit: 1) }
            #expect(expected.sentence.contains(test.word), "\(expected.sentence)")
            #expect(expected.sentence.contains(path))
            await store.close()
        }
        #expect(try bytes(of: path) == before)
        #expect(try directory.names().filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") } == names)
    }

    @Test("damage met later is told too, and undone by putting the file back")
    func damagedWhileOpen() async throws {
        let directory = try TemporaryDirectory()
        let path = directory("state.db")
        try await makeStateFile(path)
        let good = try bytes(of: path)
        // The large value fills pages of its own at the end: the schema stays whole, its read fails.
        var spoilt = good
        for index in 4096..<spoilt.count { spoilt[index] = 0xff }
        try write(spoilt, to: path)
        let store = DurableStateStore(path: path)
        await #expect(throws: StorageFailure.corrupt(path: path)) { try await store.value(for: key("b")) }
        #expect(await store.failure(committing: [.set(key("c"), [1])]) == .corrupt(path: path))
        #expect(try bytes(of: path) == spoilt)
        try write(good, to: path + ".backup")
        #expect(rename(path + ".backup", path) == 0)
        #expect(try await store.value(for: key("a")) == [1])
        try await store.commit([.set(key("c"), [1])])
        #expect(try await store.value(for: key("c")) == [1])
        await store.close()
    }

    @Test("an empty file is a new one")
    func emptyFile() async throws {
        let directory = try TemporaryDirectory()
        try write([], to: directory("state.db"))
        let store = DurableStateStore(path: directory("state.db"))
        #expect(try await store.value(for: key("a")) == nil)
        try await store.commit([.set(key("a"), [1])])
        #expect(try await store.value(for: key("a")) == [1])
        await store.close()
    }

    private static func cut(_ path: String, to count: Int) async throws {
        try await makeStateFile(path)
        try write(Array(try bytes(of: path).prefix(count)), to: path)
    }

    /// Runs SQL on a file, made if it is missing, as another program would.
    private static func execute(_ sql: String, on path: String) throws {
        if !FileManager.default.fileExists(atPath: path) { try write([], to: path) }
        try connection(to: path).execute(sql)
    }
}

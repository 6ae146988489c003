import Foundation
import Testing

@testable import Storage

@Suite("The schema and its steps")
struct StateSchemaTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory("state.db")
        try write([], to: path)
    }

    /// The steps of this build and two of a later one.
    static let later =
        StateSchema.migrations + [
            Migration(name: "colours", sql: "CREATE TABLE colours (name TEXT PRIMARY KEY) STRICT"),
            Migration(name: "first colour", sql: "INSERT INTO colours VALUES ('red')"),
        ]

    private func tuned() -> SQLiteTuning {
        var tuning = SQLiteTuning()
        tuning.now = { 1234 }
        return tuning
    }

    @Test("a new file gets every step, is marked as ours, and logs ahead")
    func newFile() throws {
        let connection = try connection(to: path)
        try StateSchema.prepare(connection, tuning: tuned())
        #expect(try connection.integer("PRAGMA application_id") == StateSchema.applicationID)
        #expect(try connection.integer("PRAGMA user_version") == StateSchema.migrations.count)
        #expect(try connection.text("PRAGMA journal_mode") == "wal")
        #expect(try connection.text("SELECT group_concat(name) FROM migrations") == "state")
        #expect(try connection.integer("SELECT sum(applied_at) FROM migrations") == 1234)
        #expect(try connection.text("PRAGMA integrity_check") == "ok")
    }

    @Test("F11, F13: an older file gets the steps it lacks and keeps its entries; then the older program refuses it")
    func olderFile() async throws {
        let store = DurableStateStore(path: path)
        try await store.commit([.set(key("a"), [1])])
        await store.close()
        let connection = try connection(to: path)
        try StateSchema.prepare(connection, migrations: Self.later, tuning: tuned())
        try StateSchema.prepare(connection, migrations: Self.later, tuning: tuned())
        #expect(try connection.integer("PRAGMA user_version") == 3)
        #expect(try connection.integer("SELECT count(*) FROM colours") == 1)
        #expect(try connection.integer("SELECT count(*) FROM state") == 1)
        let old = DurableStateStore(path: path)
        let expected = StorageFailure.newerVersion(path: path, found: 3, supported: 1)
        #expect(await old.failure(committing: [.set(key("a"), [2])]) == expected)
        await old.close()
    }

    @Test("F13: a step that fails leaves the schema before it, not half of one")
    func failingStep() throws {
        let connection = try connection(to: path)
        let broken =
            StateSchema.migrations + [
                Migration(name: "half", sql: "CREATE TABLE half (x); INSERT INTO nowhere VALUES (1)")
            ]
        #expect(throws: StorageFailure.other(path: path, code: 1, systemError: 0)) {
            try StateSchema.prepare(connection, migrations: broken, tuning: tuned())
        }
        let isInTransaction = connection.isInTransaction
        #expect(!isInTransaction)
        #expect(try connection.integer("PRAGMA user_version") == 1)
        #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0)
        try StateSchema.prepare(connection, migrations: Self.later, tuning: tuned())
        #expect(try connection.integer("PRAGMA user_version") == 3)
    }

    @Test("F13: eight connections that start at once on a new file make one schema", arguments: 0..<10)
    func manyAtOnce(_ round: Int) async throws {
        let path = directory("new-\(round).db")
        let failed = await withTaskGroup { group in
            for starter in 0..<8 {
                group.addTask {
                    let store = DurableStateStore(path: path)
                    let failure = await store.failure(committing: [.set(key("\(starter)"), [1])])
                    let read = try? await store.value(for: key("\(starter)"))
                    await store.close()
                    return failure == nil && read == [1]
                }
            }
            var failed = 0
            for await ok in group where !ok { failed += 1 }
            return failed
        }
        #expect(failed == 0)
        #expect(try await DurableStateStore(path: path).entries(in: StateNamespace("shelf"), limit: 9).count == 8)
    }

    @Test("an edited step has another checksum, the same step the same")
    func checksums() {
        let step = Migration(name: "a", sql: "CREATE TABLE a (x)")
        #expect(step.checksum == Migration(name: "b", sql: "CREATE TABLE a (x)").checksum)
        #expect(step.checksum != Migration(name: "a", sql: "CREATE TABLE a (y)").checksum)
        #expect(Migration(name: "", sql: "").checksum == "cbf29ce484222325", "FNV-1a's offset basis")
        #expect(Migration(name: "", sql: "a").checksum == "af63dc4c8601ec8c", "FNV-1a's published value for \"a\"")
    }

    /// A released step must never change: this fails when one is edited.
    @Test("the released steps are what they were", arguments: [("state", "65fc62fb814bb51f")])
    func released(_ name: String, _ checksum: String) {
        #expect(StateSchema.migrations.first { $0.name == name }?.checksum == checksum)
        #expect(Set(StateSchema.migrations.map(\.name)).count == StateSchema.migrations.count)
    }

    @Test("F9: the connection is set for durability")
    func settings() throws {
        for purpose in [StateTable.Purpose.writing, .reading(untouched: false)] {
            guard let table = try StateTable.open(StateFiles(path: path), for: purpose, tuning: tuned()) else {
                Issue.record("no table")
                return
            }
            if purpose == .writing {
                #expect(try table.connection.integer("PRAGMA synchronous") == 2)
                #expect(try table.connection.integer("PRAGMA foreign_keys") == 1)
            }
            #expect(try table.connection.integer("PRAGMA query_only") == (purpose == .writing ? 0 : 1))
            if purpose == .writing { #expect(try table.connection.text("PRAGMA journal_mode") == "wal") }
        }
    }
}

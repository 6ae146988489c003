import Foundation
import PostgreSQL
import Runtime
import TestSupport
import Testing

@testable import Storage

/// State on a server that others write, kill, refuse and spoil.
@Suite("State on a server")
struct ServerStoreTests {
    private let server: PostgresServer

    init() throws { server = try PostgresServer.shared() }

    private func store(
        _ profile: String, database: String = "postgres", user: String = "tester", takesWrites: Bool = true,
        tuning: ServerTuning = ServerTuning()
    ) -> DurableStateStore {
        DurableStateStore(
            PostgresAddress(server.url(database, user: user)), profile: profile, takesWrites: takesWrites,
            tuning: tuning)
    }

    @Test("another store's commits are told, within 50 ms in 99 of 100")
    func told() async throws {
        let profile = UUID().uuidString
        let (reader, writer) = (store(profile), store(profile))
        #expect(try await reader.value(for: key("a")) == nil)
        try await writer.commit([.set(key("a"), bytes(-1))])
        await reader.told(of: key("a"), as: bytes(-1))
        var late = 0
        for round in 0..<100 {
            let seen = FirstAnswer<Void>()
            let token = reader.observe(StateNamespace("shelf")) { _ in
                if number((try? reader.knownValue(for: key("a"))) ?? nil) == round { seen.give(()) }
            }
            try await writer.commit([.set(key("a"), bytes(round))])
            let answered = PostgresPatience.uptime()
            await seen.value
            if PostgresPatience.uptime() - answered > 50 { late += 1 }
            token.cancel()
        }
        #expect(late <= 1)
        try await writer.commit([.remove(key("a"))])
        await reader.told(of: key("a"), as: nil)
        try await reader.commit([.set(key("b"), [7])])
        await writer.told(of: key("b"), as: [7])
        await reader.close()
        await writer.close()
    }

    @Test("a store that found no schema hears of the first commit")
    func first() async throws {
        let database = try server.database()
        let (reader, writer) = (store("p", database: database), store("p", database: database))
        #expect(try await reader.value(for: key("a")) == nil)
        try await writer.commit([.set(key("a"), [1])])
        await reader.told(of: key("a"), as: [1])
        await reader.close()
        await writer.close()
    }

    @Test("profiles do not see each other, whatever they are named")
    func profiles() async throws {
        let names = ["p", "P", "p ", "é", "e\u{301}", "'; DROP SCHEMA galleria; --"].map {
            $0 + String(UUID().uuidString.prefix(8))
        }
        for (index, name) in names.enumerated() {
            let store = store(name)
            try await store.commit([.set(key("a"), bytes(index))])
            await store.close()
        }
        for (index, name) in names.enumerated() {
            let store = store(name)
            #expect(number(try await store.value(for: key("a"))) == index)
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 10).count == 1)
            await store.close()
        }
    }

    @Test("8 stores, 25 updates each: all counted, one version a commit")
    func counted() async throws {
        let profile = UUID().uuidString
        let stores = (0..<8).map { _ in store(profile) }
        await withTaskGroup(of: Void.self) { group in
            for store in stores {
                group.addTask {
                    for _ in 0..<25 {
                        #expect(await store.failure(updating: key("n")) { bytes(number($0) + 1) } == nil)
                    }
                }
            }
        }
        await stores[0].told(of: key("n"), as: bytes(200))
        let version = try server.sql("SELECT version FROM galleria.clock WHERE profile = '\(profile)'")
        let commits = try server.sql("SELECT count(DISTINCT id) FROM galleria.commit WHERE profile = '\(profile)'")
        #expect(version == commits)
        for store in stores { await store.close() }
    }

    @Test("64 writers of one store share transactions")
    func groups() async throws {
        let profile = UUID().uuidString
        let store = store(profile)
        try await store.commit([.set(key("first"), [])])
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<64 {
                group.addTask { for _ in 0..<4 { _ = await store.failure(committing: [.set(key("w\(writer)"), [1])]) } }
            }
        }
        let commits = Int(try server.sql("SELECT count(*) FROM galleria.commit WHERE profile = '\(profile)'")) ?? 0
        #expect(commits > 1 && commits < 128, "\(commits) transactions for 257 commits")
        #expect(try await store.entries(in: StateNamespace("shelf"), limit: 100).count == 65)
        await store.close()
    }

    @Test("reading, --read-only and inspecting make nothing")
    func readingMakesNothing() async throws {
        let database = try server.database()
        let address = PostgresAddress(server.url(database))
        for takesWrites in [true, false] {
            let store = store("p", database: database, takesWrites: takesWrites)
            #expect(try await store.value(for: key("a")) == nil)
            if !takesWrites { #expect(await store.failure(committing: [.set(key("a"), [1])]) == .readOnlyProcess) }
            await store.close()
        }
        let state = try ServerInspection.look(at: address, profile: "p")
        #expect(state.schemaVersion == 0 && state.entries == 0 && state.version == 0)
        #expect(try server.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'galleria'", in: database) == "0")
    }

    @Test("F13: many stores make the schema at once, and one wins")
    func schemaAtOnce() async throws {
        let database = try server.database()
        await withTaskGroup(of: StorageFailure?.self) { group in
            for index in 0..<8 {
                let store = store("p\(index)", database: database)
                group.addTask {
                    let failure = await store.failure(committing: [.set(key("a"), [1])])
                    await store.close()
                    return failure
                }
            }
            for await failure in group { #expect(failure == nil) }
        }
        #expect(try server.sql("SELECT count(*) FROM galleria.migration", in: database) == "1")
        #expect(try ServerInspection.make(at: PostgresAddress(server.url(database))) == 0)
    }

    @Test("a role that may use the schema and not alter it writes; one that may not says who can")
    func leastRights() async throws {
        let database = try server.database()
        let role = "r" + String(UUID().uuidString.prefix(8)).lowercased()
        try server.sql("CREATE ROLE \(role) LOGIN; REVOKE CREATE ON DATABASE \(database) FROM PUBLIC")
        let early = store("p", database: database, user: role)
        guard case .server(_, .noSchema) = await early.failure(committing: [.set(key("a"), [1])]) else {
            Issue.record("a role without rights made a schema")
            return
        }
        await early.close()
        #expect(try ServerInspection.make(at: PostgresAddress(server.url(database))) == 1)
        let denied = store("p", database: database, user: role)
        guard case .server(let shown, let fault) = await denied.failure(committing: [.set(key("a"), [1])]),
            case .noRights = fault
        else {
            Issue.record("a role without grants was not refused")
            return
        }
        #expect(fault.sentence(of: shown).contains("galleria state init"))
        await denied.close()
        for grant in ServerInspection.grants(to: role) { try server.sql(grant, in: database) }
        let granted = store("p", database: database, user: role)
        try await granted.commit([.set(key("a"), [1])])
        try await granted.commit([.remove(key("a"))])
        await granted.close()
        #expect(throws: (any Error).self) {
            try server.sql("SET ROLE \(role); DROP TABLE galleria.state", in: database)
        }
    }

    @Test("a schema of a later galleria, and one whose step differs, are left as they are")
    func foreignSchemas() async throws {
        let database = try server.database()
        #expect(try ServerInspection.make(at: PostgresAddress(server.url(database))) == 1)
        try server.sql("INSERT INTO galleria.migration (number, name, checksum) VALUES (2, 'later', 'x')", in: database)
        try await expect(.newerSchema(found: 2, supported: 1), in: database)
        try server.sql(
            "DELETE FROM galleria.migration WHERE number = 2; UPDATE galleria.migration SET checksum = 'other'",
            in: database)
        try await expect(.changedMigration(name: "state"), in: database)
    }

    private func expect(_ fault: ServerFault, in database: String) async throws {
        let store = store("p", database: database)
        let failure = StorageFailure.server(PostgresAddress(server.url(database)).shown, fault)
        await #expect(throws: failure) { try await store.value(for: key("a")) }
        #expect(await store.failure(committing: [.set(key("a"), [1])]) == failure)
        #expect(!failure.isPassing)
        await store.close()
        #expect(try server.sql("SELECT count(*) FROM galleria.state", in: database) == "0")
    }

    @Test("a schema that is gone is said, never taken for an empty one")
    func gone() async throws {
        let database = try server.database()
        var tuning = ServerTuning()
        tuning.lookStep = 20
        let store = store("p", database: database, tuning: tuning)
        try await store.commit([.set(key("a"), [1])])
        #expect(try await store.value(for: key("a")) == [1])
        try server.sql("DROP SCHEMA galleria CASCADE", in: database)
        guard case .server(_, .missing) = await store.failure(committing: [.set(key("a"), [2])]) else {
            Issue.record("a new schema hides what was in the one that went")
            return
        }
        #expect(try store.knownValue(for: key("a")) == [1])
        await store.close()
    }

    @Test("a backup that was restored is read whole")
    func restored() async throws {
        let profile = UUID().uuidString
        let store = store(profile)
        try await store.commit([.set(key("a"), [1]), .set(key("b"), [1])])
        await store.ready()
        try server.sql(
            """
            UPDATE galleria.state SET value = '\\x09', version = 1 WHERE profile = '\(profile)' AND key = 'a';
            DELETE FROM galleria.state WHERE profile = '\(profile)' AND key = 'b';
            UPDATE galleria.clock SET epoch = gen_random_uuid() WHERE profile = '\(profile)';
            SELECT pg_notify('galleria_state', '99 \(profile)')
            """)
        await store.told(of: key("b"), as: nil)
        #expect(try store.knownValue(for: key("a")) == [9])
        await store.close()
    }

    @Test("ids of old commits are swept, new ones are kept")
    func sweep() async throws {
        let profile = UUID().uuidString
        var tuning = ServerTuning()
        (tuning.sweepEach, tuning.keptCommitSeconds) = (10, 0)
        let store = store(profile, tuning: tuning)
        for round in 0..<25 { try await store.commit([.set(key("a"), bytes(round))]) }
        #expect(try server.sql("SELECT min(version) FROM galleria.commit WHERE profile = '\(profile)'") == "10")
        await store.close()
    }

    @Test("ids of commits have the form of a UUID, and differ")
    func ids() throws {
        let ids = (0..<100).map { _ in ServerTuning().newID() }
        #expect(Set(ids).count == 100)
        for id in ids { #expect(UUID(uuidString: id) != nil, "\(id)") }
    }
}

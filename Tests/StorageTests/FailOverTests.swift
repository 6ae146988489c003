import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Storage

/// Servers that are too old, and one that takes another's place.
@Suite("Other servers than the one expected")
struct FailOverTests {
    private func store(_ url: String, _ profile: String = "p") -> DurableStateStore {
        var tuning = ServerTuning()
        (tuning.patience, tuning.lookStep) = (60_000, 50)
        return DurableStateStore(PostgresAddress(url), profile: profile, tuning: tuning)
    }

    @Test(
        "PostgreSQL 12 and older are refused by their version, and asked for nothing of the state",
        arguments: [("12.22", "12.22"), ("12.0", "12.0"), ("9.6.24", "9.6.24"), ("12.22 (Debian 12.22-1)", "12.22")])
    func tooOld(_ version: String, _ shown: String) async throws {
        let server = OldServer(version)
        defer { server.stop() }
        let url = "postgresql://tester@127.0.0.1:\(server.port)/shop"
        let store = store(url)
        let sentence =
            "The server of the state, postgresql://127.0.0.1:\(server.port)/shop, is PostgreSQL \(shown), and 13 or newer is "
            + "needed. Update it, or set state.url elsewhere."
        let start = PostgresPatience.uptime()
        do {
            _ = try await store.value(for: key("a"))
            Issue.record("a state that can't be there counts as empty")
        } catch {
            #expect(error.sentence == sentence && !error.isPassing)
        }
        #expect(await store.failure(committing: [.set(key("a"), [1])])?.sentence == sentence)
        #expect(PostgresPatience.uptime() - start < 20_000, "nothing is waited for")
        await store.close()
        do {
            _ = try ServerInspection.look(at: PostgresAddress(url), profile: "p")
            Issue.record("an old server was inspected")
        } catch {
            #expect("\(error)".contains("tooOld"))
        }
        let statements = server.asked.entries
        #expect(!statements.isEmpty && !statements.contains { $0.contains("galleria.") }, "\(statements)")
    }

    @Test("version 13 is old enough")
    func oldest() async throws {
        let server = OldServer("13.0")
        defer { server.stop() }
        let store = store("postgresql://tester@127.0.0.1:\(server.port)/shop")
        // It has no schema, as far as its answers go.
        #expect(try await store.value(for: key("a")) == nil)
        #expect(server.asked.entries.contains { $0.contains("pg_namespace") })
        await store.close()
    }

    @Test(
        "a primary is killed under writers, and its stand-by promoted: writes go on, what was answered is there, once")
    func failOver() async throws {
        let primary = try PostgresServer()
        let standby = try PostgresServer(standbyOf: primary)
        // Answered means that both have it: without that PostgreSQL itself may lose it.
        try primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.sql("SELECT pg_reload_conf()")
        while try primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1" {
            try await Task.sleep(for: .milliseconds(5))
        }
        // Whichever comes first, the stand-by is passed over.
        let stores = [(primary, standby), (standby, primary)].map { first, second in
            store("postgresql://tester@\(first.host),\(second.host)/postgres")
        }
        try await stores[0].commit([.set(key("start"), [1])])
        await stores[1].told(of: key("start"), as: [1])
        #expect(stores.allSatisfy { $0.trouble == nil })
        let made = Log<String>()
        let isOver = SharedFlag()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    while !isOver.isSet {
                        let name = "w\(writer)"
                        let failure = await stores[writer % 2].failure(updating: key(name)) { bytes(number($0) + 1) }
                        #expect(failure == nil)
                        if failure != nil { return }
                        made.add(name)
                    }
                }
            }
            group.addTask {
                defer { isOver.set() }
                do {
                    try await more(100, of: made)
                    try primary.kill()
                    #expect(try standby.sql("SELECT pg_promote()") == "t")
                    try await more(100, of: made)
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
        let counts = Dictionary(made.entries.map { ($0, 1) }, uniquingKeysWith: +)
        for (name, count) in counts {
            for store in stores { await store.told(of: key(name), as: bytes(count)) }
        }
        #expect(counts.count == 8)
        #expect(stores.allSatisfy { $0.trouble == nil })
        for store in stores { await store.close() }
    }

    /// Waits for so many more entries.
    private func more(_ count: Int, of log: Log<String>) async throws {
        let (seen, start) = (log.entries.count, PostgresPatience.uptime())
        while log.entries.count < seen + count {
            guard PostgresPatience.uptime() - start < 60_000 else {
                Issue.record("no more changes are made")
                return
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

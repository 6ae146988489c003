import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Storage

/// Servers that are away, hang, die, and lose answers.
@Suite("Faults of a server")
struct ServerFaultTests {
    private func tuning(patience: Int = 10_000) -> ServerTuning {
        var tuning = ServerTuning()
        (tuning.patience, tuning.lookStep, tuning.readPatience) = (patience, 50, 300)
        return tuning
    }

    private func store(_ port: Int, _ profile: String = UUID().uuidString, patience: Int = 10_000)
        -> DurableStateStore
    {
        DurableStateStore(
            PostgresAddress("postgresql://tester@127.0.0.1:\(port)/postgres"), profile: profile,
            tuning: tuning(patience: patience))
    }

    /// Waits until `isSo`, or records that it did not come.
    private func until(_ what: String, _ isSo: () throws -> Bool) async throws {
        let start = PostgresPatience.uptime()
        while try !isSo() {
            guard PostgresPatience.uptime() - start < 20_000 else {
                Issue.record("\(what) did not come")
                return
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test("without a server at the start state is unreadable, a write fails, and both come when it comes")
    func awayAtStart() async throws {
        let server = try PostgresServer.shared()
        let proxy = try LoopbackProxy(to: server.port)
        proxy.set(.refuse)
        let store = store(proxy.port, patience: 400)
        do {
            _ = try await store.value(for: key("a"))
            Issue.record("state that can't be read counts as empty")
        } catch {
            #expect(error.isPassing)
            #expect(error.sentence.contains("127.0.0.1:\(proxy.port)"))
        }
        let start = PostgresPatience.uptime()
        let failure = await store.failure(committing: [.set(key("a"), [1])])
        let waited = PostgresPatience.uptime() - start
        #expect(failure?.isPassing == true && failure?.sentence.contains("Nothing was saved") == true)
        #expect(waited < 2_000, "a write of 400 ms took \(waited)")
        proxy.set(.pass)
        try await until("the server") { store.trouble == nil && store.isReady }
        try await store.commit([.set(key("a"), [1])])
        #expect(try await store.value(for: key("a")) == [1])
        await store.close()
        proxy.close()
    }

    @Test("with the server away reads go on, say how old they are, and follow again by themselves")
    func awayLater() async throws {
        let server = try PostgresServer.shared()
        let proxy = try LoopbackProxy(to: server.port)
        let profile = UUID().uuidString
        let (store, other) = (store(proxy.port, profile, patience: 300), store(server.port, profile))
        try await store.commit([.set(key("a"), [1])])
        await store.ready()
        #expect(store.trouble == nil)
        proxy.set(.refuse)
        proxy.cutAll()
        try await until("trouble") { store.trouble != nil }
        #expect(try store.knownValue(for: key("a")) == [1])
        guard case .server(_, .away(_, let age?)) = store.trouble else {
            Issue.record("\(String(describing: store.trouble))")
            return
        }
        #expect(age >= 0)
        try await until("a greater age") {
            store.trouble?.sentence.contains("ago") == true && age < (ageOf(store.trouble) ?? 0)
        }
        #expect(await store.failure(committing: [.set(key("a"), [2])])?.isPassing == true)
        try await other.commit([.set(key("a"), [3])])
        proxy.set(.pass)
        await store.told(of: key("a"), as: [3])
        #expect(store.trouble == nil)
        for store in [store, other] { await store.close() }
        proxy.close()
    }

    private func ageOf(_ failure: StorageFailure?) -> Int? {
        if case .server(_, .away(_, let age)) = failure { age } else { nil }
    }

    @Test("a connection that hangs is noticed by a look, fails a write in its time, and keeps no close waiting")
    func hangs() async throws {
        let server = try PostgresServer.shared()
        let proxy = try LoopbackProxy(to: server.port)
        let store = store(proxy.port, patience: 300)
        try await store.commit([.set(key("a"), [1])])
        await store.ready()
        proxy.set(.hold)
        try await until("trouble") { store.trouble != nil }
        #expect(try store.knownValue(for: key("a")) == [1])
        let start = PostgresPatience.uptime()
        let failure = await store.failure(committing: [.set(key("a"), [2])])
        #expect(failure?.isPassing == true)
        #expect(PostgresPatience.uptime() - start < 2_500)
        let closing = PostgresPatience.uptime()
        await store.close()
        #expect(PostgresPatience.uptime() - closing < 3_000)
        proxy.set(.pass)
        proxy.close()
    }

    @Test("a change whose answer was lost is made once", arguments: 0..<5)
    func lostAnswer(_ round: Int) async throws {
        let server = try PostgresServer.shared()
        let proxy = try LoopbackProxy(to: server.port)
        let profile = UUID().uuidString
        let store = store(proxy.port, profile)
        _ = try await store.update(key("n")) { bytes(number($0) + 1) }
        for count in 2...6 {
            proxy.cut(behind: "COMMIT")
            let value = try await store.update(key("n")) { bytes(number($0) + 1) }
            #expect(number(value) == count)
        }
        #expect(try server.sql("SELECT version FROM galleria.clock WHERE profile = '\(profile)'") == "6")
        #expect(number(try await store.value(for: key("n"))) == 6)
        await store.close()
        proxy.close()
    }

    @Test("an attempt that was not made, then one with more requests whose answer is lost: each of them is made once")
    func lostTwice() async throws {
        let server = try PostgresServer.shared()
        let proxy = try LoopbackProxy(to: server.port)
        let profile = UUID().uuidString
        let store = store(proxy.port, profile)
        _ = try await store.update(key("n")) { bytes(number($0) + 1) }
        for count in 1...5 {
            proxy.cut(before: "COMMIT")
            let first = Task.immediate { try await store.update(key("a")) { bytes(number($0) + 1) } }
            try await until("the cut") { proxy.mode == .refuse }
            // It may have been committed, for all the store knows; these come beside it.
            let others = ["b", "c"].map { name in
                Task.immediate { try await store.update(key(name)) { bytes(number($0) + 1) } }
            }
            proxy.cut(behind: "COMMIT")
            proxy.set(.pass)
            #expect(number(try await first.value) == count)
            for other in others { #expect(number(try await other.value) == count) }
        }
        // One transaction a round; more where a connection was taken before the others had come.
        let version = Int(try server.sql("SELECT version FROM galleria.clock WHERE profile = '\(profile)'"))
        #expect((6...16).contains(version ?? 0))
        for name in ["a", "b", "c"] { #expect(number(try await store.value(for: key(name))) == 5) }
        await store.close()
        proxy.close()
    }

    @Test("a connection that is lost before the commit changes nothing by itself: it is made once, over another one")
    func lostBefore() async throws {
        let server = try PostgresServer.shared()
        let proxy = try LoopbackProxy(to: server.port)
        let profile = UUID().uuidString
        let store = store(proxy.port, profile)
        _ = try await store.update(key("n")) { bytes(number($0) + 1) }
        for count in 2...4 {
            // The group's first half: BEGIN and the lock.
            proxy.cut(behind: "BEGIN")
            let value = try await store.update(key("n")) { bytes(number($0) + 1) }
            #expect(number(value) == count)
        }
        #expect(try server.sql("SELECT version FROM galleria.clock WHERE profile = '\(profile)'") == "4")
        await store.close()
        proxy.close()
    }

    @Test("an answer that is lost for longer than a write waits is said to be unknown, and never made again")
    func unanswered() async throws {
        let server = try PostgresServer.shared()
        let proxy = try LoopbackProxy(to: server.port)
        let profile = UUID().uuidString
        let store = store(proxy.port, profile, patience: 500)
        _ = try await store.update(key("n")) { bytes(number($0) + 1) }
        proxy.cut(behind: "COMMIT")
        async let failing = store.failure(updating: key("n")) { value throws(StorageFailure) in
            // No other connection is to be had from here on.
            proxy.set(.refuse)
            return bytes(number(value) + 1)
        }
        guard case .server(let shown, .unanswered(let waited)) = await failing else {
            Issue.record("a change that may be saved was said to be saved, or not to be")
            return
        }
        #expect(ServerFault.unanswered(waited: waited).sentence(of: shown).contains("may be saved"))
        proxy.set(.pass)
        _ = try await store.update(key("n")) { bytes(number($0) + 10) }
        #expect(number(try await store.value(for: key("n"))) == 12)
        await store.close()
        proxy.close()
    }

    @Test("a lock that somebody holds fails a write in its time, and later writes go on")
    func locked() async throws {
        let server = try PostgresServer.shared()
        let profile = UUID().uuidString
        let store = store(server.port, profile, patience: 400)
        try await store.commit([.set(key("a"), [1])])
        let holder = try PostgresConnection(
            PostgresAddress(server.url()), patience: PostgresPatience(until: PostgresPatience.uptime() + 5_000))
        let patience = PostgresPatience(until: PostgresPatience.uptime() + 20_000)
        try holder.run(
            [
                PostgresStatement("BEGIN"),
                PostgresStatement("SELECT 1 FROM galleria.clock WHERE profile = $1::text FOR UPDATE", [.text(profile)]),
            ], patience)
        let failure = await store.failure(committing: [.set(key("a"), [2])])
        #expect(failure?.isPassing == true && failure?.sentence.contains("Nothing was saved") == true)
        #expect(try await store.value(for: key("a")) == [1])
        try holder.run([PostgresStatement("ROLLBACK")], patience)
        try await store.commit([.set(key("a"), [3])])
        #expect(try await store.value(for: key("a")) == [3])
        await store.close()
    }

    @Test("a server that is killed under 16 writers: what was answered is there, each once, when it is back")
    func killed() async throws {
        let server = try PostgresServer()
        let stores = (0..<4).map { _ in store(server.port, "shared", patience: 20_000) }
        try await stores[0].commit([.set(key("start"), [1])])
        let acknowledged = Log<String>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<16 {
                group.addTask {
                    for round in 0..<40 {
                        let store = stores[writer % stores.count]
                        let failure = await store.failure(updating: key("w\(writer)")) { bytes(number($0) + 1) }
                        #expect(failure == nil)
                        if failure == nil { acknowledged.add("\(writer).\(round)") }
                    }
                }
            }
            for _ in 0..<3 {
                let seen = acknowledged.entries.count
                try await until("more writes") {
                    acknowledged.entries.count > seen + 20 || acknowledged.entries.count == 640
                }
                try server.kill()
                try server.start()
            }
            try await group.waitForAll()
        }
        // All but this store's own are other processes' commits to it: they come by the feed.
        for writer in 0..<16 {
            try await until("writer \(writer)") { number(try stores[0].knownValue(for: key("w\(writer)"))) == 40 }
        }
        for store in stores { await store.close() }
    }

    @Test("of two addresses the one that takes writes is found, the other hangs or is a stand-by")
    func standby() async throws {
        let server = try PostgresServer.shared()
        let proxy = try LoopbackProxy(to: server.port)
        proxy.set(.hold)
        let address = PostgresAddress("postgresql://tester@127.0.0.1:\(proxy.port),127.0.0.1:\(server.port)/postgres")
        let store = DurableStateStore(address, profile: UUID().uuidString, tuning: ServerTuning())
        try await store.commit([.set(key("a"), [1])])
        #expect(try store.knownValue(for: key("a")) == [1])
        await store.close()
        proxy.set(.pass)
        proxy.close()
        #expect(ServerFault(.refused(state: "25006", message: "read-only")) == .standby)
        #expect(ServerFault(.refused(state: "53100", message: "no space")) == .full)
    }

    @Test("every fault has a sentence that says what to do, and names the server")
    func sentences() {
        let faults: [ServerFault] = [
            .noLibrary(reason: "x"), .badAddress(reason: "x"), .away(reason: "x", age: nil),
            .away(reason: "x", age: 61_000),
            .late(waited: 10_000), .unanswered(waited: 200), .tooOld(found: 120_003), .noRights(reason: "x"),
            .noSchema(reason: "x"), .newerSchema(found: 2, supported: 1), .changedMigration(name: "x"), .missing, .full,
            .standby, .other(state: "XX000", reason: "x"),
        ]
        let sentences = faults.map { $0.sentence(of: "postgresql://db/shop") }
        #expect(Set(sentences).count == faults.count)
        for sentence in sentences {
            #expect(sentence.contains("postgresql://db/shop"))
            #expect(
                sentence.utf8.last == UInt8(ascii: ".") || sentence.hasSuffix("libpq5") || sentence.hasSuffix("init"))
        }
        #expect(sentences[3].contains("61 s ago"))
        #expect(sentences[6].contains("12.3"))
    }
}

import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Storage

/// Writes that wait for a server through connections that fail.
@Suite("Waiting for a server")
struct ServerWaitTests {
    private let server: PostgresServer
    private let proxy: LoopbackProxy

    init() throws {
        server = try PostgresServer.shared()
        proxy = try LoopbackProxy(to: server.port)
    }

    private func store(_ profile: String, patience: Int = 20_000, connecting: Int = 3_000) -> DurableStateStore {
        var tuning = ServerTuning()
        (tuning.patience, tuning.connectPatience, tuning.readPatience) = (patience, connecting, min(connecting, 1_000))
        tuning.backOff = 5...40
        return DurableStateStore(
            PostgresAddress("postgresql://tester@127.0.0.1:\(proxy.port)/postgres"), profile: profile, tuning: tuning)
    }

    private func versions(_ profile: String) throws -> String {
        try server.sql("SELECT version FROM galleria.clock WHERE profile = '\(profile)'")
    }

    /// Whether connections are turned away without a word: then each takes the whole time of a connection.
    @Test("a write goes on through connections that fail, and is made once", arguments: [false, true])
    func throughFailures(_ isSilent: Bool) async throws {
        let profile = UUID().uuidString
        let store = store(profile, connecting: isSilent ? 400 : 3_000)
        proxy.turnAway(isSilent ? 4 : 9, silently: isSilent)
        let value = try await store.update(key("n")) { bytes(number($0) + 1) }
        #expect(number(value) == 1)
        #expect(proxy.turnedAway == (isSilent ? 4 : 9))
        // And a writer whose connection is lost while it has one.
        proxy.turnAway(5)
        proxy.cut(behind: "COMMIT")
        #expect(number(try await store.update(key("n")) { bytes(number($0) + 1) }) == 2)
        #expect(proxy.turnedAway == 5)
        #expect(try versions(profile) == "2")
        await store.close()
        proxy.close()
    }

    @Test("many writes wait together, and each is made once", arguments: [1, 3])
    func together(_ stores: Int) async throws {
        let profile = UUID().uuidString
        let stores = (0..<stores).map { _ in store(profile) }
        proxy.turnAway(12)
        await withTaskGroup(of: StorageFailure?.self) { group in
            for writer in 0..<48 {
                let store = stores[writer % stores.count]
                group.addTask { await store.failure(updating: key("n")) { bytes(number($0) + 1) } }
            }
            for await failure in group { #expect(failure == nil) }
        }
        #expect(proxy.turnedAway == 12)
        await stores[0].told(of: key("n"), as: bytes(48))
        for store in stores { await store.close() }
        proxy.close()
    }

    @Test("a write that depends on what is stored waits for that through connections that fail")
    func dependent() async throws {
        let profile = UUID().uuidString
        let earlier = store(profile)
        try await earlier.commit([.set(key("a"), [1])])
        await earlier.close()
        proxy.turnAway(7)
        let store = store(profile)
        let part = OriginStateStore(store, origin: "elsewhere")
        try await part.readyToWrite()
        #expect(proxy.turnedAway == 7)
        #expect(try store.knownValue(for: key("a")) == [1])
        #expect(try part.knownValue(for: key("a")) == nil)
        #expect(store.trouble == nil)
        await store.close()
        proxy.close()
    }

    @Test("when the time of a write is over it fails, and says that nothing was saved; a read has long gone on")
    func over() async throws {
        proxy.set(.refuse)
        let store = store(UUID().uuidString, patience: 700)
        let start = PostgresPatience.uptime()
        async let failing = store.failureOfReadiness()
        await store.ready()
        let read = PostgresPatience.uptime() - start
        let failure = await failing
        let waited = PostgresPatience.uptime() - start
        #expect(read < waited, "a read waited \(read) ms, a write \(waited)")
        #expect((700..<3_000).contains(waited), "a write of 700 ms took \(waited)")
        #expect(failure?.isPassing == true)
        #expect(failure?.sentence.contains("Nothing was saved") == true)
        await store.close()
        proxy.close()
    }

    @Test("a process that ends waits no more, and a fault that waiting does not help is told at once")
    func ending() async throws {
        proxy.set(.refuse)
        let store = store(UUID().uuidString, patience: 60_000)
        await store.ready()
        let start = PostgresPatience.uptime()
        let waiting = Task.immediate { await store.failureOfReadiness() }
        store.hurry()
        #expect(await waiting.value?.isPassing == true)
        let closing = self.store(UUID().uuidString, patience: 60_000)
        let other = Task.immediate { await closing.failureOfReadiness() }
        await closing.close()
        _ = await other.value
        await store.close()
        let wrong = DurableStateStore(PostgresAddress("postgresql://[::1"), profile: "p", tuning: ServerTuning())
        guard case .server(_, .badAddress) = await wrong.failureOfReadiness() else {
            Issue.record("an address that can't be read is waited for")
            return
        }
        await wrong.close()
        #expect(PostgresPatience.uptime() - start < 20_000)
        proxy.close()
    }

    @Test(
        "a server that does not let the role in, or has no such database, is not waited for; it is tried again all the same"
    )
    func refused() async throws {
        let role = "r" + String(UUID().uuidString.prefix(8)).lowercased()
        var tuning = ServerTuning()
        (tuning.patience, tuning.backOff) = (60_000, 5...40)
        for (user, database, state) in [(role, "postgres", "28000"), ("tester", role, "3D000")] {
            let store = DurableStateStore(
                PostgresAddress(server.url(database, user: user)), profile: UUID().uuidString, tuning: tuning)
            let start = PostgresPatience.uptime()
            for failure in [
                await store.failureOfReadiness(), await store.failure(committing: [.set(key("a"), [1])]),
            ] {
                guard case .server(let shown, .other(let found, let reason)) = failure, found == state else {
                    Issue.record("\(failure as Any)")
                    continue
                }
                #expect(reason.contains(role) && !reason.contains("LOCATION") && !reason.contains("\(state)"))
                #expect(failure?.sentence.contains("\(shown), refused: ") == true && failure?.isPassing == false)
            }
            #expect(PostgresPatience.uptime() - start < 30_000)
            try server.sql(state == "28000" ? "CREATE ROLE \(role) LOGIN SUPERUSER" : "CREATE DATABASE \(role)")
            try await store.comesBack()
            try await store.commit([.set(key("a"), [1])])
            await store.close()
        }
        proxy.close()
    }

    @Test("the first write to a file waits for the lock that keeps it from being read")
    func lockedFile() async throws {
        let directory = try TemporaryDirectory()
        let path = directory("state.db")
        let earlier = DurableStateStore(path: path)
        try await earlier.commit([.set(key("a"), [1])])
        await earlier.close()
        let locker = try Locker(path, .fromReading)
        var tuning = SQLiteTuning()
        (tuning.firstReadPatience, tuning.lockPatience) = (20, 60)
        let hasty = DurableStateStore(path: path, tuning: tuning)
        guard case .locked = await hasty.failureOfReadiness() else {
            Issue.record("what nobody could read is known")
            return
        }
        await hasty.close()
        tuning.lockPatience = 60_000
        let store = DurableStateStore(path: path, tuning: tuning)
        let waiting = Task.immediate { await store.failureOfReadiness() }
        // A read is told that it can't be known for now; the write goes on waiting.
        await store.troubledByLock()
        locker.unlock()
        #expect(await waiting.value == nil)
        #expect(try store.knownValue(for: key("a")) == [1])
        await store.close()
    }
}

extension StateStore {
    /// Why the store is not ready to write; nil when it is.
    fileprivate func failureOfReadiness() async -> StorageFailure? {
        do throws(StorageFailure) {
            try await readyToWrite()
            return nil
        } catch {
            return error
        }
    }

    /// Returns when what is stored can be read.
    fileprivate func comesBack() async throws {
        let start = PostgresPatience.uptime()
        while trouble != nil {
            guard PostgresPatience.uptime() - start < 20_000 else {
                Issue.record("\(trouble as Any)")
                return
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Returns when a lock is what keeps the state from being read.
    fileprivate func troubledByLock() async {
        await ready()
        if case .locked = trouble {} else { Issue.record("\(trouble as Any)") }
    }
}

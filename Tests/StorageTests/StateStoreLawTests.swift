import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Storage

@Suite("Every store keeps the laws")
struct StateStoreLawTests {
    @Test("in memory", arguments: StateStoreLaws.all)
    func inMemory(_ law: StateStoreLaw) async throws {
        try await law.check(InMemoryStateStore())
    }

    @Test("on SQLite", arguments: StateStoreLaws.all)
    func onSQLite(_ law: StateStoreLaw) async throws {
        let directory = try TemporaryDirectory()
        let store = DurableStateStore(path: directory("state.db"))
        try await law.check(store)
        await store.close()
    }

    @Test("on PostgreSQL, each in a profile of its own", arguments: StateStoreLaws.all)
    func onPostgreSQL(_ law: StateStoreLaw) async throws {
        let server = try PostgresServer.shared()
        let store = DurableStateStore(PostgresAddress(server.url()), profile: UUID().uuidString)
        try await law.check(store)
        await store.close()
    }

    @Test("the laws have ids of their own")
    func identifiers() {
        #expect(Set(StateStoreLaws.all.map(\.id)).count == StateStoreLaws.all.count)
    }
}

@Suite("Stores for tests and for no place at all")
struct OtherStoreTests {
    @Test("F14: without a place reads are empty and writes refused with the reason")
    func unavailable() async throws {
        let store: any StateStore = UnavailableStateStore(reason: "There is no home directory. Set state.path.")
        #expect(try await store.value(for: key("a")) == nil)
        #expect(try await store.entries(in: StateNamespace("shelf"), limit: 5).isEmpty)
        await #expect(throws: StorageFailure.badNamespace) { try await store.value(for: key("a", in: "")) }
        let commit = await store.failure(committing: [.set(key("a"), [1])])
        let update = await store.failure(updating: key("a")) { $0 }
        #expect(commit == .unavailable(reason: "There is no home directory. Set state.path."))
        #expect(update == commit)
        #expect(commit?.sentence == "There is no home directory. Set state.path.")
        let token = store.observe(StateNamespace("shelf")) { _ in Issue.record("told of a commit that cannot be") }
        token.cancel()
        await store.close()
    }

    @Test(
        "the revision is known while the state is: not before it was read, nor while it can't be, and a store of one origin has its base's"
    )
    func revisions() async throws {
        let unread = InMemoryStateStore(isRead: false)
        #expect(unread.revision == nil)
        unread.failReads(with: .corrupt(path: "state.db"))
        #expect(unread.revision == nil)
        let base = InMemoryStateStore()
        let shop = OriginStateStore(base, origin: "https://shop.example")
        let first = try #require(base.revision)
        #expect(shop.revision == first)
        base.failReads(with: .corrupt(path: "state.db"))
        #expect(base.revision == nil && shop.revision == nil)
        base.failReads(with: nil)
        // What was made while the state could not be read is made again.
        let again = try #require(base.revision)
        #expect(again > first && shop.revision == again)
        try await shop.commit([.set(key("a"), [1])])
        #expect(try #require(base.revision) > again)
        #expect(UnavailableStateStore(reason: "There is no home directory.").revision == nil)
    }

    @Test("a store of one origin refuses the names that its store refuses, and any name of an origin that can't be one")
    func origins() async throws {
        let base = InMemoryStateStore()
        let shop = OriginStateStore(base, origin: "https://shop.example")
        let elsewhere = StateKey(namespace: StateNamespace("shelf", origin: "a\u{0}"), key: "a")
        // An origin is the store's, whatever the key says.
        try await shop.commit([.set(elsewhere, [1])])
        let placed = StateKey(namespace: StateNamespace("shelf", origin: "https://shop.example"), key: "a")
        #expect(try shop.knownValue(for: key("a", in: "shelf")) == [1] && base.knownValue(for: placed) == [1])
        for bad in ["", "a b", "é", String(repeating: "n", count: 65)] {
            #expect(throws: StorageFailure.badNamespace, "\(bad)") { try shop.knownValue(for: key("a", in: bad)) }
        }
        for bad in ["a\u{0}", String(repeating: "o", count: StateLimits.originBytes + 1)] {
            let store = OriginStateStore(base, origin: bad)
            #expect(throws: StorageFailure.badNamespace) { try store.knownValue(for: key("a", in: "shelf")) }
            let place = StateKey(namespace: StateNamespace("shelf", origin: bad), key: "a")
            #expect(throws: StorageFailure.badNamespace) { try base.knownValue(for: place) }
        }
    }

    @Test("the store in memory fails writes when told to, changes nothing, and recovers")
    func failingWrites() async throws {
        let store = InMemoryStateStore()
        try await store.commit([.set(key("a"), [1])])
        store.failWrites(with: .full(path: "state.db"))
        let commit = await store.failure(committing: [.remove(key("a"))])
        let update = await store.failure(updating: key("a")) { _ in nil }
        #expect(commit == .full(path: "state.db"))
        #expect(update == commit)
        #expect(try await store.value(for: key("a")) == [1])
        store.failWrites(with: nil)
        try await store.commit([.set(key("a"), [2])])
        #expect(try await store.value(for: key("a")) == [2])
    }
}

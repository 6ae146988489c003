import FeatureKit
import HTTP
import JSON
import Storage
import Synchronization
import TestSupport
import Testing

@testable import BookShelf

@Suite("The last search is kept as the shelf")
struct KeptSearchTests {
    private static let namespace = StateNamespace("bookShelf")

    /// The numbers of the books that are kept.
    private func kept(in store: InMemoryStateStore) async throws -> [String] {
        guard let bytes = try await store.value(for: StateKey(namespace: Self.namespace, key: "lastSearch")) else {
            return []
        }
        return try JSONDocument(parsing: bytes).root["rows"]?.elements.compactMap { $0["isbn13"]?.string } ?? []
    }

    private func state(of store: InMemoryStateStore) async throws -> [String: [UInt8]] {
        let entries = try await store.entries(in: Self.namespace, limit: 10)
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }

    @Test("5c.9 after each page the whole accumulated result is saved, and survives a restart")
    func accumulated() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.shelf(hits: 25, store: store)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        for count in [10, 20, 25] {
            #expect(try await kept(in: store) == (1...count).map(Bookstore.isbn))
            try await screen.send("loadMore")
        }
        let restarted = try FeatureHarness.shelf(ScriptedHTTPClient(), store: store)
        let shelf = try await restarted.call("bookShelf.list", ["limit": 100])
        #expect(shelf["source"] == "saved" && shelf["search"] == "swift" && shelf["total"] == 25)
        #expect(shelf.isbns == (1...25).map(Bookstore.isbn))
        #expect(try await screen.state.isbns == shelf.isbns)
    }

    @Test("what is kept is told as it was: every field, in the operation and on the screen")
    func everyField() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.shelf(hits: 3, store: store)
        try await harness.keep("swift")
        let found = try await harness.call("bookShelf.search", ["query": "swift", "fields": ["all"]])
        let restarted = try FeatureHarness.shelf(ScriptedHTTPClient(), store: store)
        #expect(try await restarted.call("bookShelf.list", ["fields": ["all"]])["items"] == found["items"])
        #expect(
            try await restarted.call("bookShelf.list", ["minPrice": 2, "sort": "-price"]).isbns
                == [3, 2].map(Bookstore.isbn))
        #expect(try await restarted.answer("bookShelf.list").markdown.contains("Books for “swift”"))
    }

    @Test("5c.9 pages that come from several processes accumulate too")
    func accumulatedByProcesses() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.shelf(store: store).keep("swift")
        let screen = try await FeatureHarness.shelf(store: store).open("galleria://shelf")
        try await screen.send("loadMore")
        try await screen.send("loadMore")
        let third = try FeatureHarness.shelf(store: store)
        #expect(try await third.call("bookShelf.list", ["limit": 100]).isbns == (1...30).map(Bookstore.isbn))
        let next = try await third.open("galleria://shelf")
        try await next.send("loadMore")
        #expect(third.paths == ["search/swift/4"])
    }

    @Test("17.A1 bookShelf.search leaves the saved shelf and an open shelf screen byte for byte as they were")
    func operationReads() async throws {
        let harness = try FeatureHarness.shelf(hits: 45)
        let commits = Mutex(0)
        try await harness.keep("swift", pages: 2)
        let screen = try await harness.open("galleria://shelf")
        let observation = harness.store.observe(Self.namespace) { _ in commits.withLock { $0 += 1 } }
        let bytes = try await state(of: harness.store)
        let shown = try await screen.whole.serialized()
        let told = harness.changes.count
        let cursor = try await harness.call("bookShelf.search", ["query": "swift"])["nextCursor"] ?? .null
        let calls: [JSONValue] = [
            ["query": "swift"], ["query": "swift", "cursor": cursor], ["query": "rust", "limit": 50],
            ["query": "SWIFT", "free": false],
        ]
        for parameters in calls {
            #expect(try await !harness.call("bookShelf.search", parameters).isbns.isEmpty)
            #expect(try await screen.whole.serialized() == shown)
            #expect(try await state(of: harness.store) == bytes)
        }
        #expect(harness.changes.count == told)
        #expect(commits.withLock { $0 } == 0)
        withExtendedLifetime(observation) {}
    }

    @Test("17.A1 bookShelf.search keeps nothing where nothing is kept")
    func operationKeepsNothing() async throws {
        let harness = try FeatureHarness.shelf()
        try await harness.call("bookShelf.search", ["query": "swift", "limit": 20])
        #expect(try await state(of: harness.store).isEmpty)
        #expect(try await harness.call("bookShelf.list")["source"] == "new")
    }

    @Test("5c.9 the next search replaces it")
    func replaced() async throws {
        let harness = try FeatureHarness.shelf(hits: 25)
        try await harness.keep("swift", pages: 3)
        try await harness.keep("c#")
        let shelf = try await harness.call("bookShelf.list")
        #expect(shelf["search"] == "c#")
        #expect(shelf.isbns == (1...10).map(Bookstore.isbn))
    }

    @Test("5d a search without hits does not blank the shelf")
    func noHits() async throws {
        let client = ScriptedHTTPClient(respond: { request in
            request.path.contains("none")
                ? .json(Bookstore.list([], total: "0")) : Bookstore.shop(hits: 5)(request)
        })
        let harness = try FeatureHarness.shelf(client)
        try await harness.keep("swift")
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "none"])
        #expect(try await screen.state.isbns == [])
        let shelf = try await harness.call("bookShelf.list")
        #expect(shelf["search"] == "swift")
        #expect(shelf.isbns == (1...5).map(Bookstore.isbn))
    }

    @Test("a restored search goes on at the page where it stopped")
    func goesOn() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.shelf(store: store).keep("c++", pages: 2)
        let harness = try FeatureHarness.shelf(store: store)
        let screen = try await harness.open("galleria://shelf")
        #expect(try await screen.state["nextCursor"] != nil)
        try await screen.send("loadMore")
        #expect(try await screen.state.isbns == (1...30).map(Bookstore.isbn))
        #expect(harness.paths == ["search/c++/3"])
    }

    @Test("a search that ended, also by an empty page, is restored as ended")
    func restoredAtTheEnd() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.shelf(hits: 20, total: .null, store: store)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "a"])
        try await screen.send("loadMore")
        try await screen.send("loadMore")
        #expect(try await screen.state["nextCursor"] == nil)
        let restarted = try await FeatureHarness.shelf(ScriptedHTTPClient(), store: store).open("galleria://shelf")
        #expect(try await restarted.state["nextCursor"] == nil)
        #expect(try await restarted.state["refresh"]?["ended"] == "noMoreData")
        #expect(try await restarted.state.isbns.count == 20)
    }

    @Test("a page that ends after another search took the shelf leaves that search alone")
    func latePageOfAnotherSearch() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "a"])
        client.answer("search/a/1", Bookstore.list(Bookstore.rows(1...10), total: "30", page: 1))
        harness.settle()
        try await screen.send("loadMore")
        let other = try await harness.open("galleria://shelf")
        try await other.send("search", ["query": "b"])
        client.answer("search/b/1", Bookstore.list(Bookstore.rows(51...60), total: "10", page: 1))
        harness.settle()
        #expect(try await other.state.isbns == (51...60).map(Bookstore.isbn))
        client.answer("search/a/2", Bookstore.list(Bookstore.rows(11...20), total: "30", page: 2))
        harness.settle()
        let shelf = try await harness.call("bookShelf.list")
        #expect(shelf["search"] == "b")
        #expect(shelf.isbns == (51...60).map(Bookstore.isbn))
        #expect(try await screen.state["search"] == "b")
        #expect(try await screen.state.isbns == (51...60).map(Bookstore.isbn))
        #expect(try await screen.state["refresh"]?["running"] == "none")
    }

    @Test("F10 a search that can't be saved still answers, and the screen says so")
    func unsaved() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.shelf(hits: 5, store: store)
        let screen = try await harness.open("galleria://shelf")
        store.failWrites(with: .full(path: "state.db"))
        try await screen.send("search", ["query": "a"])
        let state = try await screen.state
        #expect(state.isbns.count == 5)
        #expect(state["refresh"]?["ended"] == "noMoreData")
        #expect(state["notice"]?.string?.contains("state.db") == true)
        let answer = try await harness.call("bookShelf.search", ["query": "a"])
        #expect(answer.isbns.count == 5)
        #expect(answer["notice"] == nil, "17.A1 the operation has nothing to save")
        store.failWrites(with: nil)
        try await screen.send("search", ["query": "a"])
        #expect(try await screen.state["notice"] == nil)
        #expect(try await kept(in: store).count == 5)
    }

    @Test("a page after one that could not be saved brings its rows too: the screen loses none")
    func afterFailure() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.shelf(hits: 30, store: store)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        store.failWrites(with: .full(path: "state.db"))
        try await screen.send("loadMore")
        #expect(try await screen.state["notice"]?.string?.contains("state.db") == true)
        store.failWrites(with: nil)
        try await screen.send("loadMore")
        let all = (1...30).map(Bookstore.isbn)
        #expect(try await screen.state.isbns == all)
        #expect(try await screen.state["notice"] == nil)
        #expect(try await harness.call("bookShelf.list", ["limit": 100]).isbns == all)
        let counts = screen.changes.map { $0.state.isbns.count }
        let searched = Array(counts.drop { $0 != 10 })
        #expect(searched == searched.sorted(), "rows came and went: \(counts)")
    }
}

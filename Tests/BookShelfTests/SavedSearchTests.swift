import DesignSystem
import FeatureKit
import HTTP
import JSON
import Storage
import Synchronization
import TestSupport
import Testing

@testable import BookShelf

@Suite("The last search is kept as the shelf")
struct SavedSearchTests {
    private let key = StateKey(namespace: "bookShelf", key: "searchedBooksKey")

    private func saved(in store: InMemoryStateStore) async throws -> SavedSearch? {
        try await store.value(for: key).flatMap { SavedSearch($0, .standard) }
    }

    @Test("5c.9 after each page the whole accumulated result is saved, and survives a restart")
    func accumulated() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.bookShelf(hits: 25, store: store)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        for count in [10, 20, 25] {
            #expect(try await saved(in: store)?.books.map(\.isbn13) == (1...count).map(Bookstore.isbn))
            try await screen.send("loadMore")
        }
        let restarted = try FeatureHarness.bookShelf(ScriptedHTTPClient(), store: store)
        let shelf = try await restarted.call("bookShelf.shelf")
        #expect(shelf["source"] == "saved")
        #expect(shelf["total"] == 25)
        #expect(shelf.isbns == (1...25).map(Bookstore.isbn))
        #expect(try await screen.state.isbns == shelf.isbns)
    }

    @Test("5c.9 pages that come from several processes accumulate too")
    func accumulatedByProcesses() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.bookShelf(store: store).keep("swift")
        let screen = try await FeatureHarness.bookShelf(store: store).open("galleria://shelf")
        try await screen.send("loadMore")
        try await screen.send("loadMore")
        let third = try FeatureHarness.bookShelf(store: store)
        #expect(try await third.call("bookShelf.shelf").isbns == (1...30).map(Bookstore.isbn))
        #expect(try await saved(in: store)?.nextPage == 4)
    }

    @Test("5c.9 a page that two processes loaded adds nothing, and does not lead the shelf back")
    func samePageTwice() {
        var search = SavedSearch(query: "a", total: 118, nextPage: 4, books: books(1...30))
        let before = search
        search.add(books(11...20), after: books(1...10), of: "a", from: 2, total: 118, next: 3)
        #expect(search == before)
    }

    @Test("17.A1 bookShelf.search leaves the saved shelf and an open shelf screen byte for byte as they were")
    func operationReads() async throws {
        let harness = try FeatureHarness.bookShelf(hits: 45)
        let commits = Mutex(0)
        try await harness.keep("swift", pages: 2)
        let screen = try await harness.open("galleria://shelf")
        let observation = harness.store.observe(StateNamespace("bookShelf")) { _ in commits.withLock { $0 += 1 } }
        let bytes = try await state(of: harness.store)
        let shown = try await screen.whole.serialized()
        let told = harness.changes.count
        let cursor = try await harness.call("bookShelf.search", ["query": "swift", "pages": 2])["nextCursor"] ?? .null
        let calls: [JSONValue] = [
            ["query": "swift"], ["query": "swift", "cursor": cursor, "pages": 3], ["query": "rust", "pages": 5],
            ["query": "SWIFT"],
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
        let harness = try FeatureHarness.bookShelf()
        try await harness.call("bookShelf.search", ["query": "swift", "pages": 2])
        #expect(try await state(of: harness.store).isEmpty)
        #expect(try await harness.call("bookShelf.shelf")["source"] == "new")
    }

    private func state(of store: InMemoryStateStore) async throws -> [String: [UInt8]] {
        let entries = try await store.entries(in: StateNamespace("bookShelf"), limit: 10)
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }

    @Test("5c.9 the next search replaces it")
    func replaced() async throws {
        let harness = try FeatureHarness.bookShelf(hits: 25)
        try await harness.keep("swift", pages: 3)
        try await harness.keep("c#")
        let shelf = try await harness.call("bookShelf.shelf")
        #expect(shelf["query"] == "c#")
        #expect(shelf.isbns == (1...10).map(Bookstore.isbn))
    }

    @Test("5d a search without hits does not blank the shelf")
    func noHits() async throws {
        let client = ScriptedHTTPClient(respond: { request in
            request.path.contains("none")
                ? .json(Bookstore.list([], total: "0")) : Bookstore.shop(hits: 5)(request)
        })
        let harness = try FeatureHarness.bookShelf(client)
        try await harness.keep("swift")
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "none"])
        #expect(try await screen.state.isbns == [])
        let shelf = try await harness.call("bookShelf.shelf")
        #expect(shelf["query"] == "swift")
        #expect(shelf.isbns == (1...5).map(Bookstore.isbn))
    }

    @Test("a restored search goes on at the page where it stopped")
    func goesOn() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.bookShelf(store: store).keep("c++", pages: 2)
        let harness = try FeatureHarness.bookShelf(store: store)
        let screen = try await harness.open("galleria://shelf")
        #expect(try await screen.state["hasMore"] == true)
        try await screen.send("loadMore")
        #expect(try await screen.state.isbns == (1...30).map(Bookstore.isbn))
        #expect(harness.paths == ["search/c++/3"])
    }

    @Test("a search that ended, also by an empty page, is restored as ended")
    func restoredAtTheEnd() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.bookShelf(hits: 20, total: .null, store: store)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "a"])
        try await screen.send("loadMore")
        try await screen.send("loadMore")
        #expect(try await screen.state["hasMore"] == false)
        let restarted = try await FeatureHarness.bookShelf(ScriptedHTTPClient(), store: store).open("galleria://shelf")
        #expect(try await restarted.state["hasMore"] == false)
        #expect(try await restarted.state.isbns.count == 20)
    }

    private func books(_ numbers: ClosedRange<Int>) -> [Book] {
        numbers.map { number in
            Book(
                isbn13: Bookstore.isbn(number), title: "Book \(number)", subtitle: "", price: Money(.zero, "USD"),
                imageURL: "", url: "")
        }
    }

    @Test("5c.9 at most 1,000 books are kept, and what is kept goes on after them", arguments: [1, 7, 20])
    func bounded(_ pages: Int) {
        var saved = SavedSearch(query: "a", total: nil, nextPage: nil, books: [])
        for position in stride(from: 1, through: 121, by: pages) {
            let rows = books((position - 1) * 10 + 1...(position - 1 + pages) * 10)
            saved.add(rows, after: [], of: "a", from: position, total: 2_000, next: position + pages)
        }
        #expect(saved.books.map(\.isbn13) == (1...1_000).map(Bookstore.isbn))
        #expect(saved.nextPage == 101)
    }

    @Test("a screen that shows more books than are kept shows what is saved")
    func holdsMore() {
        let saved = SavedSearch(query: "a", total: 2_000, nextPage: 101, books: books(1...1_000))
        #expect(saved.holds(books(1...1_020)))
        #expect(!saved.holds(books(2...1_021)))
        let short = SavedSearch(query: "a", total: 20, nextPage: 2, books: books(1...10))
        #expect(short.holds(books(1...10)))
        #expect(!short.holds(books(1...20)))
    }

    @Test("a page that ends after another search took the shelf leaves that search alone")
    func latePageOfAnotherSearch() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.bookShelf(client)
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
        let shelf = try await harness.call("bookShelf.shelf")
        #expect(shelf["query"] == "b")
        #expect(shelf.isbns == (51...60).map(Bookstore.isbn))
        #expect(try await screen.state["query"] == "b")
        #expect(try await screen.state.isbns == (51...60).map(Bookstore.isbn))
        #expect(try await screen.state["refresh"]?["running"] == "none")
    }

    @Test("F10 a search that can't be saved still answers, and the screen says so")
    func unsaved() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.bookShelf(hits: 5, store: store)
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
        #expect(try await saved(in: store)?.books.count == 5)
    }

    @Test("what is saved is read back the same", arguments: [nil, 7] as [Int?])
    func roundTrip(_ next: Int?) throws {
        let book = Book(
            isbn13: "9780000000001", title: "한글 “quotes” \u{1F4DA}\n", subtitle: "", price: Money(.zero, "USD"),
            imageURL: "https://x/1.png", url: "")
        let saved = SavedSearch(query: "e\u{301}", total: next.map { $0 * 10 }, nextPage: next, books: [book])
        #expect(SavedSearch(saved.encoded(), .standard) == saved)
    }
}

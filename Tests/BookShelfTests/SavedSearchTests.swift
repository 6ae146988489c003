import Core
import DesignSystem
import HTTP
import JSON
import Storage
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

    @Test("5c.9 pages that come by cursor, from several processes, accumulate too")
    func accumulatedByCursor() async throws {
        let store = InMemoryStateStore()
        let first = try await FeatureHarness.bookShelf(store: store).call("bookShelf.search", ["query": "swift"])
        let next: JSONValue = ["query": "swift", "cursor": first["nextCursor"] ?? .null, "pages": 2]
        let harness = try FeatureHarness.bookShelf(store: store)
        try await harness.call("bookShelf.search", next)
        #expect(try await harness.call("bookShelf.shelf").isbns == (1...30).map(Bookstore.isbn))
        // The same page once more adds nothing, and does not lead the shelf back.
        try await harness.call("bookShelf.search", next.removing("pages"))
        #expect(try await harness.call("bookShelf.shelf").isbns == (1...30).map(Bookstore.isbn))
        #expect(try await saved(in: store)?.nextPage == 4)
    }

    @Test("5c.9 the next search replaces it")
    func replaced() async throws {
        let harness = try FeatureHarness.bookShelf(hits: 25)
        try await harness.call("bookShelf.search", ["query": "swift", "pages": 3])
        try await harness.call("bookShelf.search", ["query": "c#"])
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
        try await harness.call("bookShelf.search", ["query": "swift"])
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "none"])
        #expect(try await screen.state.isbns == [])
        #expect(try await harness.call("bookShelf.search", ["query": "none"]).isbns == [])
        let shelf = try await harness.call("bookShelf.shelf")
        #expect(shelf["query"] == "swift")
        #expect(shelf.isbns == (1...5).map(Bookstore.isbn))
    }

    @Test("a restored search goes on at the page where it stopped")
    func goesOn() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.bookShelf(store: store).call("bookShelf.search", ["query": "c++", "pages": 2])
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
        let other = harness.start("bookShelf.search", ["query": "b"])
        harness.settle()
        client.answer("search/b/1", Bookstore.list(Bookstore.rows(51...60), total: "10", page: 1))
        harness.settle()
        #expect(other.result != nil)
        client.answer("search/a/2", Bookstore.list(Bookstore.rows(11...20), total: "30", page: 2))
        harness.settle()
        let shelf = try await harness.call("bookShelf.shelf")
        #expect(shelf["query"] == "b")
        #expect(shelf.isbns == (51...60).map(Bookstore.isbn))
        #expect(try await screen.state["query"] == "b")
        #expect(try await screen.state.isbns == (51...60).map(Bookstore.isbn))
        #expect(try await screen.state["refresh"]?["running"] == "none")
    }

    @Test("F10 a search that can't be saved still answers, on the screen and as operation, and says so")
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
        #expect(answer["notice"]?.string?.contains("state.db") == true)
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

import HTTP
import JSON
import TestSupport
import Testing

@testable import BookShelf

@Suite("Operations and open screens show one truth")
struct LiveLinkTests {
    private let isbn = "9780000000007"

    @Test("a memo set by its operation shows on every open screen of that book, and on no other")
    func memoByOperation() async throws {
        let harness = try FeatureHarness.shelf()
        let screens = [
            try await harness.open("galleria://book/\(isbn)"), try await harness.open("galleria://book/\(isbn)"),
        ]
        let other = try await harness.open("galleria://book/9780000000008")
        let revision = try await other.whole["revision"]
        for text in ["from the operation", "e\u{301}", "é", ""] {
            try await harness.setMemo(isbn, text)
            harness.settle()
            for screen in screens {
                let told: JSONValue? = text.isEmpty ? nil : .string(text)
                #expect(screen.changes.last?.state["memo"] == told)
                #expect(try await screen.state["memo"] == told)
            }
        }
        #expect(try await other.whole["revision"] == revision)
    }

    @Test("a memo typed on one screen shows on the other, and in the operations")
    func memoByScreen() async throws {
        let harness = try FeatureHarness.shelf()
        let typing = try await harness.open("galleria://book/\(isbn)")
        let watching = try await harness.open("galleria://book/\(isbn)")
        try await typing.send("editMemo", ["text": "typed"])
        #expect(try await watching.state["memo"] == "typed")
        #expect(try await harness.book(isbn)["memo"] == "typed")
    }

    @Test("of two who type the later text wins, and shows on both screens")
    func twoTypists() async throws {
        let harness = try FeatureHarness.shelf()
        let first = try await harness.open("galleria://book/\(isbn)")
        let second = try await harness.open("galleria://book/\(isbn)")
        try await first.send("editMemo", ["text": "earlier"])
        try await second.send("editMemo", ["text": "later"])
        #expect(try await second.state["memo"] == "later")
        #expect(try await first.state["memo"] == "later")
        #expect(try await harness.memo(isbn) == "later")
    }

    @Test("what another process saves does not overwrite what is typed and not yet durable")
    func typingWhileAnotherSaves() async throws {
        let store = HeldStateStore()
        let harness = try FeatureHarness.shelf(holding: store)
        let screen = try await harness.open("galleria://book/\(isbn)")
        let typed = screen.begin("editMemo", ["text": "later"])
        harness.settle()
        try await FeatureHarness.shelf(store: store.durable).setMemo(isbn, "earlier")
        #expect(try await screen.state["memo"] == "later")
        #expect(typed.result == nil)
        store.release()
        #expect(try await screen.state["memo"] == "later")
        #expect(try await harness.memo(isbn) == "later")
    }

    @Test("a closed screen hears nothing more")
    func closed() async throws {
        let harness = try FeatureHarness.shelf()
        let book = try await harness.open("galleria://book/\(isbn)")
        let shelf = try await harness.open("galleria://shelf")
        try await book.close()
        try await shelf.close()
        let told = harness.changes.count
        try await harness.setMemo(isbn, "late")
        try await FeatureHarness.shelf(store: harness.store).keep("swift")
        harness.settle()
        #expect(harness.changes.count == told)
        #expect(try await harness.call("bookShelf.list")["search"] == "swift")
    }

    @Test("a search that another process keeps shows on an open shelf, page by page")
    func searchElsewhere() async throws {
        let harness = try FeatureHarness.shelf(hits: 25)
        let screen = try await harness.open("galleria://shelf")
        #expect(try await screen.state["source"] == "new")
        let elsewhere = try await FeatureHarness.shelf(hits: 25, store: harness.store).open("galleria://shelf")
        try await elsewhere.send("search", ["query": "swift"])
        harness.settle()
        #expect(screen.changes.last?.state["source"] == "saved")
        #expect(try await screen.state["search"] == "swift")
        #expect(try await screen.state.isbns == (1...10).map(Bookstore.isbn))
        try await elsewhere.send("loadMore")
        #expect(try await screen.state.isbns == (1...20).map(Bookstore.isbn))
        // And this screen goes on where the other one stopped.
        try await screen.send("loadMore")
        #expect(try await screen.state.isbns == (1...25).map(Bookstore.isbn))
        #expect(harness.paths == ["new", "search/swift/3"])
    }

    @Test(
        "a search that another process keeps shows although the new books are still loading, and they don't replace it")
    func searchDuringStart() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://shelf")
        try await FeatureHarness.shelf(hits: 3, store: harness.store).keep("swift")
        harness.settle()
        client.answer("new", Bookstore.list(Bookstore.rows(901...920), total: "20"))
        #expect(try await screen.state.isbns == (1...3).map(Bookstore.isbn))
        #expect(try await screen.state["refresh"]?["running"] == "none")
    }

    @Test("queries that only look alike are two: the shelf shows the one that is kept")
    func lookAlikes() async throws {
        let harness = try FeatureHarness.shelf(hits: 25)
        let screen = try await harness.open("galleria://shelf")
        for query in ["e\u{301}", "é"] {
            try await harness.keep(query)
            #expect(try await screen.state["search"] == .string(query))
        }
        try await screen.send("loadMore")
        #expect(harness.requests.last?.url.hasSuffix("/search/%C3%A9/2") == true)
        #expect(try await harness.call("bookShelf.list").isbns == (1...20).map(Bookstore.isbn))
    }

    @Test("a search on one shelf shows on the other")
    func twoShelves() async throws {
        let harness = try FeatureHarness.shelf(hits: 25)
        let first = try await harness.open("galleria://shelf")
        let second = try await harness.open("galleria://shelf")
        try await first.send("search", ["query": "swift"])
        #expect(try await second.state.isbns == (1...10).map(Bookstore.isbn))
        try await second.send("loadMore")
        #expect(try await first.state.isbns == (1...20).map(Bookstore.isbn))
        #expect(try await first.state["refresh"]?["running"] == "none")
    }

    @Test("what is typed into the shelf's filter stays when another's search arrives")
    func filterStays() async throws {
        let harness = try FeatureHarness.shelf(hits: 25)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("edit", ["text": "book 7"])
        try await harness.keep("swift")
        #expect(try await screen.state["search"] == "swift")
        #expect(try await screen.state["find"] == "book 7")
        #expect(try await screen.state.isbns == [Bookstore.isbn(7)])
    }

    @Test("5d the search belongs to its screen: beginning one does not blank the shelf of others")
    func noHiddenCoupling() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.shelf(client)
        let watching = try await harness.open("galleria://shelf")
        client.answer("new", Bookstore.list(Bookstore.rows(901...920), total: "20"))
        harness.settle()
        let searching = try await harness.open("galleria://shelf")
        try await searching.send("search", ["query": "swift"])
        #expect(try await searching.state.isbns == [])
        #expect(try await watching.state.isbns.count == 20)
        client.answer("search/swift/1", .failure(.connectionLost))
        #expect(try await searching.state["refresh"]?["failed"] == "header")
        #expect(try await watching.state.isbns.count == 20)
    }
}

import FeatureKit
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import BookShelf

@Suite("What the shelf shows at the start")
struct StartTests {
    @Test("5c.1 with nothing saved the shelf shows the new books, and says so")
    func newBooks() async throws {
        let harness = try FeatureHarness.shelf()
        let shelf = try await harness.call("bookShelf.list")
        #expect(shelf["source"] == "new")
        #expect(shelf["search"] == nil)
        #expect(shelf["total"] == 20)
        #expect(shelf.isbns == (901...920).map(Bookstore.isbn))
        #expect(harness.paths == ["new"])
    }

    @Test("5c.1 with a saved search the shelf shows that and asks nothing")
    func savedSearch() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.shelf(store: store).keep("swift")

        let restarted = try FeatureHarness.shelf(ScriptedHTTPClient(), store: store)
        let shelf = try await restarted.call("bookShelf.list")
        #expect(shelf["source"] == "saved")
        #expect(shelf["search"] == "swift")
        #expect(shelf.isbns == (1...10).map(Bookstore.isbn))
        let screen = try await restarted.open("galleria://shelf")
        #expect(try await screen.state.isbns == (1...10).map(Bookstore.isbn))
        #expect(try await screen.state["search"] == "swift")
        #expect(restarted.requests.isEmpty)
    }

    static let unusable: [(id: String, bytes: [UInt8])] = [
        ("empty bytes", []), ("no JSON", Array("{".utf8)), ("not UTF-8", [0xFF, 0xFE]),
        ("another shape", Array("[]".utf8)),
        ("no rows", Array(#"{"asked":"swift","total":3,"rows":[]}"#.utf8)),
        ("rows that are invalid", Array(#"{"asked":"swift","rows":[1,null,{"isbn13":"x"}]}"#.utf8)),
        ("no question", Array(#"{"rows":[{"isbn13":"9780000000001"}]}"#.utf8)),
        ("deep", Array(repeating: UInt8(ascii: "["), count: 10_000)),
    ]

    @Test(
        "5c.1 H9 17.A3 a saved search that can't be understood is said beside the new books; the next search replaces it",
        arguments: unusable.map(\.id))
    func corrupt(_ id: String) async throws {
        let bytes = try #require(Self.unusable.first { $0.id == id }?.bytes)
        let store = InMemoryStateStore()
        try await store.commit([.set(StateKey(namespace: "bookShelf", key: "lastSearch"), bytes)])
        let harness = try FeatureHarness.shelf(store: store)
        let notice = "The saved search can't be understood. The next one replaces it."
        let shelf = try await harness.answer("bookShelf.list")
        #expect(shelf.json["source"] == "new")
        #expect(shelf.json.isbns == (901...920).map(Bookstore.isbn))
        #expect(shelf.json["notice"]?.string?.contains(notice) == true)
        #expect(shelf.markdown.contains(notice))
        let screen = try await harness.open("galleria://shelf")
        #expect(try await screen.state["source"] == "new")
        #expect(try await screen.state.isbns == (901...920).map(Bookstore.isbn))
        #expect(try await screen.state["notice"]?.string?.contains(notice) == true)
        #expect(try await screen.text.contains(notice))
        #expect(harness.paths == ["new", "new"])
        // The next search takes its place, and there is nothing left to say.
        try await screen.send("search", ["query": "swift"])
        #expect(try await screen.state["notice"] == nil)
        let replaced = try await harness.call("bookShelf.list")
        #expect(replaced["search"] == "swift")
        #expect(replaced["notice"] == nil)
    }

    @Test("the shelf's screen answers at once, then loads the new books", arguments: FeatureHarness.Start.allCases)
    func screen(_ start: FeatureHarness.Start) async throws {
        let held = HeldAnswer()
        let harness = try FeatureHarness.shelf(ScriptedHTTPClient([.held(held)]), start: start)
        let screen = try await harness.open("galleria://shelf")
        #expect(screen.opened["state"]?["items"] == [])
        #expect(try await screen.state["refresh"]?["running"] == "header")
        #expect(try await screen.text.contains("Loading"))
        held.release(.success(.json(Bookstore.list(Bookstore.rows(1...3), total: "3"))))
        #expect(try await screen.state.isbns == (1...3).map(Bookstore.isbn))
        #expect(try await screen.state["refresh"]?["running"] == "none")
        #expect(try await screen.state["refresh"]?["ended"] == "noMoreData")
        #expect(screen.changes.map(\.revision) == [2, 3])
    }

    @Test("5d a request is not given up the moment it is made: new books and searches arrive")
    func requestsSurvive() async throws {
        let held = [HeldAnswer(), HeldAnswer()]
        let harness = try FeatureHarness.shelf(ScriptedHTTPClient(held.map { .held($0) }))
        let screen = try await harness.open("galleria://shelf")
        held[0].release(.success(.json(Bookstore.list(Bookstore.rows(1...3), total: "3"))))
        harness.settle()
        try await screen.send("search", ["query": "swift"])
        held[1].release(.success(.json(Bookstore.list(Bookstore.rows(4...5), total: "2", page: 1))))
        #expect(try await screen.state.isbns == (4...5).map(Bookstore.isbn))
    }

    @Test("a screen that is closed ends its request", arguments: ["galleria://shelf", "galleria://book/9780000000001"])
    func close(_ route: String) async throws {
        let held = HeldAnswer()
        let harness = try FeatureHarness.shelf(ScriptedHTTPClient([.held(held)]))
        let screen = try await harness.open(route)
        let told = harness.changes.count
        try await screen.close()
        held.release(.success(.json(Bookstore.list(Bookstore.rows(1...3), total: "3"))))
        harness.settle()
        #expect(harness.changes.count == told)
        #expect(await harness.fault("screen.state", ["screen": .string(screen.id)])?.code == .notFound)
    }
}

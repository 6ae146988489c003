import HTTP
import JSON
import TestSupport
import Testing

@testable import BookShelf

@Suite("Filtering the loaded books")
struct FilterTests {
    static let books: [JSONValue] = [
        Bookstore.row(1, [("title", "Swift at Sea"), ("subtitle", ""), ("price", "$31.20")]),
        Bookstore.row(2, [("title", "Parsers"), ("subtitle", "SWIFT and small"), ("price", "$5.00")]),
        Bookstore.row(3, [("title", "50% More Café"), ("subtitle", "Été & co"), ("price", "$0.00")]),
        Bookstore.row(4, [("title", "한글 처리"), ("subtitle", "Text"), ("price", "$3.99")]),
    ]

    static let cases: [(text: String, numbers: [Int])] = [
        ("swift", [1, 2]), ("SWIFT", [1, 2]), ("  swift ", [1, 2]), ("$3", [1, 4]), ("3.99", [4]), ("$0", [3]),
        ("50%", [3]), ("CAFÉ", [3]), ("é", [3]), ("한글", [4]), ("nothing", []), ("", [1, 2, 3, 4]), (" ", [1, 2, 3, 4]),
        ("9780000000001", []), (".*", []), ("subtitle nothing", []),
    ]

    private func harness() throws -> FeatureHarness {
        try FeatureHarness.bookShelf(
            ScriptedHTTPClient(respond: { _ in .json(Bookstore.list(Self.books, total: "4")) }))
    }

    @Test("5c.7 title, subtitle and price count, whatever the case", arguments: cases.map(\.text))
    func filter(_ text: String) async throws {
        let numbers = try #require(Self.cases.first { $0.text == text }?.numbers)
        let harness = try harness()
        let shelf = try await harness.call("bookShelf.shelf", ["filter": .string(text)])
        #expect(shelf.isbns == numbers.map(Bookstore.isbn))
        #expect(shelf["total"] == 4)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("edit", ["text": .string(text)])
        #expect(try await screen.state.isbns == numbers.map(Bookstore.isbn))
        #expect(try await screen.state["text"] == .string(text))
        #expect(harness.paths == ["new", "new"])
    }

    @Test("5c.7 5d an emptied filter shows the full list again")
    func emptied() async throws {
        let screen = try await harness().open("galleria://shelf")
        try await screen.send("edit", ["text": "nothing"])
        #expect(try await screen.state.isbns == [])
        try await screen.send("edit", ["text": ""])
        #expect(try await screen.state.isbns.count == 4)
    }

    @Test("5c.7 filtering loads nothing, not even by loadMore")
    func noPaging() async throws {
        let harness = try FeatureHarness.bookShelf(hits: 118)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        for text in ["b", "bo", "boo", "zzz"] {
            try await screen.send("edit", ["text": .string(text)])
            #expect(try await screen.send("loadMore")["accepted"] == false)
        }
        #expect(harness.paths == ["new", "search/swift/1"])
        try await screen.send("edit", ["text": ""])
        #expect(try await screen.send("loadMore")["accepted"] == true)
    }

    @Test("a page that comes in while the user types is filtered too")
    func typingWhileLoading() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.bookShelf(client)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("edit", ["text": "swift"])
        client.answer("new", Bookstore.list(Self.books, total: "4"))
        #expect(try await screen.state.isbns == [1, 2].map(Bookstore.isbn))
    }

    @Test("a search ends the filter, so that its result is seen")
    func searchEndsTheFilter() async throws {
        let harness = try FeatureHarness.bookShelf(hits: 5)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("edit", ["text": "swift"])
        try await screen.send("search", ["query": "swift"])
        #expect(try await screen.state["text"] == "")
        #expect(try await screen.state.isbns.count == 5)
    }

    @Test("5c.15 an empty subtitle reads “subtitle nothing”, and stays empty in the data")
    func emptySubtitle() async throws {
        let harness = try harness()
        let answer = try await harness.answer("bookShelf.shelf")
        #expect(answer.json["items"]?[0]?["subtitle"] == "")
        #expect(answer.markdown.contains("subtitle nothing"))
        let one = try FeatureHarness.bookShelf(
            ScriptedHTTPClient([.json(Bookstore.detail(1, [("subtitle", "")]))]))
        let book = try await one.answer("bookShelf.show", ["isbn13": .string(Bookstore.isbn(1))])
        #expect(book.json["subtitle"] == "")
        #expect(book.markdown.contains("subtitle: subtitle nothing"))
    }
}

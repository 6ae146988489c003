import FeatureKit
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
        ("50%", [3]), ("CAFÉ", [3]), ("cafe", [3]), ("été", [3]), ("한글", [4]), ("swift small", [2]), ("swift 31", [1]),
        ("nothing", []), ("", [1, 2, 3, 4]), (" ", [1, 2, 3, 4]), ("9780000000001", []), (".*", []),
    ]

    private func harness() throws -> FeatureHarness {
        try FeatureHarness.shelf(
            ScriptedHTTPClient(respond: { _ in .json(Bookstore.list(Self.books, total: "4")) }))
    }

    @Test("5c.7 title, subtitle and price count, whatever the case and the accents", arguments: cases.map(\.text))
    func filter(_ text: String) async throws {
        let numbers = try #require(Self.cases.first { $0.text == text }?.numbers)
        let harness = try harness()
        let list = try await harness.call("bookShelf.list", ["query": .string(text)])
        #expect(list.isbns == numbers.map(Bookstore.isbn))
        #expect(list["total"] == .integer(numbers.count))
        let screen = try await harness.open("galleria://shelf")
        for action in ["edit", "find"] {
            try await screen.send(action, ["text": .string(text)])
            #expect(try await screen.state.isbns == numbers.map(Bookstore.isbn))
            #expect(try await screen.state["find"] == (trimmed(text).isEmpty ? nil : .string(text)))
            try await screen.send(action, ["text": ""])
        }
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

    @Test("5c.7 filtering loads nothing")
    func noPaging() async throws {
        let harness = try FeatureHarness.shelf(hits: 118)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        for text in ["b", "bo", "boo", "zzz"] { try await screen.send("edit", ["text": .string(text)]) }
        #expect(harness.paths == ["new", "search/swift/1"])
    }

    @Test("a page that comes in while the user types is filtered too")
    func typingWhileLoading() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("edit", ["text": "swift"])
        client.answer("new", Bookstore.list(Self.books, total: "4"))
        #expect(try await screen.state.isbns == [1, 2].map(Bookstore.isbn))
    }

    @Test("a search ends the filter, so that its result is seen")
    func searchEndsTheFilter() async throws {
        let harness = try FeatureHarness.shelf(hits: 5)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("edit", ["text": "swift"])
        try await screen.send("search", ["query": "swift"])
        #expect(try await screen.state["find"] == nil)
        #expect(try await screen.state.isbns.count == 5)
    }

    /// Conditions and the books that meet them, by operation and by screen.
    static let conditions: [(asked: JSONValue, numbers: [Int])] = [
        (["minPrice": 5], [1, 2]), (["maxPrice": 5], [2, 3, 4]), (["minPrice": "3.99", "maxPrice": "5.00"], [2, 4]),
        (["free": true], [3]), (["free": false], [1, 2, 4]), (["free": "true", "minPrice": 1], []),
        ([:], [1, 2, 3, 4]),
    ]

    @Test("the price has bounds that count, and books may be free", arguments: conditions.indices)
    func condition(_ index: Int) async throws {
        let (asked, numbers) = Self.conditions[index]
        let harness = try harness()
        #expect(try await harness.call("bookShelf.list", asked).isbns == numbers.map(Bookstore.isbn))
        let found = try await harness.call(
            "bookShelf.search", .object([JSONMember("query", "a")] + (asked.members ?? [])))
        #expect(found.isbns == numbers.map(Bookstore.isbn))
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("filter", asked)
        #expect(try await screen.state.isbns == numbers.map(Bookstore.isbn))
    }

    @Test("a book whose price can't be read is neither free nor of any price")
    func noPrice() async throws {
        let rows = [Bookstore.row(1, [("price", "on request")])]
        let harness = try FeatureHarness.shelf(
            ScriptedHTTPClient(respond: { _ in .json(Bookstore.list(rows, total: "1")) }))
        #expect(try await harness.call("bookShelf.list").isbns.count == 1)
        for asked in [["free": true], ["maxPrice": 5], ["minPrice": 0]] as [JSONValue] {
            #expect(try await harness.call("bookShelf.list", asked).isbns == [])
        }
    }

    @Test("lists give the key, title, subtitle and price; the rest where it is asked for")
    func fields() async throws {
        let harness = try harness()
        let books = try await harness.call("bookShelf.list")["items"]
        #expect(books?[0] == ["isbn13": "9780000000001", "title": "Swift at Sea", "price": "USD 31.20"])
        #expect(books?[1]?["subtitle"] == "SWIFT and small")
        let asked = try await harness.call("bookShelf.list", ["fields": ["route", "imageURL", "url"]])["items"]?[0]
        let expected: JSONValue = [
            "isbn13": "9780000000001", "imageURL": "https://itbook.store/img/books/9780000000001.png",
            "url": "https://itbook.store/books/9780000000001", "route": "galleria://book/9780000000001",
        ]
        #expect(asked == expected)
    }
}

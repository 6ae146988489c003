import FeatureKit
import Foundation
import HTTP
import JSON
import TestSupport
import Testing

@testable import BookShelf

@Suite("One book's details")
struct DetailTests {
    private func show(_ changes: [(String, JSONValue)] = []) async throws -> Answer {
        let client = ScriptedHTTPClient([.json(Bookstore.detail(7, changes))])
        return try await FeatureHarness.bookShelf(client)
            .answer("bookShelf.show", ["isbn13": .string(Bookstore.isbn(7))])
    }

    @Test("5c.10 every member is read, numbers as numbers")
    func members() async throws {
        let expected: JSONValue = [
            "isbn13": "9780000000007", "title": "Book 7", "subtitle": "Part 7",
            "price": ["amount": "7.50", "currency": "USD", "text": "$7.50"],
            "imageURL": "https://itbook.store/img/books/9780000000007.png",
            "url": "https://itbook.store/books/9780000000007", "route": "galleria://book/9780000000007",
            "authors": "Ada Writer, Bob Author", "publisher": "Larkfield", "language": "English",
            "isbn10": "148426682X", "pages": 384, "year": 2018, "rating": 4, "description": "About the book.",
            "pdf": [], "memo": "",
        ]
        #expect(try await show().json == expected)
    }

    /// One changed member of the upstream's answer, and what comes of it.
    static let readings: [(id: String, member: String, value: JSONValue, field: String, expected: JSONValue)] = [
        ("rating 0 is unrated", "rating", "0", "rating", .null), ("rating 5", "rating", "5", "rating", 5),
        ("rating as a number", "rating", 3, "rating", 3), ("rating 6", "rating", "6", "rating", .null),
        ("rating -1", "rating", "-1", "rating", .null), ("rating nonsense", "rating", "good", "rating", .null),
        ("no rating", "rating", .null, "rating", .null), ("rating 4.5", "rating", .number("4.5"), "rating", .null),
        ("pages nonsense", "pages", "many", "pages", 0), ("no pages", "pages", .null, "pages", 0),
        ("pages negative", "pages", "-3", "pages", 0), ("pages as a number", "pages", 12, "pages", 12),
        ("pages too large", "pages", .number("1e400"), "pages", 0), ("no year", "year", .null, "year", 0),
        ("no language, as in older answers", "language", .null, "language", ""),
        ("no isbn10", "isbn10", .null, "isbn10", ""), ("no subtitle", "subtitle", .null, "subtitle", ""),
        ("title as a number", "title", 1984, "title", "1984"), ("title as an object", "title", [:], "title", ""),
        ("apostrophe", "desc", "A team&#039;s", "description", "A team's"),
        ("ampersand", "subtitle", "R&amp;D &lt;3 &quot;x&quot;", "subtitle", "R&D <3 \"x\""),
        ("letters", "title", "Caf&eacute; &#xE9;&#233;", "title", "Café éé"),
        ("no reference", "title", "AT&T & sons; &nosuch; &#; &#x;", "title", "AT&T & sons; &nosuch; &#; &#x;"),
        ("decoded once", "title", "&amp;lt;b&amp;gt;", "title", "&lt;b&gt;"),
        ("a surrogate and NUL vanish", "title", "a&#xD800;b&#0;c&#1114112;", "title", "abc"),
        ("an escape vanishes", "title", "a&#27;b", "title", "ab"),
        ("cut at the end", "desc", "secure your c...", "description", "secure your c..."),
    ]

    @Test("5c.10 entities, missing members and numbers as text", arguments: readings.map(\.id))
    func reading(_ id: String) async throws {
        let row = try #require(Self.readings.first { $0.id == id })
        #expect(try await show([(row.member, row.value)]).json[row.field] == row.expected)
    }

    static let prices: [(price: JSONValue, amount: String, text: String)] = [
        ("$17.23", "17.23", "$17.23"), ("$0.00", "0.00", "$0.00"), ("17.2", "17.20", "$17.20"),
        (.number("17.23"), "17.23", "$17.23"),
        ("$1000000.10", "1000000.10", "$1,000,000.10"), (.null, "0.00", "$0.00"), ("free", "0.00", "$0.00"),
        ("", "0.00", "$0.00"),
        ([:], "0.00", "$0.00"), ("$", "0.00", "$0.00"), ("$0.30", "0.30", "$0.30"),
        (.string("$" + String(repeating: "9", count: 5000)), "0.00", "$0.00"), ("$1e999999999999", "0.00", "$0.00"),
    ]

    @Test("prices are exact decimals; one that can't be read counts as nothing", arguments: prices.indices)
    func price(_ index: Int) async throws {
        let (price, amount, text) = Self.prices[index]
        let money: JSONValue = ["amount": .string(amount), "currency": "USD", "text": .string(text)]
        #expect(try await show([("price", price)]).json["price"] == money)
    }

    @Test("5c.10 the nine lines come in the original's order, then the address")
    func nineLines() async throws {
        let text = try await show([("desc", "It&#039;s long.")]).markdown
        let labels = ["title", "subtitle", "authors", "publisher", "pages", "year", "rating", "desc", "price"]
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("- ") }
        #expect(lines.prefix(9).map { $0.dropFirst(2).prefix { $0 != ":" } } == labels.map { Substring($0) })
        #expect(lines.first == "- title: Book 7")
        #expect(lines.contains("- desc: It's long."))
        #expect(lines.contains { $0.hasPrefix("- rating: 4/5") })
        #expect(text.contains("https://itbook.store/books/9780000000007"))
        #expect(try await show([("rating", "0")]).markdown.contains("rating: unrated"))
    }

    @Test("5c.10 5c.11 without pdf there are two rows; with pdf one more for each chapter")
    func rows() async throws {
        let client = ScriptedHTTPClient([
            .json(Bookstore.detail(7)), .json(Bookstore.detail(7, [("pdf", ["Chapter 2": "https://x/2.pdf"])])),
        ])
        let harness = try FeatureHarness.bookShelf(client)
        let screen = try await harness.open("galleria://book/9780000000007")
        #expect(try await screen.state["rows"] == ["information", "memo"])
        try await screen.send("refresh")
        #expect(try await screen.state["rows"] == ["information", "memo", "PDF Sample: Chapter 2"])
        let text = try await screen.text
        #expect(text.contains("PDF Sample: Chapter 2"))
        #expect(text.contains("https://x/2.pdf"))
    }

    /// Members of `pdf` as the upstream sends them: chapter and file, in an order that means nothing.
    static let pdfs: [(id: String, sent: [(String, JSONValue)], chapters: [String])] = [
        (
            "2 before 10", [("Chapter 10", "a"), ("Chapter 2", "b"), ("Chapter 5", "c")],
            ["Chapter 2", "Chapter 5", "Chapter 10"]
        ),
        ("files in the opposite order", [("Chapter 1", "z"), ("Chapter 2", "a")], ["Chapter 1", "Chapter 2"]),
        ("leading zeros", [("Chapter 010", "a"), ("Chapter 9", "b")], ["Chapter 9", "Chapter 010"]),
        (
            "numbers beyond an integer", [("C 99999999999999999999999", "a"), ("C 3", "b")],
            ["C 3", "C 99999999999999999999999"]
        ),
        ("words", [("Preface", "a"), ("Appendix", "b")], ["Appendix", "Preface"]),
        ("several numbers", [("1.10", "a"), ("1.9", "b"), ("1", "c")], ["1", "1.9", "1.10"]),
        ("no address", [("Chapter 1", 5), ("Chapter 2", .null), ("Chapter 3", "c")], ["Chapter 3"]),
        ("none", [], []),
    ]

    @Test("5c.11 5d chapters come in natural order, each with its own file", arguments: pdfs.map(\.id))
    func pdf(_ id: String) async throws {
        let row = try #require(Self.pdfs.first { $0.id == id })
        let sent = JSONValue.object(row.sent.map { JSONMember($0.0, $0.1) })
        let pdf = try await show([("pdf", sent)]).json["pdf"]?.array ?? []
        #expect(pdf.map { $0["chapter"]?.string } == row.chapters)
        for sample in pdf { #expect(sample["url"] == sent[sample["chapter"]?.string ?? ""]) }
    }

    @Test("pdf of another shape counts as none", arguments: ["x", 5, ["a"], false] as [JSONValue])
    func strangePDF(_ pdf: JSONValue) async throws {
        #expect(try await show([("pdf", pdf)]).json["pdf"] == [])
    }

    static let wrongNumbers = [
        "", "978161729413", "97816172941366", "978161729413X", " 9781617294136", "９781617294136", "٩٧٨١٦١٧٢٩٤١٣٦",
        "978-161729413", "../../etc/pas", "9781617294136\u{301}",
    ]

    @Test(
        "5c.10 an isbn13 is thirteen digits; anything else is refused before anything is asked", arguments: wrongNumbers
    )
    func wrongISBN(_ isbn: String) async throws {
        let harness = try FeatureHarness.bookShelf(ScriptedHTTPClient())
        for method in ["bookShelf.show", "bookShelf.memo"] {
            let fault = await harness.fault(method, ["isbn13": .string(isbn)])
            #expect(fault?.code == .invalidArgument)
            #expect(fault?.field == "isbn13")
        }
        await #expect(throws: Fault.self) { try await harness.open("galleria://book/\(percentEncoded(isbn))") }
        #expect(harness.requests.isEmpty)
    }

    @Test(
        "5c.10 pseudo numbers and wrong check digits are taken",
        arguments: ["1001606140805", "9781617294137", "0000000000000"])
    func pseudoISBN(_ isbn: String) async throws {
        let client = ScriptedHTTPClient([.json(Bookstore.detail(7, [("isbn13", .string(isbn))]))])
        let harness = try FeatureHarness.bookShelf(client)
        #expect(try await harness.call("bookShelf.show", ["isbn13": .string(isbn)])["isbn13"] == .string(isbn))
    }

    @Test(
        "a row without a usable isbn13 is left out; the others are shown",
        arguments: [.null, "x", 5, [:]] as [JSONValue])
    func unusableRow(_ isbn: JSONValue) async throws {
        let rows = [Bookstore.row(1), Bookstore.row(2, [("isbn13", isbn)]), 5, .null, Bookstore.row(3)]
        let client = ScriptedHTTPClient([.json(Bookstore.list(rows, total: "5"))])
        #expect(try await FeatureHarness.bookShelf(client).call("bookShelf.shelf").isbns == [1, 3].map(Bookstore.isbn))
    }

    @Test("two books are the same when their isbn13 is")
    func identity() async throws {
        let rows = [Bookstore.row(1), Bookstore.row(1, [("title", "Another title")])]
        let client = ScriptedHTTPClient([.json(Bookstore.list(rows, total: "2"))])
        let screen = try await FeatureHarness.bookShelf(client).open("galleria://shelf")
        #expect(try await screen.state["items"]?.array?.map { $0["title"]?.string } == ["Book 1"])
    }

    @Test("select leads to the book's screen")
    func select() async throws {
        let screen = try await FeatureHarness.bookShelf().open("galleria://shelf")
        let answer = try await screen.send("select", ["isbn13": "9781617294136"])
        #expect(answer["accepted"] == true)
        #expect(answer["route"] == "galleria://book/9781617294136")
    }

    @Test("a refresh gives up the request before it; what comes late of that is dropped")
    func lateDetail() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.bookShelf(client)
        let screen = try await harness.open("galleria://book/9780000000007")
        try await screen.send("refresh")
        let path = "books/9780000000007"
        client.answer(path, .failure(.connectionLost))
        #expect(try await screen.state["refresh"]?["running"] == "header")
        client.answer(path, Bookstore.detail(7))
        #expect(try await screen.state["title"] == "Book 7")
        try await screen.send("refresh")
        client.answer(path, .failure(.connectionLost))
        let state = try await screen.state
        #expect(state["title"] == "Book 7")
        #expect(state["refresh"]?["failed"] == "header")
    }
}

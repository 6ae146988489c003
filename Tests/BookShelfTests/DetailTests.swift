import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing
import Values

@testable import BookShelf

@Suite("Books in detail")
struct DetailTests {
    private func show(_ changes: [(String, JSONValue)] = []) async throws -> Answer {
        let client = ScriptedHTTPClient([.json(Bookstore.detail(7, changes))])
        return try await FeatureHarness.shelf(client)
            .answer("bookShelf.show", ["isbn13s": [.string(Bookstore.isbn(7))]])
    }

    private func item(_ changes: [(String, JSONValue)] = []) async throws -> JSONValue {
        try #require(try await show(changes).json["items"]?[0])
    }

    @Test("5c.10 every member is read, numbers as numbers")
    func members() async throws {
        let expected: JSONValue = [
            "isbn13": "9780000000007", "title": "Book 7", "subtitle": "Part 7",
            "authors": "Ada Writer, Bob Author", "publisher": "Larkfield", "language": "English",
            "isbn10": "148426682X", "pages": 384, "year": 2018, "rating": 4, "price": "USD 7.50",
            "imageURL": "https://itbook.store/img/books/9780000000007.png",
            "url": "https://itbook.store/books/9780000000007", "route": "galleria://book/9780000000007",
            "description": "About the book.", "samples": [["chapter": "Chapter 2", "url": "https://x/2.pdf"]],
        ]
        #expect(try await item([("pdf", ["Chapter 2": "https://x/2.pdf"])]) == expected)
    }

    /// One changed member of the upstream's answer, and the field that is read of it; nil when it is left out.
    static let readings: [(id: String, member: String, value: JSONValue, field: String, expected: JSONValue?)] = [
        ("rating 0 is unrated", "rating", "0", "rating", nil), ("rating 5", "rating", "5", "rating", 5),
        ("rating as a number", "rating", 3, "rating", 3), ("rating 6", "rating", "6", "rating", nil),
        ("rating -1", "rating", "-1", "rating", nil), ("rating nonsense", "rating", "good", "rating", nil),
        ("no rating", "rating", .null, "rating", nil),
        ("pages nonsense", "pages", "many", "pages", nil), ("no pages", "pages", .null, "pages", nil),
        ("pages negative", "pages", "-3", "pages", nil), ("pages as a number", "pages", 12, "pages", 12),
        ("pages too large", "pages", .number("1e400"), "pages", nil), ("no year", "year", .null, "year", nil),
        ("no language, as in older answers", "language", .null, "language", nil),
        ("no isbn10", "isbn10", .null, "isbn10", nil), ("no subtitle", "subtitle", .null, "subtitle", nil),
        ("an empty subtitle", "subtitle", "", "subtitle", nil),
        ("title as a number", "title", 1984, "title", "1984"), ("title as an object", "title", [:], "title", nil),
        ("apostrophe", "desc", "A team&#039;s", "description", "A team's"),
        ("ampersand", "subtitle", "R&amp;D &lt;3 &quot;x&quot;", "subtitle", "R&D <3 \"x\""),
        ("letters", "title", "Caf&eacute; &#xE9;&#233;", "title", "Café éé"),
        ("no reference", "title", "AT&T & sons; &nosuch; &#; &#x;", "title", "AT&T & sons; &nosuch; &#; &#x;"),
        ("decoded once", "title", "&amp;lt;b&amp;gt;", "title", "&lt;b&gt;"),
        ("a surrogate and NUL vanish", "title", "a&#xD800;b&#0;c&#1114112;", "title", "abc"),
        ("an escape vanishes", "title", "a&#27;b", "title", "ab"),
        ("cut at the end", "desc", "secure your c...", "description", "secure your c..."),
        ("markup of a description", "desc", "<p>One.</p><p>Two &amp; three.</p>", "description", "One.\nTwo & three."),
        ("an address of another scheme", "url", "javascript:alert(1)", "url", nil),
    ]

    @Test("5c.10 entities, missing members and numbers as text", arguments: readings.map(\.id))
    func reading(_ id: String) async throws {
        let row = try #require(Self.readings.first { $0.id == id })
        #expect(try await item([(row.member, row.value)])[row.field] == row.expected)
    }

    static let prices: [(price: JSONValue, told: JSONValue?, text: String?)] = [
        ("$17.23", "USD 17.23", "$17.23"), ("$0.00", "USD 0.00", "$0.00"), ("17.2", "USD 17.20", "$17.20"),
        (.number("17.23"), "USD 17.23", "$17.23"), ("$1000000.10", "USD 1000000.10", "$1,000,000.10"),
        ("$0.30", "USD 0.30", "$0.30"), (.null, nil, nil), ("free", nil, nil), ("", nil, nil), ([:], nil, nil),
        ("$", nil, nil), ("$-3.00", nil, nil), ("$1e999999999999", nil, nil),
        (.string("$" + String(repeating: "9", count: 5000)), nil, nil),
    ]

    @Test("prices are exact decimals; one that can't be read is left out", arguments: prices.indices)
    func price(_ index: Int) async throws {
        let (price, told, text) = Self.prices[index]
        let answer = try await show([("price", price)])
        #expect(answer.json["items"]?[0]?["price"] == told)
        #expect(answer.markdown.contains("price: \(text ?? "")") == (text != nil))
    }

    @Test("5c.10 the text has the facts in the original's order, then the prose, the chapters and the memo")
    func facts() async throws {
        let text = try await show([("desc", "It&#039;s long."), ("pdf", ["Chapter 2": "https://x/2.pdf"])]).markdown
        let labels = [
            "isbn13", "subtitle", "authors", "publisher", "language", "isbn10", "pages", "year", "rating", "price",
        ]
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("- ") }
        #expect(lines.prefix(10).map { $0.dropFirst(2).prefix { $0 != ":" } } == labels.map { Substring($0) })
        #expect(text.hasPrefix("# Book 7\n"))
        #expect(text.contains("https://itbook.store/books/9780000000007"))
        let (long, chapter) = (text.firstRange(of: "It's long."), text.firstRange(of: "Chapter 2"))
        #expect(try #require(long).lowerBound < #require(chapter).lowerBound)
        #expect(text.contains("https://x/2.pdf"))
        #expect(try await !show([("rating", "0")]).markdown.contains("rating"))
    }

    @Test("several books come in the order in which they were asked for; those that are not there are named")
    func several() async throws {
        let client = ScriptedHTTPClient { request in
            request.path.last == "9780000000002"
                ? .json(["error": "[books] Not found"], status: 404) : Bookstore.shop()(request)
        }
        let harness = try FeatureHarness.shelf(client)
        let isbns = [3, 2, 1].map { JSONValue.string(Bookstore.isbn($0)) }
        let answer = try await harness.answer("bookShelf.show", ["isbn13s": .array(isbns)])
        #expect(answer.json.isbns == [3, 1].map(Bookstore.isbn))
        #expect(answer.json["missing"] == [isbns[1]])
        #expect(answer.markdown.contains("Not there: 9780000000002."))
        let eleven = (1...11).map { JSONValue.string(Bookstore.isbn($0)) }
        #expect(await harness.fault("bookShelf.show", ["isbn13s": .array(eleven)])?.field == "isbn13s")
        #expect(harness.requests.count == 3)
    }

    @Test(
        "one is taken where several are, and a number for its digits",
        arguments: ["9780000000007", 9_780_000_000_007, "[9780000000007]"] as [JSONValue])
    func one(_ isbn13: JSONValue) async throws {
        #expect(
            try await FeatureHarness.shelf().call("bookShelf.show", ["isbn13s": isbn13]).isbns == [Bookstore.isbn(7)])
    }

    @Test("5c.10 5c.11 a book's screen has its chapters as soon as the upstream has them")
    func screen() async throws {
        let client = ScriptedHTTPClient([
            .json(Bookstore.detail(7)), .json(Bookstore.detail(7, [("pdf", ["Chapter 2": "https://x/2.pdf"])])),
        ])
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://book/9780000000007")
        #expect(try await screen.state["samples"]?.array ?? [] == [])
        try await screen.send("refresh")
        #expect(try await screen.state["samples"]?[0]?["chapter"] == "Chapter 2")
        let text = try await screen.text
        #expect(text.contains("Chapter 2") && text.contains("https://x/2.pdf"))
    }

    /// Members of `pdf` as the upstream sends them: chapter and file, in an order that means nothing.
    static let pdfs: [(id: String, sent: [(String, JSONValue)], chapters: [String])] = [
        (
            "2 before 10", [("Chapter 10", "https://x/a"), ("Chapter 2", "https://x/b"), ("Chapter 5", "https://x/c")],
            ["Chapter 2", "Chapter 5", "Chapter 10"]
        ),
        (
            "files in the opposite order", [("Chapter 1", "https://x/z"), ("Chapter 2", "https://x/a")],
            ["Chapter 1", "Chapter 2"]
        ),
        (
            "leading zeros", [("Chapter 010", "https://x/a"), ("Chapter 9", "https://x/b")],
            ["Chapter 9", "Chapter 010"]
        ),
        (
            "numbers beyond an integer", [("C 99999999999999999999999", "https://x/a"), ("C 3", "https://x/b")],
            ["C 3", "C 99999999999999999999999"]
        ),
        ("words", [("Preface", "https://x/a"), ("Appendix", "https://x/b")], ["Appendix", "Preface"]),
        (
            "several numbers", [("1.10", "https://x/a"), ("1.9", "https://x/b"), ("1", "https://x/c")],
            ["1", "1.9", "1.10"]
        ),
        ("none", [], []),
    ]

    @Test("5c.11 5d chapters come in natural order, each with its own file", arguments: pdfs.map(\.id))
    func pdf(_ id: String) async throws {
        let row = try #require(Self.pdfs.first { $0.id == id })
        let sent = JSONValue.object(row.sent.map { JSONMember($0.0, $0.1) })
        let samples = try await item([("pdf", sent)])["samples"]?.array ?? []
        #expect(samples.map { $0["chapter"]?.string } == row.chapters)
        for sample in samples { #expect(sample["url"] == sent[sample["chapter"]?.string ?? ""]) }
    }

    @Test(
        "a chapter without an address of the web has none; its name stays",
        arguments: [5, .null, "ftp://x", "a"] as [JSONValue])
    func noAddress(_ url: JSONValue) async throws {
        let samples = try await item([("pdf", ["Chapter 1": url, "Chapter 3": "https://x/c"])])["samples"]
        #expect(samples == [["chapter": "Chapter 1"], ["chapter": "Chapter 3", "url": "https://x/c"]])
    }

    @Test("pdf of another shape counts as none", arguments: ["x", 5, ["a"], false] as [JSONValue])
    func strangePDF(_ pdf: JSONValue) async throws {
        #expect(try await item([("pdf", pdf)])["samples"]?.array ?? [] == [])
    }

    static let wrongNumbers = [
        "978161729413", "97816172941366", "978161729413X", " 9781617294136", "９７８１６１７２９４１３６", "٩٧٨١٦١٧٢٩٤١٣٦",
        "978-161729413", "../../etc/pas", "9781617294136\u{301}",
    ]

    @Test("5c.10 an isbn13 is thirteen digits; no other is looked up as a book", arguments: wrongNumbers)
    func wrongISBN(_ isbn: String) async throws {
        let harness = try FeatureHarness.shelf(
            ScriptedHTTPClient { request in
                request.path.first == "books" ? nil : Bookstore.shop(hits: 0)(request)
            })
        let shown = await harness.fault("bookShelf.show", ["isbn13s": [.string(isbn)]])
        #expect(shown?.code == .notFound && shown?.field == "isbn13")
        let noted = await harness.fault("bookShelf.setMemo", ["isbn13": .string(isbn), "text": "x"])
        #expect(noted?.code == .notFound && noted?.field == "isbn13")
        let screen = try await harness.open("galleria://book/\(PercentEncoding.component(isbn))")
        #expect(try await screen.state["refresh"]?["failed"] == "header")
        #expect(harness.paths.allSatisfy { $0.hasPrefix("search/") })
    }

    @Test("an empty isbn13 is no question", arguments: ["", [], [""]] as [JSONValue])
    func empty(_ isbns: JSONValue) async throws {
        let harness = try FeatureHarness.shelf(ScriptedHTTPClient())
        let fault = await harness.fault("bookShelf.show", ["isbn13s": isbns])
        #expect(fault?.code == .invalidArgument && fault?.field == "isbn13s")
        #expect(await harness.fault("bookShelf.setMemo", ["isbn13": "", "text": "x"])?.code == .invalidArgument)
        #expect(harness.requests.isEmpty)
    }

    @Test("a title or a number that is nearly right is told with the book that is there")
    func nearest() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        for wrong in ["9781617294135", "Swift Without Ceremony", "swift without ceremony"] {
            let fault = await harness.fault("bookShelf.show", ["isbn13s": [.string(wrong)]])
            #expect(fault?.code == .notFound && fault?.suggestions.first == "9781617294136", "\(wrong)")
            let noted = await harness.fault("bookShelf.setMemo", ["isbn13": .string(wrong), "text": "x"])
            #expect(noted?.code == .notFound && noted?.suggestions.first == "9781617294136", "\(wrong)")
        }
        #expect(try await harness.call("bookShelf.memos")["total"] == 0)
    }

    @Test(
        "5c.10 pseudo numbers and wrong check digits are taken",
        arguments: ["1001606140805", "9781617294137", "0000000000000"])
    func pseudoISBN(_ isbn: String) async throws {
        let client = ScriptedHTTPClient([.json(Bookstore.detail(7, [("isbn13", .string(isbn))]))])
        #expect(try await FeatureHarness.shelf(client).book(isbn)["isbn13"] == .string(isbn))
    }

    @Test(
        "a row without a usable isbn13 is left out; the others are shown",
        arguments: [.null, "x", 5, [:]] as [JSONValue])
    func unusableRow(_ isbn: JSONValue) async throws {
        let rows = [Bookstore.row(1), Bookstore.row(2, [("isbn13", isbn)]), 5, .null, Bookstore.row(3)]
        let client = ScriptedHTTPClient([.json(Bookstore.list(rows, total: "5"))])
        #expect(try await FeatureHarness.shelf(client).call("bookShelf.list").isbns == [1, 3].map(Bookstore.isbn))
    }

    @Test("two books are the same when their isbn13 is")
    func identity() async throws {
        let rows = [Bookstore.row(1), Bookstore.row(1, [("title", "Another title")])]
        let client = ScriptedHTTPClient([.json(Bookstore.list(rows, total: "2"))])
        let screen = try await FeatureHarness.shelf(client).open("galleria://shelf")
        #expect(try await screen.state["items"]?.array?.map { $0["title"]?.string } == ["Book 1"])
    }

    @Test("select leads to the book's screen")
    func select() async throws {
        let screen = try await FeatureHarness.shelf().open("galleria://shelf")
        let answer = try await screen.send("select", ["isbn13": .string(Bookstore.isbn(907))])
        #expect(answer["accepted"] == true)
        #expect(answer["route"] == "galleria://book/9780000000907")
    }

    @Test("a refresh gives up the request before it; what comes late of that is dropped")
    func lateDetail() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.shelf(client)
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

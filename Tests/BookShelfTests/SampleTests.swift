import FeatureKit
import JSON
import TestSupport
import Testing

@testable import BookShelf

@Suite("The sample data is a bookshop that shows every case")
struct SampleTests {
    private var books: [JSONNode] { SampleBooks.books }

    private func text(_ book: JSONNode, _ name: String) -> String { book[name]?.string ?? "" }

    @Test("there are at least 200 books, each with its own isbn13, title and price")
    func count() {
        #expect(books.count >= 200)
        #expect(Set(books.map { text($0, "isbn13") }).count == books.count)
        #expect(books.allSatisfy { Book.isISBN13(text($0, "isbn13")) && !text($0, "title").isEmpty })
        #expect(books.allSatisfy { text($0, "price").hasPrefix("$") })
    }

    static let kinds: [(id: String, holds: @Sendable (JSONNode) -> Bool)] = [
        ("free", { $0["price"]?.string == "$0.00" && $0["isbn13"]?.string?.hasPrefix("1001") == true }),
        ("no subtitle", { $0["subtitle"]?.string == "" }), ("a rating", { $0["rating"]?.string == "5" }),
        ("unrated", { $0["rating"]?.string == "0" }), ("entities", { $0["desc"]?.string?.contains("&#039;") == true }),
        ("entities in a subtitle", { $0["subtitle"]?.string?.contains("&amp;") == true }),
        ("a long description", { ($0["desc"]?.string?.count ?? 0) > 1_000 }),
        ("a cut description", { $0["desc"]?.string?.hasSuffix("...") == true }),
        ("an isbn10 with X", { $0["isbn10"]?.string?.hasSuffix("X") == true }),
        ("no language", { $0["language"] == nil }),
        ("chapters", { ($0["pdf"]?.count ?? 0) > 1 }), ("no chapters", { $0["pdf"] == nil }),
        ("beyond Latin", { $0["title"]?.string?.unicodeScalars.contains { $0.value > 0x2FF } == true }),
    ]

    @Test("there is a book of each kind", arguments: kinds.map(\.id))
    func kind(_ id: String) throws {
        let holds = try #require(Self.kinds.first { $0.id == id }?.holds)
        #expect(books.contains(where: holds))
    }

    @Test("swift has several pages, the last of them short; the rows are in ascending isbn13")
    func swift() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        let all = try await harness.call("bookShelf.search", ["query": "swift", "limit": 100])
        let total = try #require(all["total"]?.integer)
        #expect(total > 20 && total % 10 != 0)
        #expect(all.isbns.count == total)
        #expect(all.isbns == all.isbns.sorted())
        #expect(harness.paths == (1...(total / 10 + 1)).map { "search/swift/\($0)" })
        #expect(all["items"]?.array?.contains { $0["title"]?.string?.contains("Swift") == true } == true)
    }

    @Test("a search that finds nothing answers as the upstream does: total 0 and no page")
    func nothing() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        let answer = try await harness.call("bookShelf.search", ["query": "zzzzzz"])
        #expect(answer["items"] == [])
        #expect(answer["total"] == 0)
        #expect(answer["nextCursor"] == nil)
    }

    @Test("the new books are twenty, and every book of the samples can be shown with no entity left")
    func everyBook() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        #expect(try await harness.call("bookShelf.list").isbns.count == 20)
        for book in books {
            let isbn = text(book, "isbn13")
            let shown = try await harness.book(isbn)
            #expect(shown["isbn13"] == .string(isbn))
            #expect(shown["description"]?.string?.contains("&#039;") != true)
        }
    }

    @Test("the documented book is there, with chapters that sort by number")
    func documented() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        let shown = try await harness.book("9781617294136")
        let chapters = shown["samples"]?.array?.compactMap { $0["chapter"]?.string }
        #expect(chapters == ["Chapter 2", "Chapter 5", "Chapter 10"])
        #expect(shown["samples"]?[0]?["url"]?.string?.hasSuffix("chapter2.pdf") == true)
    }

    @Test("an unknown book and a strange request are answered as the upstream would")
    func unknown() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        #expect(await harness.fault("bookShelf.show", ["isbn13s": ["0000000000000"]])?.code == .notFound)
    }
}

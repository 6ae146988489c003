import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import BookShelf

@Suite("The prompt of the book shelf")
struct PromptTests {
    private static let name = "book_shelf_reading_plan"

    @Test("a plan for a topic has the books of its first page, and changes nothing")
    func topic() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        let messages = try await harness.prompt(Self.name, ["topic": "swift"])
        #expect(messages.count == 2)
        #expect(messages[0].contains("a reading plan on swift for 4 weeks") && messages[0].contains("first 10 of 28"))
        #expect(messages[1].contains("Books for “swift”") && messages[1].contains("9781617294136"))
        #expect(harness.requests.map { $0.path.joined(separator: "/") } == ["search/swift/1"])
        #expect(try await harness.call("bookShelf.list")["source"] == "new")
    }

    @Test("a book to begin with comes with its details and memo, under its route")
    func book() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        try await harness.setMemo("9781617294136", "Lent to Kim")
        let messages = try await harness.prompt(
            Self.name, ["topic": "swift", "isbn13": "9781617294136", "weeks": "6"])
        #expect(messages.count == 3)
        #expect(messages[0].contains("for 6 weeks") && messages[0].contains("Begin with the book 9781617294136"))
        #expect(messages[1].contains("Imogen Castellan") && messages[1].contains("Lent to Kim"))
    }

    @Test("a book that is not there is refused", arguments: ["1", "978161729413x", "9781617294136 9781617294136"])
    func wrongBook(_ isbn13: String) async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        let fault = await harness.promptFault(Self.name, ["topic": "swift", "isbn13": .string(isbn13)])
        #expect(fault?.code == .notFound && fault?.module == "bookShelf")
        #expect(harness.requests.allSatisfy { $0.path.first == "search" })
    }

    @Test("17.17: an isbn13 completes from the new books, then from all books, by number and by title")
    func isbn13() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        let new = try await harness.call("bookShelf.list").isbns
        #expect(await harness.completed(Self.name, "isbn13").values == new)
        let all = SampleBooks.books.compactMap { $0["isbn13"]?.string }.filter { $0.hasPrefix("97816") }
        let begun = await harness.completed(Self.name, "isbn13", "97816")
        #expect(Set(begun.values) == Set(all) && begun.total == all.count && !begun.hasMore)
        #expect(begun.values.first == "9781617294136")
        let many = await harness.completed(Self.name, "isbn13", "978")
        let count = SampleBooks.books.count { $0["isbn13"]?.string?.hasPrefix("978") == true }
        #expect(many.values.count == 100 && many.total == count && many.hasMore)
        #expect(await harness.completed(Self.name, "isbn13", "without ceremony").values == ["9781617294136"])
        let route = await harness.completed(route: "galleria://book/{isbn13}", "isbn13", "97816")
        #expect(route == begun)
        #expect(await harness.completed(Self.name, "topic", "sw").values == ["swift"])
    }

    @Test("an upstream that fails has nothing to offer")
    func offline() async throws {
        let harness = try FeatureHarness([bookShelf], client: { _ in OfflineHTTPClient() })
        #expect(await harness.completed(Self.name, "isbn13") == CompletedValues([], isWhole: false))
        #expect(await harness.promptFault(Self.name, ["topic": "swift"])?.code == .offline)
    }
}

import FeatureKit
import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@testable import BookShelf

@Suite("Searching for books with sample chapters")
struct HasSampleTests {
    /// A shop where each fourth book has a chapter; book 12 is in its lists and has no details.
    private func shop(_ hits: Int) -> ScriptedHTTPClient {
        ScriptedHTTPClient { request in
            guard request.path.first == "books", let number = Int(request.path[1].dropFirst(3)) else {
                return Bookstore.shop(hits: hits)(request)
            }
            if number == 12 { return .json(["error": "[books] Not found"], status: 404) }
            return .json(Bookstore.detail(number, number % 4 == 0 ? [("pdf", ["Chapter 1": "https://x/1.pdf"])] : []))
        }
    }

    @Test("true gives those that have chapters, false the others; a book without details has none")
    func both() async throws {
        let harness = try FeatureHarness.shelf(shop(14))
        let with = try await harness.call("bookShelf.search", ["query": "a", "hasSample": true])
        #expect(with.isbns == [4, 8].map(Bookstore.isbn) && with["total"] == 2 && with["read"] == nil)
        #expect(with["items"]?[0]?["hasSample"] == nil, "it is asked for, not given")
        let without = try await harness.call("bookShelf.search", ["query": "a", "hasSample": false])
        #expect(without["total"] == 12)
        #expect(harness.paths.count { $0.hasPrefix("books/") } == 28)
    }

    @Test("details are read of 40 books at most, and `read` says so")
    func bounded() async throws {
        let harness = try FeatureHarness.shelf(shop(118))
        let answer = try await harness.answer("bookShelf.search", ["query": "a", "hasSample": true])
        let expected = [4, 8] + stride(from: 16, through: 40, by: 4)
        #expect(answer.json.isbns == expected.map(Bookstore.isbn))
        #expect(answer.json["read"] == ["rows": 40, "of": 118])
        #expect(answer.markdown.contains("Looked through the first 40 of 118 books."))
        #expect(harness.paths.count { $0.hasPrefix("books/") } == 40)
    }

    @Test("only books that meet everything else are read, in the order that is asked for; a cursor goes on")
    func narrowed() async throws {
        let harness = try FeatureHarness.shelf(shop(118))
        let asked: JSONValue = ["query": "a", "hasSample": true, "minPrice": 100, "sort": "-price", "limit": 3]
        let first = try await harness.call("bookShelf.search", asked)
        #expect(first.isbns == [116, 112, 108].map(Bookstore.isbn) && first["total"] == 5 && first["read"] == nil)
        #expect(harness.paths.count { $0.hasPrefix("books/") } == 19)
        let cursor = try #require(first["nextCursor"])
        let second = try await harness.call("bookShelf.search", ["query": "a", "cursor": cursor])
        #expect(second.isbns == [104, 100].map(Bookstore.isbn) && second["nextCursor"] == nil)
    }

    @Test("a detail that fails fails the question; what was read is told")
    func failing() async throws {
        let shop = Bookstore.shop(hits: 20)
        let failing = ScriptedHTTPClient { request in
            request.path.last == Bookstore.isbn(9) ? .failure(.connectionLost) : shop(request)
        }
        let parameters: JSONValue = ["query": "a", "hasSample": true]
        let fault = await (try FeatureHarness.shelf(failing)).fault("bookShelf.search", parameters)
        #expect(fault?.code == .upstreamUnavailable)
        let messages = Mutex<[String?]>([])
        let context = CallContext { progress in messages.withLock { $0.append(progress.message) } }
        try await FeatureHarness.shelf(hits: 20).call("bookShelf.search", parameters, context: context)
        #expect(messages.withLock { $0.suffix(2) } == ["8 of 20 asked", "16 of 20 asked"])
    }

    @Test("the shelf does not ask for it, neither its list nor its screen")
    func notTheShelf() async throws {
        let harness = try FeatureHarness.shelf()
        #expect(await harness.fault("bookShelf.list", ["hasSample": true])?.field == "hasSample")
        let screen = try await harness.open("galleria://shelf")
        await #expect(throws: Fault.self) { try await screen.send("filter", ["hasSample": true]) }
    }

    @Test("the sample data has books with chapters and without")
    func samples() async throws {
        let harness = try FeatureHarness.sample(bookShelf)
        let all = try await harness.call("bookShelf.search", ["query": "swift", "limit": 100]).isbns
        let with = try await harness.call("bookShelf.search", ["query": "swift", "hasSample": true, "limit": 100]).isbns
        let without = try await harness.call("bookShelf.search", ["query": "swift", "hasSample": false, "limit": 100])
        #expect(!with.isEmpty && !without.isbns.isEmpty && Set(with + without.isbns) == Set(all))
    }
}

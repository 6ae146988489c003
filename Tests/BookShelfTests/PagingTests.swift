import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import BookShelf

@Suite("A search goes through its pages")
struct PagingTests {
    @Test("5c.2 118 books at ten a page are pages 1 to 12, and no more", arguments: [10, 20, 100])
    func twelvePages(_ limit: Int) async throws {
        let harness = try FeatureHarness.shelf(hits: 118)
        var rows: [String] = []
        var cursor: JSONValue = .null
        for answered in 1... {
            let answer = try await harness.call(
                "bookShelf.search", ["query": "swift", "limit": .integer(limit), "cursor": cursor])
            rows += answer.isbns
            #expect(answer["total"] == 118 && answer["query"] == "swift")
            cursor = answer["nextCursor"] ?? .null
            #expect(cursor.isNull == (answered * limit >= 118))
            if cursor.isNull { break }
        }
        #expect(rows == (1...118).map(Bookstore.isbn))
        #expect(harness.paths == (1...12).map { "search/swift/\($0)" })
    }

    @Test("5c.2 the screen's further pages stop at 118 too")
    func screenPages() async throws {
        let harness = try FeatureHarness.shelf(hits: 118)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        for page in 2...12 {
            #expect(try await screen.send("loadMore")["accepted"] == true, "page \(page)")
        }
        #expect(try await screen.send("loadMore")["accepted"] == false)
        let state = try await screen.state
        #expect(state.isbns == (1...118).map(Bookstore.isbn))
        #expect(state["nextCursor"] == nil && state["total"] == 118)
        #expect(state["refresh"]?["ended"] == "noMoreData")
        #expect(harness.paths == ["new"] + (1...12).map { "search/swift/\($0)" })
    }

    /// Totals by the upstream (null: missing), its hits, and the number of requested pages.
    static let totals: [(id: String, total: JSONValue, hits: Int, pages: Int)] = [
        ("text", "25", 25, 3), ("a number", 25, 25, 3), ("zero", "0", 0, 1), ("none, a short page ends", .null, 25, 3),
        ("none, a full last page needs an empty one", .null, 20, 3), ("none, and no hits", .null, 0, 1),
        ("no number, a short page ends", "abc", 25, 3), ("no number, and no hits", "abc", 0, 1),
        ("negative counts as none", "-1", 25, 3), ("too large for an integer", "99999999999999999999", 15, 2),
        ("larger than the truth, an empty page ends", "1000", 20, 3), ("one page exactly", "10", 10, 1),
        ("a fraction counts as none", .number("2.5"), 15, 2), ("an object counts as none", [:], 15, 2),
    ]

    @Test("5c.2 5c.3 totals: text, number, none, nonsense", arguments: totals.map(\.id))
    func total(_ id: String) async throws {
        let row = try #require(Self.totals.first { $0.id == id })
        let harness = try FeatureHarness.shelf(hits: row.hits, total: row.total)
        let answer = try await harness.call("bookShelf.search", ["query": "swift", "limit": 100])
        #expect(answer.isbns == (0..<row.hits).map { Bookstore.isbn($0 + 1) })
        #expect(answer["nextCursor"] == nil)
        #expect(harness.paths == (1...row.pages).map { "search/swift/\($0)" })
    }

    @Test("5d a no-match answer, which has no page, is an empty list and not a failure")
    func noMatch() async throws {
        let harness = try FeatureHarness.shelf(hits: 0)
        let answer = try await harness.answer("bookShelf.search", ["query": "zzz"])
        #expect(answer.json["items"] == [])
        #expect(answer.json["total"] == 0)
        #expect(answer.json["nextCursor"] == nil)
        #expect(answer.markdown.contains("No books."))
    }

    @Test("5c.3 a page past the end is empty: loading stops and the list stays")
    func pastTheEnd() async throws {
        let harness = try FeatureHarness.shelf(hits: 10, total: "118")
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        try await screen.send("loadMore")
        #expect(try await screen.state.isbns == (1...10).map(Bookstore.isbn))
        #expect(try await screen.state["refresh"]?["ended"] == "noMoreData")
        #expect(try await screen.send("loadMore")["accepted"] == false)
        #expect(harness.paths == ["new", "search/swift/1", "search/swift/2"])
    }

    @Test("5c.3 5d a book that comes on two pages is shown once, at its first place")
    func duplicates() async throws {
        let pages = [1: [1, 2, 2, 3], 2: [3, 1, 4]]
        let client = ScriptedHTTPClient(respond: { request in
            if request.path.first == "new" { return Bookstore.shop()(request) }
            let numbers = request.path.last.flatMap { Int($0) }.flatMap { pages[$0] } ?? []
            return .json(Bookstore.list(Bookstore.rows(numbers), total: "20"))
        })
        let harness = try FeatureHarness.shelf(client)
        let answer = try await harness.call("bookShelf.search", ["query": "a", "limit": 20])
        #expect(answer.isbns == (1...4).map(Bookstore.isbn))
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "b"])
        try await screen.send("loadMore")
        #expect(try await screen.state.isbns == (1...4).map(Bookstore.isbn))
        #expect(try await harness.call("bookShelf.list").isbns == (1...4).map(Bookstore.isbn))
    }

    @Test("5c.4 5d a failure on page n asks again for page n; the list and the filter stay")
    func failureOnPageTwo() async throws {
        let client = ScriptedHTTPClient([
            .json(Bookstore.list(Bookstore.rows(901...920), total: "20")),
            .json(Bookstore.list(Bookstore.rows(1...10), total: "30", page: 1)), .failure(.connectionLost),
            .failure(.timedOut(after: .seconds(10))),
            .json(Bookstore.list(Bookstore.rows(11...20), total: "30", page: 2)),
            .json(Bookstore.list(Bookstore.rows(21...30), total: "30", page: 3)),
        ])
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        try await screen.send("loadMore")
        var state = try await screen.state
        #expect(state["refresh"]?["failed"] == "footer")
        #expect(state["refresh"]?["ended"] == "error")
        #expect(state["refresh"]?["running"] == "none")
        #expect(state["refresh"]?["message"]?.string?.isEmpty == false)
        #expect(state.isbns == (1...10).map(Bookstore.isbn))

        try await screen.send("edit", ["text": "book 1"])
        #expect(try await screen.send("retry")["accepted"] == true)
        #expect(try await screen.state["refresh"]?["failed"] == "footer")
        try await screen.send("retry")
        state = try await screen.state
        #expect(state["refresh"]?["ended"] == "normal")
        #expect(state["find"] == "book 1")
        #expect(state.isbns == [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map(Bookstore.isbn))
        try await screen.send("edit", ["text": ""])
        try await screen.send("loadMore")
        #expect(try await screen.state.isbns == (1...30).map(Bookstore.isbn))
        #expect(
            harness.paths == [
                "new", "search/swift/1", "search/swift/2", "search/swift/2", "search/swift/2", "search/swift/3",
            ])
    }

    @Test("retry with nothing to repeat is ignored, and changes nothing")
    func retryOfNothing() async throws {
        let harness = try FeatureHarness.shelf()
        let screen = try await harness.open("galleria://shelf")
        let revision = try await screen.whole["revision"]
        #expect(try await screen.send("retry")["accepted"] == false)
        #expect(try await screen.send("loadMore")["accepted"] == false)
        #expect(try await screen.whole["revision"] == revision)
    }

    @Test("a failed first page is asked again by retry, also of a search")
    func retryOfTheFirstPage() async throws {
        let client = ScriptedHTTPClient([
            .failure(.connectionLost), .json(Bookstore.list(Bookstore.rows(1...3), total: "3")),
            .failure(.connectionLost), .json(Bookstore.list(Bookstore.rows(4...5), total: "2", page: 1)),
        ])
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://shelf")
        #expect(try await screen.state["refresh"]?["failed"] == "header")
        #expect(try await screen.text.contains("Send retry"))
        try await screen.send("retry")
        #expect(try await screen.state.isbns == (1...3).map(Bookstore.isbn))
        try await screen.send("search", ["query": "c"])
        #expect(try await screen.state["refresh"]?["failed"] == "header")
        try await screen.send("retry")
        #expect(try await screen.state.isbns == (4...5).map(Bookstore.isbn))
        #expect(harness.paths == ["new", "new", "search/c/1", "search/c/1"])
    }

    @Test("one page is in flight: a further page is ignored while one loads, also while the first one does")
    func onePageInFlight() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://shelf")
        #expect(try await screen.send("loadMore")["accepted"] == false)
        try await screen.send("search", ["query": "a"])
        #expect(try await screen.send("loadMore")["accepted"] == false)
        client.answer("search/a/1", Bookstore.list(Bookstore.rows(1...10), total: "30", page: 1))
        harness.settle()
        #expect(try await screen.send("loadMore")["accepted"] == true)
        #expect(try await screen.send("loadMore")["accepted"] == false)
        #expect(try await screen.state["refresh"]?["running"] == "footer")
        client.answer("search/a/2", Bookstore.list(Bookstore.rows(11...20), total: "30", page: 2))
        #expect(try await screen.state.isbns == (1...20).map(Bookstore.isbn))
        #expect(harness.paths == ["new", "search/a/1", "search/a/2"])
    }

    @Test("a refresh asks for page 1 again, keeps the old rows until it is in, and counts on from there")
    func refresh() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "a"])
        client.answer("search/a/1", Bookstore.list(Bookstore.rows(1...10), total: "30", page: 1))
        harness.settle()
        try await screen.send("loadMore")
        client.answer("search/a/2", Bookstore.list(Bookstore.rows(11...20), total: "30", page: 2))
        harness.settle()
        try await screen.send("loadMore")
        try await screen.send("refresh")
        #expect(try await screen.state.isbns == (1...20).map(Bookstore.isbn))
        // The page that the refresh superseded comes late, and is dropped.
        client.answer("search/a/3", Bookstore.list(Bookstore.rows(21...30), total: "30", page: 3))
        #expect(try await screen.state.isbns == (1...20).map(Bookstore.isbn))
        client.answer("search/a/1", Bookstore.list(Bookstore.rows(2...11), total: "30", page: 1))
        #expect(try await screen.state.isbns == (2...11).map(Bookstore.isbn))
        try await screen.send("loadMore")
        #expect(harness.paths.suffix(3) == ["search/a/3", "search/a/1", "search/a/2"])
    }
}

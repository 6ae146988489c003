import FeatureKit
import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@testable import BookShelf

@Suite("Searching")
struct SearchTests {
    /// Each becomes one path segment on the wire.
    static let queries: [(query: String, segment: String)] = [
        ("swift", "swift"), ("c#", "c%23"), ("c++", "c%2B%2B"), ("a/b", "a%2Fb"), ("50%", "50%25"),
        ("한글", "%ED%95%9C%EA%B8%80"), (" swift ", "swift"), ("?", "%3F"), ("a b", "a%20b"), ("..", "%2E%2E"),
        ("a&b=c", "a%26b%3Dc"), ("%2F", "%252F"), ("\u{1F4DA}", "%F0%9F%93%9A"),
        ("a\r\nX-Evil: 1", "a%0D%0AX-Evil%3A%201"),
        ("e\u{301}", "e%CC%81"), ("a\u{0}b", "a%00b"), ("\u{3000}swift\u{2003}", "swift"), ("\"'<>", "%22%27%3C%3E"),
    ]

    @Test("5c.6 H7 a query is one percent-encoded path segment", arguments: queries.map(\.query))
    func pathSegment(_ query: String) async throws {
        let segment = try #require(Self.queries.first { $0.query.utf8.elementsEqual(query.utf8) }?.segment)
        let expected = "https://api.itbook.store/1.0/search/\(segment)/1"
        let harness = try FeatureHarness.shelf(hits: 3)
        let answer = try await harness.call("bookShelf.search", ["query": .string(query)])
        #expect(harness.requests.map(\.url) == [expected])
        #expect(answer["query"] == .string(trimmed(query)))
        // The screen asks the same.
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": .string(query)])
        #expect(harness.requests.last?.url == expected)
        #expect(try await screen.state["search"] == .string(trimmed(query)))
    }

    @Test("5d every request is a GET")
    func method() async throws {
        let harness = try FeatureHarness.shelf()
        try await harness.call("bookShelf.list")
        try await harness.call("bookShelf.search", ["query": "swift"])
        try await harness.call("bookShelf.show", ["isbn13s": ["9781617294136"]])
        #expect(harness.requests.map(\.method) == [.get, .get, .get, .get])
        #expect(
            harness.requests.map(\.url).last == "https://api.itbook.store/1.0/books/9781617294136")
    }

    @Test("5c.5 a blank query asks nothing", arguments: [" ", "\t\n", "\u{3000}", "\u{A0}"])
    func blank(_ query: String) async throws {
        let harness = try FeatureHarness.shelf()
        let fault = await harness.fault("bookShelf.search", ["query": .string(query)])
        #expect(fault?.code == .invalidArgument)
        #expect(fault?.field == "query")
        #expect(fault?.module == "bookShelf")
        #expect(harness.requests.isEmpty)

        let screen = try await harness.open("galleria://shelf")
        let before = try await screen.whole
        #expect(try await screen.send("search", ["query": .string(query)])["accepted"] == false)
        #expect(try await screen.whole == before)
        #expect(harness.paths == ["new"])
    }

    @Test("5c.5 an empty query asks nothing")
    func empty() async throws {
        let harness = try FeatureHarness.shelf()
        #expect(await harness.fault("bookShelf.search", ["query": ""])?.field == "query")
        let screen = try await harness.open("galleria://shelf")
        #expect(try await screen.send("search", ["query": ""])["accepted"] == false)
        #expect(harness.paths == ["new"])
    }

    @Test("5c.5 the same query again starts at page 1")
    func sameAgain() async throws {
        let harness = try FeatureHarness.shelf(hits: 25)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        try await screen.send("loadMore")
        try await screen.send("search", ["query": "swift"])
        #expect(try await screen.state.isbns == (1...10).map(Bookstore.isbn))
        #expect(harness.paths == ["new", "search/swift/1", "search/swift/2", "search/swift/1"])
    }

    @Test("5c.5 a new search gives up the old one, without a word about it")
    func superseded() async throws {
        let old = HeldAnswer()
        let client = ScriptedHTTPClient([
            .json(Bookstore.list(Bookstore.rows(901...920), total: "20")), .held(old),
            .json(Bookstore.list(Bookstore.rows(1...3), total: "3", page: 1)),
        ])
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "old"])
        try await screen.send("search", ["query": "new"])
        // Its request was cancelled: an answer now finds nobody.
        old.release(.success(.json(Bookstore.list(Bookstore.rows(11...13), total: "3", page: 1))))
        let state = try await screen.state
        #expect(state["search"] == "new")
        #expect(state.isbns == (1...3).map(Bookstore.isbn))
        #expect(state["notice"] == nil)
        #expect(state["refresh"]?["message"] == nil)
        #expect(try await harness.call("bookShelf.list")["search"] == "new")
    }

    /// Ends of the old search after the new one began.
    static let lateEnds: [(id: String, end: Result<HTTPResponse, HTTPFailure>)] = [
        ("an answer", .success(.json(Bookstore.list(Bookstore.rows(11...13), total: "3", page: 1)))),
        ("a failure", .failure(.connectionLost)), ("a timeout", .failure(.timedOut(after: .seconds(10)))),
        ("an error status", .success(HTTPResponse(status: 500))),
    ]

    @Test(
        "5c.5 what comes late of an old search is dropped, before and after the new answer",
        arguments: lateEnds.map(\.id), [true, false])
    func late(_ id: String, isOldFirst: Bool) async throws {
        let end = try #require(Self.lateEnds.first { $0.id == id }?.end)
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.shelf(client)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "old"])
        try await screen.send("search", ["query": "new"])
        if isOldFirst { client.answer("search/old/1", end) }
        harness.settle()
        #expect(try await screen.state["refresh"]?["running"] == "header")
        client.answer("search/new/1", Bookstore.list(Bookstore.rows(1...3), total: "3", page: 1))
        harness.settle()
        if !isOldFirst { client.answer("search/old/1", end) }
        let state = try await screen.state
        #expect(state["search"] == "new")
        #expect(state.isbns == (1...3).map(Bookstore.isbn))
        #expect(state["notice"] == nil)
        #expect(state["refresh"]?["ended"] == "noMoreData")
        #expect(state["refresh"]?["message"] == nil)
        #expect(try await harness.call("bookShelf.list").isbns == (1...3).map(Bookstore.isbn))
        // So is the answer of the new books, which the first search superseded.
        client.answer("new", Bookstore.list(Bookstore.rows(901...920), total: "20"))
        #expect(try await screen.state.isbns == (1...3).map(Bookstore.isbn))
    }

    @Test("W16 a cancelled call ends at once with its request")
    func cancelled() async throws {
        let harness = try FeatureHarness.shelf(ScriptedHTTPClient([.held(HeldAnswer())]))
        let call = harness.start("bookShelf.search", ["query": "swift"])
        harness.settle()
        #expect(call.result == nil)
        call.cancel()
        harness.settle()
        guard case .failure(let fault) = call.result else {
            Issue.record("The call did not end: \(String(describing: call.result))")
            return
        }
        #expect(fault.code == .cancelled)
    }

    @Test("17.16: the pages that a question reads are told of, all but the last")
    func progress() async throws {
        let harness = try FeatureHarness.shelf(hits: 118)
        let reports = Mutex<[Progress]>([])
        let context = CallContext { progress in reports.withLock { $0.append(progress) } }
        let answer = try await harness.call(
            "bookShelf.search", ["query": "swift", "sort": "-price", "limit": 3], context: context)
        #expect(answer.isbns == [118, 117, 116].map(Bookstore.isbn) && answer["total"] == 118)
        let done = reports.withLock { $0.map(\.done) }
        #expect(!done.isEmpty && done == done.sorted() && done.allSatisfy { $0 < 12 })
    }

    @Test("a page that fails fails the whole call, and nothing is saved of it")
    func failedSecondPage() async throws {
        let client = ScriptedHTTPClient([
            .json(Bookstore.list(Bookstore.rows(1...10), total: "30", page: 1)), .failure(.connectionLost),
            .json(Bookstore.list(Bookstore.rows(901...920), total: "20")),
        ])
        let harness = try FeatureHarness.shelf(client)
        let fault = await harness.fault("bookShelf.search", ["query": "swift", "limit": 20])
        #expect(fault?.code == .upstreamUnavailable)
        #expect(fault?.retryable == true)
        #expect(try await harness.call("bookShelf.list")["source"] == "new")
    }
}

import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("Questions about the mall, over an upstream that only pages")
struct QuestionTests {
    @Test("a question reads every page once, and answers with what matches, sorted, page by page")
    func sorted() async throws {
        let harness = try FeatureHarness.mall(247)
        let first = try await harness.call(
            "shoppingMall.list", ["minPrice": 100_000, "sort": "-price", "limit": 100])
        #expect(first.ids == Array((147...246).reversed()))
        #expect(first["total"] == 147 && first["read"] == nil)
        #expect(harness.offsets.sorted() == Array(stride(from: 0, to: 247, by: 20)))
        let cursor = try #require(first["nextCursor"])
        let second = try await harness.call("shoppingMall.list", ["cursor": cursor])
        #expect(second.ids == Array((100...146).reversed()))
        #expect(second["nextCursor"] == nil)
    }

    @Test(
        "beyond 40 pages or 2,000 rows it stops, and says what it looked through", arguments: [(20, 800), (100, 2_000)])
    func bounded(_ pageSize: Int, _ read: Int) async throws {
        let client = CountingHTTPClient(ScriptedHTTPClient(respond: Market.shop(79_000)))
        let harness = try FeatureHarness.mall(
            client, settings: [("modules.shoppingMall.pageSize", "\(pageSize)")], start: .queued)
        let answer = try await harness.answer("shoppingMall.list", ["query": "goods", "sort": "-id", "limit": 1])
        #expect(answer.json.ids == [read - 1])
        #expect(answer.json["total"] == .integer(read))
        #expect(answer.json["read"] == ["rows": .integer(read), "of": 79_000])
        #expect(answer.markdown.contains("Looked through the first \(read) of 79000 products."))
        #expect(client.count == read / pageSize && client.most <= 8)
    }

    @Test("a screen's filter takes the least discount, and shows it")
    func leastDiscount() async throws {
        let harness = try FeatureHarness.sample(shoppingMall)
        let answer = try await harness.call("shoppingMall.list", ["minDiscount": 30, "limit": 100])
        let rates = answer["items"]?.array?.map { $0["discount"]?.integer ?? 0 } ?? []
        #expect(!rates.isEmpty && rates.allSatisfy { $0 >= 30 } && rates.contains(30))
        let screen = try await harness.open("galleria://mall")
        try await screen.send("filter", ["minDiscount": 30])
        #expect(try await screen.text.contains("discount ≥ 30%"))
        #expect(try await screen.state["items"]?.array?.allSatisfy { $0["discount"]?.integer ?? 0 >= 30 } == true)
    }

    @Test("rows asked for by id are there or named as missing; reading ends when all are found")
    func ids() async throws {
        let harness = try FeatureHarness.mall(79_000)
        let found = try await harness.call("shoppingMall.list", ["ids": [3, "25"]])
        #expect(found.ids == [3, 25] && found["missing"] == nil)
        #expect(harness.requests.count <= 9)
        let missing = try await FeatureHarness.mall(57).call("shoppingMall.list", ["ids": [3, 99]])
        #expect(missing.ids == [3] && missing["missing"] == ["99"])
    }

    @Test("a page that fails fails the question; a short page before the total ends it")
    func failing() async throws {
        let shop = Market.shop(100)
        let failing = ScriptedHTTPClient { request in
            request.number("offset") == 60 ? .failure(.connectionLost) : shop(request)
        }
        #expect(
            await (try FeatureHarness.mall(failing)).fault("shoppingMall.list", ["query": "goods"])?.code
                == .upstreamUnavailable)
        let short = try await FeatureHarness.mall(25, total: 100).call(
            "shoppingMall.list", ["query": "goods", "limit": 100])
        #expect(short.ids == Array(0..<25) && short["read"] == nil)
    }

    @Test("what is asked of a screen is of the rows that are loaded, and asks for nothing")
    func screen() async throws {
        let harness = try FeatureHarness.mall(57)
        let screen = try await harness.open("galleria://mall")
        try await screen.send("find", ["text": "goods 1"])
        #expect(try await screen.state.ids == [1] + Array(10..<20))
        try await screen.send("sort", ["by": "-price"])
        #expect(try await screen.state.ids == Array((10..<20).reversed()) + [1])
        try await screen.send("filter", ["maxPrice": 12_000])
        #expect(try await screen.state.ids == [12, 11, 10, 1])
        #expect(try await screen.text.contains("find “goods 1” · price ≤ 12000 · sorted by price, descending"))
        for action in ["find", "sort", "filter"] {
            try await screen.send(action, action == "find" ? ["text": ""] : [:])
        }
        #expect(try await screen.state.ids == Array(0..<20))
        #expect(harness.offsets == [0])
    }
}

/// Counts the requests, and how many are under way at once.
private final class CountingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let counts = Mutex<(all: Int, now: Int, most: Int)>((0, 0, 0))

    init(_ client: any HTTPClient) { self.client = client }

    var count: Int { counts.withLock { $0.all } }
    var most: Int { counts.withLock { $0.most } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        counts.withLock { counts in
            counts.all += 1
            counts.now += 1
            counts.most = max(counts.most, counts.now)
        }
        defer { counts.withLock { $0.now -= 1 } }
        await Task.yield()
        return try await client.send(request)
    }
}

import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("shoppingMall.list goes by rows")
struct PagingTests {
    @Test("4c.1 offsets 0, 20, 40 give rows 0–19, 20–39, 40–56: no row twice, then the end")
    func offsets() async throws {
        let harness = try FeatureHarness.mall(57)
        var rows: [Int] = []
        var parameters: JSONValue = [:]
        for (page, size) in [20, 20, 17].enumerated() {
            let answer = try await harness.call("shoppingMall.list", parameters)
            #expect(answer.ids == Array(page * 20..<page * 20 + size))
            #expect(answer["total"] == 57)
            #expect((answer["nextCursor"] == nil) == (page == 2))
            rows += answer.ids
            parameters = ["cursor": answer["nextCursor"] ?? .null]
        }
        #expect(rows == Array(0..<57))
        #expect(harness.offsets == [0, 20, 40])
        #expect(harness.limits == [20, 20, 20])
        #expect(harness.requests.first?.url == "http://127.0.0.1:8080/shopping/products?offset=0&limit=20")
    }

    @Test("4c.2 4d a server keyed by row is asked for rows: the second page does not begin at row 1")
    func rowsNotPages() async throws {
        let harness = try FeatureHarness.mall(40)
        let first = try await harness.call("shoppingMall.list")
        let second = try await harness.call("shoppingMall.list", ["cursor": first["nextCursor"] ?? .null])
        #expect(first.ids == Array(0..<20))
        #expect(second.ids == Array(20..<40))
        #expect(harness.offsets == [0, 20])
    }

    @Test("4c.3 rows that a server moved into the next page come once, at their first place")
    func overlap() async throws {
        let client = ScriptedHTTPClient([.page(0..<20), .page(18..<38), .page([37, 38, 38, 2])])
        let harness = try FeatureHarness.mall(client)
        let answer = try await harness.call("shoppingMall.list", ["limit": 60])
        #expect(answer.ids == Array(0..<39))
        #expect(harness.offsets == [0, 20, 40])
    }

    /// Shops of 20 a page: what they have and say, and the offsets that are asked for until the end.
    static let ends: [(id: String, count: Int, total: JSONValue?, offsets: [Int])] = [
        ("short page", 25, .null, [0, 20]), ("short page before the total", 25, 100, [0, 20]),
        ("empty page", 40, .null, [0, 20, 40]), ("empty page before the total", 40, 100, [0, 20, 40]),
        ("total reached by a full page", 40, nil, [0, 20]), ("total reached by a short page", 57, nil, [0, 20, 40]),
        ("nothing at all", 0, .null, [0]), ("nothing, and total 0", 0, nil, [0]),
        ("total as text", 40, "40", [0, 20]), ("total that is no number", 40, "many", [0, 20, 40]),
        ("negative total", 40, -1, [0, 20, 40]), ("total that is a fraction", 40, .number("40.5"), [0, 20, 40]),
        ("total beyond integers", 40, .number("1e30"), [0, 20, 40]), ("total below the rows", 57, 5, [0]),
    ]

    @Test("4c.4 4d a short page, an empty page or the total ends the list", arguments: ends.map(\.id))
    func end(_ id: String) async throws {
        let row = try #require(Self.ends.first { $0.id == id })
        let harness = try FeatureHarness.mall(row.count, total: row.total)
        let answer = try await harness.call("shoppingMall.list", ["limit": 100])
        #expect(harness.offsets == row.offsets)
        #expect(answer["nextCursor"] == nil)
        #expect(answer["nextCursor"] == nil)
        #expect(answer.ids == Array(0..<min(row.count, row.offsets.count * 20)))
    }

    @Test("4c.4 the offset goes on by the rows received, also by those that can't be read")
    func receivedRows() async throws {
        let nameless = Array(repeating: JSONValue.object([]), count: 3)
        let client = ScriptedHTTPClient([
            .json(Market.body(Market.rows(0..<17) + nameless, total: 60)), .page(20..<45, total: 60),
            .page(45..<60, total: 60),
        ])
        let harness = try FeatureHarness.mall(client)
        let answer = try await harness.call("shoppingMall.list", ["limit": 100])
        #expect(harness.offsets == [0, 20, 45])
        #expect(answer.ids == Array(0..<17) + Array(20..<60))
    }

    @Test("a cursor goes on at the row, whatever the limits; the upstream's pages stay as they are")
    func changingLimit() async throws {
        let harness = try FeatureHarness.mall(247)
        var parameters: JSONValue = [:]
        var rows: [Int] = []
        for limit in [7, 100, 1, 50, 89] {
            let changed: JSONValue = .object((parameters.members ?? []) + [JSONMember("limit", .integer(limit))])
            let answer = try await harness.call("shoppingMall.list", changed)
            #expect(answer.ids == Array(rows.count..<rows.count + limit))
            rows += answer.ids
            parameters = ["cursor": answer["nextCursor"] ?? .null]
        }
        #expect(rows == Array(0..<247))
        #expect(parameters == ["cursor": .null])
        // The upstream is asked for its own pages, whatever the limit.
        #expect(Set(harness.limits) == [20] && harness.offsets.allSatisfy { $0 % 20 == 0 })
    }

    @Test("a cursor works in a new process")
    func newProcess() async throws {
        let cursor = try await FeatureHarness.mall(50).call("shoppingMall.list", ["limit": 15])["nextCursor"] ?? .null
        let answer = try await FeatureHarness.mall(50).call("shoppingMall.list", ["cursor": cursor])
        #expect(answer.ids == Array(15..<30), "as many rows as before")
    }

    @Test("a cursor past the end gives no rows and no way on")
    func pastTheEnd() async throws {
        let answer = try await FeatureHarness.mall(5).answer(
            "shoppingMall.list",
            ["cursor": .string(ListPosition(page: 10_000_000, rows: 0).text(for: "shoppingMall.list", []))])
        #expect(answer.json.ids == [])
        #expect(answer.json["nextCursor"] == nil)
        #expect(answer.markdown.contains("No products."))
    }

    @Test("several pages in one answer tell of each; a failing one fails the call")
    func pages() async throws {
        let client = ScriptedHTTPClient([.page(0..<20, total: 60), .failure(.connectionLost)])
        let fault = await (try FeatureHarness.mall(client)).fault("shoppingMall.list", ["limit": 60])
        #expect(fault?.code == .upstreamUnavailable)
        #expect(fault?.module == "shoppingMall")
    }

    @Test("the page size and the currency come from the settings; a limit wins over the page size")
    func settings() async throws {
        let client = ScriptedHTTPClient(respond: Market.shop(100))
        let harness = try FeatureHarness.mall(
            client,
            settings: [
                ("modules.shoppingMall.pageSize", "30"), ("modules.shoppingMall.currency", "usd"),
                ("modules.shoppingMall.timeout", "3s"),
                ("modules.shoppingMall.endpoint", "http://127.0.0.1:9/api"),
            ])
        let answer = try await harness.call("shoppingMall.list")
        #expect(answer.ids.count == 20)
        #expect(answer["items"]?[2]?["price"] == "USD 2000.00")
        try await harness.call("shoppingMall.list", ["limit": 10])
        #expect(harness.limits == [30, 30])
        #expect(harness.requests.first?.timeout == .seconds(3))
        #expect(harness.requests.first?.url == "http://127.0.0.1:9/api/shopping/products?offset=0&limit=30")
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.state.ids.count == 30)
    }

    @Test("wrong settings are refused", arguments: [("pageSize", "0"), ("pageSize", "101"), ("currency", "WON!")])
    func wrongSettings(_ name: String, _ value: String) {
        #expect(throws: (any Error).self) {
            try FeatureHarness.mall(ScriptedHTTPClient(), settings: [("modules.shoppingMall.\(name)", value)])
        }
    }
}

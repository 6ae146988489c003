import FeatureKit
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import Catalog

@Suite("The order of pages on the screen")
struct SequenceTests {
    private let route = "galleria://catalog"

    @Test(
        "1c.1 none, 30, 60 products for header then footer; the refreshes end normal",
        arguments: FeatureHarness.Start.allCases)
    func original(_ start: FeatureHarness.Start) async throws {
        let client = ScriptedHTTPClient(respond: Warehouse.shelves(100))
        let screen = try await FeatureHarness.catalog(client, start: start).open(route)
        #expect(screen.opened["state"]?.skus == [])
        #expect(screen.opened["state"]?["refresh"]?["ended"] == "none")
        #expect(try await screen.state.skus == Warehouse.skus(1...30))
        #expect(try await screen.state["refresh"]?["ended"] == "normal")
        try await screen.send("loadMore")
        #expect(try await screen.state.skus == Warehouse.skus(1...60))
        #expect(
            try await screen.state["refresh"] == [
                "running": "none", "ended": "normal", "failed": "none",
            ])
    }

    @Test(
        "1c.2 1d header asks page 1, footers 2, 3, …; a new header starts again",
        arguments: FeatureHarness.Start.allCases)
    func pages(_ start: FeatureHarness.Start) async throws {
        let harness = try FeatureHarness.catalog(ScriptedHTTPClient(respond: Warehouse.shelves(200)), start: start)
        let screen = try await harness.open(route)
        for action in ["loadMore", "loadMore", "refresh", "loadMore"] { try await screen.send(action) }
        #expect(harness.pages == [1, 2, 3, 1, 2])
        #expect(try await screen.state.skus == Warehouse.skus(1...60))
    }

    @Test("1d one request at the opening, not two")
    func oneInitialRequest() async throws {
        let harness = try FeatureHarness.catalog(40)
        _ = try await harness.open(route)
        #expect(harness.pages == [1])
    }

    @Test("1c.2 a failed footer does not advance: retry and loadMore ask for the same page")
    func failedFooter() async throws {
        let client = ScriptedHTTPClient([
            .json(Warehouse.page(Warehouse.rows(1...30))), .failure(.connectionLost), .failure(.connectionLost),
            .json(Warehouse.page(Warehouse.rows(31...60))), .json(Warehouse.page(Warehouse.rows(61...62))),
        ])
        let harness = try FeatureHarness.catalog(client)
        let screen = try await harness.open(route)
        for action in ["loadMore", "retry", "loadMore", "loadMore"] { try await screen.send(action) }
        #expect(harness.pages == [1, 2, 2, 2, 3])
        #expect(try await screen.state.skus == Warehouse.skus(1...62))
    }

    /// Products there are, what the upstream says, and the pages that lead to the end.
    static let ends: [(id: String, count: Int, total: JSONValue?, pages: Int)] = [
        ("29 are a short page", 29, nil, 1), ("30 need an empty page", 30, nil, 2), ("31", 31, nil, 2),
        ("30 of 30 need none", 30, 30, 1), ("60 of 60", 60, 60, 2), ("as text", 60, "60", 2), ("none", 0, nil, 1),
        ("none of 0", 0, 0, 1), ("a total that is too large", 60, 1000, 3),
        ("a total that is no number", 30, "many", 2),
        ("a negative total", 30, -1, 2), ("a null total", 30, .null, 2), ("a short page of more", 29, 79_278, 1),
        ("an odd total", 30, .number("1e400"), 2),
    ]

    @Test(
        "1c.3 1d a short page, an empty page or the total ends the list, and nothing more is asked",
        arguments: ends.indices)
    func end(_ index: Int) async throws {
        let row = Self.ends[index]
        let harness = try FeatureHarness.catalog(row.count, total: row.total)
        let screen = try await harness.open(route)
        for _ in 0..<5 { try await screen.send("loadMore") }
        let state = try await screen.state
        #expect(state.skus == Warehouse.skus((0..<row.count).map { $0 + 1 }))
        #expect(state["refresh"]?["ended"] == "noMoreData")
        #expect(state["footer"] == "- No More Data -")
        #expect(state["nextCursor"] == nil)
        // 1d: at the end nothing more is asked for.
        #expect(harness.pages == Array(1...row.pages))
    }

    @Test("1c.3 _links are not believed")
    func links() async throws {
        let links = JSONMember("_links", ["last": ["href": "…page=10000000"], "next": ["href": "…page=3"]])
        let client = ScriptedHTTPClient([
            .json(Warehouse.page(Warehouse.rows(1...30), [links, JSONMember("total_items", 60)])),
            .json(Warehouse.page(Warehouse.rows(31...60), [links, JSONMember("total_items", 60)])),
        ])
        let harness = try FeatureHarness.catalog(client)
        let screen = try await harness.open(route)
        try await screen.send("loadMore")
        #expect(try await screen.send("loadMore")["accepted"] == false)
        #expect(harness.pages == [1, 2])
    }

    @Test("1c.5 1d a header while a footer runs: the footer's late answer is not appended")
    func headerDuringFooter() async throws {
        let client = StubbornHTTPClient()
        let screen = try await FeatureHarness.catalog(client).open(route)
        client.answer(1, rows: 1...30)
        #expect(try await screen.state.skus == Warehouse.skus(1...30))
        try await screen.send("loadMore")
        #expect(try await screen.send("refresh")["accepted"] == true)
        client.answer(2, rows: 31...60)
        #expect(try await screen.state.skus == Warehouse.skus(1...30))
        #expect(try await screen.state["refresh"]?["running"] == "header")
        client.answer(1, rows: 101...130)
        #expect(try await screen.state.skus == Warehouse.skus(101...130))
    }

    @Test("1c.5 the latest header wins, whether the earlier one answers or fails late")
    func headerDuringHeader() async throws {
        let client = StubbornHTTPClient()
        let screen = try await FeatureHarness.catalog(client).open(route)
        try await screen.send("refresh")
        client.answer(1, .failure(.connectionLost))
        #expect(try await screen.state["refresh"]?["failed"] == "none")
        client.answer(1, rows: 1...3)
        #expect(try await screen.state.skus == Warehouse.skus(1...3))
        try await screen.send("refresh")
        try await screen.send("refresh")
        client.answer(1, rows: 11...13)
        client.answer(1, rows: 21...23)
        #expect(try await screen.state.skus == Warehouse.skus(21...23))
    }

    @Test("1c.13 1c.5 a superseded request is cancelled; a footer is ignored while anything runs")
    func ignoredFooter() async throws {
        let held = [HeldAnswer(), HeldAnswer(), HeldAnswer()]
        let harness = try FeatureHarness.catalog(ScriptedHTTPClient(held.map { .held($0) }))
        let screen = try await harness.open(route)
        #expect(try await screen.send("loadMore")["accepted"] == false)
        held[0].release(.success(.json(Warehouse.page(Warehouse.rows(1...30)))))
        harness.settle()
        #expect(try await screen.send("loadMore")["accepted"] == true)
        #expect(try await screen.state["footer"] == "Loading...")
        let revision = try await screen.whole["revision"]
        #expect(try await screen.send("loadMore")["accepted"] == false)
        #expect(try await screen.whole["revision"] == revision)
        try await screen.send("refresh")
        held[2].release(.success(.json(Warehouse.page(Warehouse.rows(1...2)))))
        #expect(try await screen.state.skus == Warehouse.skus(1...2))
        #expect(harness.pages == [1, 2, 1])
    }

    @Test("1c.6 a sku on two pages, or twice on one, is listed once, where it first was")
    func duplicates() async throws {
        let client = ScriptedHTTPClient(respond: { request in
            let rows = request.number("page") == 1 ? Array(1...29) + [3] : Array(25...50)
            return .json(Warehouse.page(Warehouse.rows(rows)))
        })
        let harness = try FeatureHarness.catalog(client)
        let screen = try await harness.open(route)
        try await screen.send("loadMore")
        #expect(try await screen.state.skus == Warehouse.skus(1...50))
        #expect(try await harness.call("catalog.list", ["limit": 100]).skus == Warehouse.skus(1...50))
    }

    @Test("1c.6 skus that Swift would call equal are two products")
    func canonicalTwins() async throws {
        let rows = ["é", "e\u{301}"].map { Warehouse.row(1, [JSONMember("sku", .string($0))]) }
        let screen = try await FeatureHarness.catalog(ScriptedHTTPClient([.json(Warehouse.page(rows))])).open(route)
        #expect(try await screen.state.skus.count == 2)
    }

    @Test("a refresh keeps the old rows until the new ones are in")
    func refreshKeepsRows() async throws {
        let client = StubbornHTTPClient()
        let screen = try await FeatureHarness.catalog(client).open(route)
        client.answer(1, rows: 1...5)
        #expect(try await screen.state.skus == Warehouse.skus(1...5))
        try await screen.send("refresh")
        let state = try await screen.state
        #expect(state.skus == Warehouse.skus(1...5) && state["refresh"]?["running"] == "header")
        #expect(try await screen.text.contains("Loading…"))
        client.answer(1, rows: 2...3)
        #expect(try await screen.state.skus == Warehouse.skus(2...3))
    }

    @Test("1d a product that changed under its sku shows as it is now after a refresh, with its like")
    func changedProduct() async throws {
        let changed = Warehouse.row(2, [JSONMember("final_price", 1), JSONMember("name", "Renamed")])
        let client = ScriptedHTTPClient([
            .json(Warehouse.page(Warehouse.rows(1...3))), .json(Warehouse.page([Warehouse.row(1), changed])),
        ])
        let screen = try await FeatureHarness.catalog(client).open(route)
        #expect(try await screen.state["items"]?[1]?["discountPrice"] == nil)
        try await screen.send("like", ["sku": "P0002", "liked": true])
        try await screen.send("refresh")
        let row = try #require(try await screen.state["items"]?[1])
        #expect(row["sku"] == "P0002" && row["name"] == "Renamed" && row["liked"] == true)
        #expect(row["price"] == "AUD 2.50" && row["discountPrice"] == "AUD 1.00")
        #expect(try await screen.text.contains("Renamed"))
    }

    @Test("the cursor of the state goes on where the screen stands")
    func cursorOfState() async throws {
        let harness = try FeatureHarness.catalog(100)
        let screen = try await harness.open(route)
        try await screen.send("loadMore")
        let cursor = try #require(try await screen.state["nextCursor"])
        #expect(try await harness.call("catalog.list", ["cursor": cursor]).skus == Warehouse.skus(61...80))
    }

    @Test("1c.13 a closed screen hears nothing of what still runs")
    func closed() async throws {
        let client = StubbornHTTPClient()
        let harness = try FeatureHarness.catalog(client)
        let screen = try await harness.open(route)
        let told = harness.changes.count
        try await screen.close()
        client.answer(1, rows: 1...5)
        try await harness.store.commit([.set(StateKey(namespace: "products.likes", key: "P0001"), [1])])
        harness.settle()
        #expect(harness.changes.count == told)
    }

    @Test("select leads to the product, one segment whatever its sku")
    func select() async throws {
        let screen = try await FeatureHarness.catalog(3).open(route)
        #expect(try await screen.send("select", ["sku": "P0002"])["route"] == "galleria://product/P0002")
        let none = await #expect(throws: Fault.self) { try await screen.send("select", ["sku": "P0099"]) }
        #expect(none?.code == .notFound)
        #expect(screen.opened["title"] == "THE ICONIC")
        #expect(try await screen.state["footer"] == "- No More Data -")
    }
}

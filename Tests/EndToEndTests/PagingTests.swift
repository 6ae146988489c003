import TestSupport
import Testing

/// The paged lists of the catalogue and the mall against an upstream that misbehaves.
@Suite("Paging from a misbehaving upstream") struct PagingTests {
    private let server: ScriptedServer

    init() throws { server = try ScriptedServer() }

    private func driver(_ home: TemporaryHome? = nil) throws -> ScreenDriver {
        ScreenDriver(
            try GalleriaProcess(
                ["serve"]
                    + [
                        "network.data=live", "network.retries=0", "modules.catalog.pageSize=3",
                        "modules.shoppingMall.pageSize=3", "modules.catalog.timeout=60s",
                        "modules.shoppingMall.timeout=60s", "modules.catalog.endpoint=\(server.endpoint("shop"))",
                        "modules.shoppingMall.endpoint=\(server.endpoint("mall"))",
                    ].flatMap { ["--set", $0] }, home: home))
    }

    private static func catalog(_ page: Int) -> String { "/shop/catalog/products?page_size=3&page=\(page)" }
    private static func mall(_ offset: Int) -> String { "/mall/shopping/products?offset=\(offset)&limit=3" }

    /// A page of the catalogue; rows are skus, or JSON where they begin with something else than a letter.
    private static func products(_ rows: String..., total: String = "99") -> String {
        let rows = rows.map { $0.first?.isLetter == true ? #"{"sku":"\#($0)","name":"n","price":1}"# : $0 }
        return #"{"_embedded":{"product":[\#(rows.joined(separator: ","))]},"total_items":\#(total)}"#
    }

    /// A page of the mall; rows are JSON, or an id.
    private static func goods(_ rows: String..., total: String = "99") -> String {
        let rows = rows.map { $0.allSatisfy(\.isNumber) ? #"{"id":\#($0),"name":"n","price":1}"# : $0 }
        return #"{"products":[\#(rows.joined(separator: ","))],"total":\#(total)}"#
    }

    @Test("the catalogue: a first page that fails, a late older answer, rows inserted and spoiled, failing pages")
    func catalog() throws {
        server.answer(
            Self.catalog(1), .failure(), .json(Self.products("X", "Y", "Z"), after: "late"),
            .json(Self.products("A", "B", "C")))
        // A row was inserted before the page, one has no sku, and one comes twice.
        server.answer(
            Self.catalog(2), .failure(), .json("<html>"), .json("[]"), .json(#"{"_embedded":{"product":"none"}}"#),
            .json(Self.products("C", "D", "D"), after: "page 2"))
        server.answer(
            Self.catalog(3), .json(Self.products(#"{"sku":null}"#, "[7]", #"{"sku":{"a":1},"price":[]}"#, total: "{}")))
        server.answer(Self.catalog(4), .json(Self.products("B", #"{"sku":77,"price":"x","_embedded":[]}"#)))
        let driver = try driver()
        let screen = try driver.open("galleria://catalog")
        let failed = try driver.settled(screen)
        #expect(failed["refresh"]?["failed"]?.text == "header")
        #expect(try !driver.send(screen, "loadMore"), "there is no page to go on from")

        #expect(try driver.send(screen, "retry"))
        try server.waitForRequests(2, of: Self.catalog(1))
        #expect(try !driver.send(screen, "loadMore"), "a page is under way")
        #expect(try driver.send(screen, "refresh"))
        try driver.state(of: screen) { $0.keys("sku") == ["A", "B", "C"] }
        server.release("late")
        try server.waitForAnswers(3, of: Self.catalog(1))

        // Each failure keeps the rows and can be retried: the page that failed is asked again.
        #expect(try driver.send(screen, "loadMore"))
        for _ in 1...4 {
            let state = try driver.settled(screen)
            #expect(state["refresh"]?["failed"]?.text == "footer")
            #expect(state.keys("sku") == ["A", "B", "C"])
            #expect(try driver.send(screen, "retry"))
        }
        try server.waitForRequests(5, of: Self.catalog(2))
        #expect(try !driver.send(screen, "loadMore"))
        #expect(try !driver.send(screen, "retry"))
        server.release("page 2")
        #expect(try driver.settled(screen).keys("sku") == ["A", "B", "C", "D"])
        // A page of nothing that can be read is no end.
        #expect(try driver.send(screen, "loadMore"))
        #expect(try driver.settled(screen).keys("sku") == ["A", "B", "C", "D"])
        #expect(try driver.send(screen, "loadMore"))
        let last = try driver.settled(screen)
        #expect(last.keys("sku") == ["A", "B", "C", "D", "77"])
        #expect(last["refresh"]?["ended"]?.text == "noMoreData")
        #expect(try !driver.send(screen, "loadMore"))

        // After the end a refresh starts over; the late answer was never shown.
        server.answer(Self.catalog(1), .json(Self.products("N", "A", "B"), after: "new"))
        #expect(try driver.send(screen, "refresh"))
        #expect(
            try driver.call("screen.state", #"{"screen":"\#(screen)"}"#)["result"]?["state"]?.keys("sku").count == 5)
        server.release("new")
        try driver.state(of: screen) { $0.keys("sku") == ["N", "A", "B"] }
        #expect(try driver.send(screen, "loadMore"))
        #expect(try driver.settled(screen).keys("sku") == ["N", "A", "B", "C", "D"])
        try driver.end()
        #expect(driver.states[screen]?.contains { $0.keys("sku").contains("X") } == false)
    }

    @Test("the mall: rows inserted and spoiled, failures of every part, a late older answer")
    func mall() throws {
        server.answer(Self.mall(0), .json(Self.goods("1", "2", "3")), .failure(503))
        server.answer(
            Self.mall(3), .failure(404), .json(Self.goods("8", "9", "7"), after: "late"),
            .json(Self.goods("3", #"{"id":"4","price":{}}"#, #"{"name":"no id"}"#)))
        server.answer(Self.mall(6), .json(#"{"goods":[]}"#), .json(Self.goods("null", #""5""#, "[]", total: #""x""#)))
        server.answer(Self.mall(9), .json(Self.goods("4", "5", total: "-1")))
        let driver = try driver()
        let screen = try driver.open("galleria://mall")
        #expect(try driver.settled(screen).keys("id") == ["1", "2", "3"])
        try driver.sendUntilAccepted(screen, "loadMore")
        let failed = try driver.settled(screen)
        #expect(failed["refresh"]?["failed"]?.text == "footer")
        #expect(failed["toast"]?["number"]?.integer == 1)

        // The page is under way when a refresh supersedes it, which fails: the rows stay, and loading goes on.
        #expect(try driver.send(screen, "retry"))
        try server.waitForRequests(2, of: Self.mall(3))
        #expect(try driver.send(screen, "refresh"))
        let superseded = try driver.state(of: screen) { $0["refresh"]?["failed"]?.text == "header" }
        #expect(superseded.keys("id") == ["1", "2", "3"])
        server.release("late")
        try server.waitForAnswers(2, of: Self.mall(3))
        server.answer(Self.mall(0), .json(Self.goods("1", "2", "3")))
        #expect(try driver.send(screen, "retry"))
        #expect(try driver.settled(screen).keys("id") == ["1", "2", "3"])

        try driver.sendUntilAccepted(screen, "loadMore")
        #expect(try driver.settled(screen).keys("id") == ["1", "2", "3", "4"])
        try driver.sendUntilAccepted(screen, "loadMore")
        #expect(try driver.settled(screen)["refresh"]?["failed"]?.text == "footer")
        #expect(try driver.send(screen, "retry"))
        let unreadable = try driver.settled(screen)
        #expect(unreadable.keys("id") == ["1", "2", "3", "4"])
        #expect(unreadable["refresh"]?["ended"]?.text == "normal")
        try driver.sendUntilAccepted(screen, "loadMore")
        let last = try driver.settled(screen)
        #expect(last.keys("id") == ["1", "2", "3", "4", "5"])
        #expect(last["refresh"]?["ended"]?.text == "noMoreData")
        try driver.end()
        #expect(driver.states[screen]?.contains { $0.keys("id").contains("9") } == false)
    }

    @Test(
        "the list operations: a failing page fails the call, its cursor works again, pages of one answer have no row twice"
    )
    func operations() throws {
        server.answer(Self.catalog(1), .json(Self.products("A", "B", "C")))
        server.answer(Self.catalog(2), .failure(), .json(Self.products("C", "D", "[]")))
        server.answer(Self.catalog(3), .json(Self.products("D", "E")))
        server.answer(Self.mall(0), .json(Self.goods("1", "2", "3")))
        server.answer(Self.mall(3), .failure(), .json(Self.goods("3", "4", "{}")))
        server.answer(Self.mall(6), .json(Self.goods("4", "5")))
        for (method, key, rows, one, all) in [
            ("catalog.list", "sku", ["A", "B", "C", "D", "E"], #""limit":3"#, #""limit":100"#),
            ("shoppingMall.list", "id", ["1", "2", "3", "4", "5"], #""limit":3"#, #""limit":100"#),
        ] {
            let first = try #require(try driver().call(method, "{\(one)}")["result"])
            #expect(first.keys(key) == Array(rows.prefix(3)))
            let cursor = #"{"cursor":"\#(try #require(first["nextCursor"]?.text))",\#(all)}"#
            let driver = try driver()
            #expect(try driver.call(method, cursor)["error"]?["data"]?["code"]?.text == "upstream_unavailable")
            let rest = try #require(try driver.call(method, cursor)["result"])
            #expect(rest.keys(key) == Array(rows.suffix(3)))
            #expect(rest["nextCursor"]?.text == nil)
            let whole = try #require(try driver.call(method, "{\(all)}")["result"])
            #expect(whole.keys(key) == rows)
            #expect(whole["nextCursor"]?.text == nil)
            try driver.end()
        }
    }
}

extension ScreenDriver {
    /// Sends an action that is ignored for a moment after the one before, again and again until it is taken.
    func sendUntilAccepted(_ screen: String, _ action: String) throws {
        let deadline = ContinuousClock.now + ChildProcess.patience
        while try !send(screen, action) { try #require(ContinuousClock.now < deadline, "\(action) is never taken") }
    }
}

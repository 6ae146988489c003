import Foundation
import TestSupport
import Testing

/// Our shop as others have it: `galleria serve --face ucp`, every request and answer judged by the schemas of UCP v2026-04-08.
@Suite("Our shop to others", .enabled("jsonschema is not here") { BusinessServer.hasJudge }) struct FaceTests {
    static let dress = "BL204DR17KLM"
    static let tank = "NO390TO44MSA"

    private static func line(_ id: String, _ quantity: Int) -> String {
        #"{"item": {"id": "\#(id)"}, "quantity": \#(quantity)}"#
    }

    private static func cart(_ lines: String...) -> String {
        #""cart": {"line_items": [\#(lines.joined(separator: ", "))]}"#
    }

    @Test("the whole walk: find, look up, product, cart, checkout, the shop's page")
    func walk() throws {
        let shop = try FaceShop()
        let found = try shop.call("search_catalog", #""catalog": {"query": "dress", "pagination": {"limit": 3}}"#)
        let products = found["products"]?.elements ?? []
        #expect(products.count == 3 && found["pagination"]?["total_count"]?.integer == 28)
        let cursor = try #require(found["pagination"]?["cursor"]?.text)
        let more = try shop.call(
            "search_catalog", #""catalog": {"query": "dress", "pagination": {"limit": 3, "cursor": "\#(cursor)"}}"#)
        let ids = (products + (more["products"]?.elements ?? [])).compactMap { $0["id"]?.text }
        #expect(Set(ids).count == 6, "\(ids)")
        let looked = try shop.call("lookup_catalog", #""catalog": {"ids": ["\#(Self.tank)", "nope", "\#(Self.tank)"]}"#)
        #expect((looked["products"]?.elements ?? []).compactMap { $0["id"]?.text } == [Self.tank])
        #expect(looked["messages"]?.elements?.first?["content"]?.text == "nope")
        let shown = try shop.call("get_product", #""catalog": {"id": "\#(Self.dress)"}"#)["product"]
        #expect(shown?["price_range"]?["min"]?["amount"]?.integer == 9_749)
        #expect(shown?["list_price_range"]?["min"]?["amount"]?.integer == 12_999)
        let page = try #require(shown?["url"]?.text)

        let cart = try shop.call("create_cart", Self.cart(Self.line(Self.dress, 2)))
        #expect(cart.pieces == ["\(Self.dress) 2"] && cart.total == 19_498 && cart["continue_url"]?.text == page)
        let id = try #require(cart["id"]?.text)
        #expect(try shop.call("get_cart", #""id": "\#(id)""#) == cart)
        let updated = try shop.call("update_cart", #""id": "\#(id)", "# + Self.cart(Self.line(Self.tank, 1)))
        #expect(updated.pieces == ["\(Self.tank) 1"], "what is left out is gone")

        let begun = try shop.call("create_checkout", #""checkout": {"cart_id": "\#(id)", "line_items": []}"#)
        #expect(begun["status"]?.text == "requires_escalation" && begun.pieces == ["\(Self.tank) 1"])
        let checkout = try #require(begun["id"]?.text)
        let address = #"{"street_address": "1 Pier Road", "postal_code": "6160", "address_country": "AU"}"#
        let lines = #""line_items": [\#(Self.line(Self.tank, 3)), \#(Self.line(Self.dress, 1))]"#
        let addressed = try shop.call(
            "update_checkout",
            #""id": "\#(checkout)", "checkout": {\#(lines), "buyer": {"email": "ada@example.com"}, "fulfillment": {"methods": [{"type": "shipping", "line_item_ids": [], "destinations": [\#(address)]}]}}"#
        )
        let method = addressed["fulfillment"]?["methods"]?.elements?.first
        #expect(method?["destinations"]?.elements?.first?["postal_code"]?.text == "6160")
        let option = try #require(method?["groups"]?.elements?.first?["options"]?.elements?.first?["id"]?.text)
        let done = try shop.call(
            "update_checkout",
            #""id": "\#(checkout)", "checkout": {\#(lines), "fulfillment": {"methods": [{"id": "shipping", "line_item_ids": [], "groups": [{"id": "parcel", "selected_option_id": "\#(option)"}]}]}}"#
        )
        #expect(done["status"]?.text == "requires_escalation" && done.codes.contains("payment_on_shop_page"))
        #expect(done.codes.contains("more_pages"), "the other product's page is told as well")
        #expect(done["fulfillment"]?["methods"]?.elements?.first?["destinations"]?.elements?.count == 1)
        #expect(try shop.call("get_checkout", #""id": "\#(checkout)""#) == done)
        #expect(try shop.call("get_cart", #""id": "\#(id)""#).pieces == done.pieces, "the cart follows its checkout")
        #expect(try shop.call("cancel_checkout", #""id": "\#(checkout)""#)["status"]?.text == "canceled")
        let again = try shop.call("cancel_checkout", #""id": "\#(checkout)""#)
        #expect(again.isRefused && again.codes == ["not_allowed"])
        #expect(try shop.call("cancel_cart", #""id": "\#(id)""#).pieces == done.pieces)
        #expect(try shop.call("get_cart", #""id": "\#(id)""#).codes == ["not_found"])
        #expect(try shop.violations() == [])
        try shop.end()
    }

    @Test("every page of every category together are the products of the category, each once")
    func categories() throws {
        let shop = try FaceShop()
        var ids: [String] = []
        var cursor: String?
        repeat {
            let at = cursor.map { #", "cursor": "\#($0)""# } ?? ""
            let page = try shop.call(
                "search_catalog",
                #""catalog": {"filters": {"categories": ["dresses"], "price": {"max": 12000}}, "context": {"currency": "AUD"}, "pagination": {"limit": 4\#(at)}}"#
            )
            for product in page["products"]?.elements ?? [] {
                #expect(product["price_range"]?["max"]?["amount"]?.integer ?? .max <= 12_000)
                ids.append(product["id"]?.text ?? "")
            }
            cursor = page["pagination"]?["cursor"]?.text
        } while cursor != nil && ids.count < 300
        let module = try Ended(
            GalleriaProcess([
                "call", "catalog.list", "fields=sku,category", "maxPrice=120", "limit=100", "--json", "--environment",
                "sample",
            ]))
        var expected = (module.json?["items"]?.elements ?? []).filter {
            $0["category"]?.text?.hasSuffix("|Dresses") ?? false
        }
        .compactMap { $0["sku"]?.text }
        if let next = module.json?["nextCursor"]?.text {
            let rest = try Ended(
                GalleriaProcess(["call", "catalog.list", "cursor=\(next)", "--json", "--environment", "sample"]))
            expected += (rest.json?["items"]?.elements ?? []).filter {
                $0["category"]?.text?.hasSuffix("|Dresses") ?? false
            }
            .compactMap { $0["sku"]?.text }
        }
        #expect(ids == expected && !ids.isEmpty)
        let other = try shop.call(
            "search_catalog",
            #""catalog": {"query": "dress", "filters": {"price": {"max": 1}}, "context": {"currency": "EUR"}}"#)
        #expect(other.codes.contains("price_filter_ignored") && other["products"]?.elements?.isEmpty == false)
        #expect(try shop.call("search_catalog", #""catalog": {"query": "zebra unicycle"}"#)["products"]?.elements == [])
        #expect(try shop.violations() == [])
    }

    /// A call that is wrong, the code of the error, and the code in its data.
    static let mistakes: [(tool: String, arguments: String, code: Int, word: String)] = [
        ("search_catalog", #""catalog": {}"#, -32_602, "invalid_request"),
        ("search_catalog", #""catalog": {"query": 5}"#, -32_602, "invalid_request"),
        ("search_catalog", #""catalog": {"query": "a", "pagination": {"limit": 0}}"#, -32_602, "invalid_request"),
        ("search_catalog", #""catalog": {"query": "a", "pagination": {"cursor": "x"}}"#, -32_602, "invalid_request"),
        ("search_catalog", #""catalog": {"filters": {"price": {"max": "95.00"}}}"#, -32_602, "invalid_request"),
        ("search_catalog", #""catalog": {"filters": {"price": {"min": -1}}}"#, -32_602, "invalid_request"),
        ("search_catalog", #""id": "x""#, -32_602, "invalid_request"),
        ("lookup_catalog", #""catalog": {"ids": []}"#, -32_602, "invalid_request"),
        (
            "lookup_catalog", #""catalog": {"ids": [\#((1...51).map { "\"\($0)\"" }.joined(separator: ","))]}"#,
            -32_602,
            "request_too_large"
        ),
        ("get_product", #""catalog": {}"#, -32_602, "invalid_request"),
        ("create_cart", cart(line(dress, 0)), -32_602, "invalid_request"),
        ("create_cart", cart(line(dress, -1)), -32_602, "invalid_request"),
        (
            "create_cart", #""cart": {"line_items": [{"item": {"id": "a"}, "quantity": "2"}]}"#, -32_602,
            "invalid_request"
        ),
        (
            "create_cart", #""cart": {"line_items": [{"item": {"id": "a"}, "quantity": 1e30}]}"#, -32_602,
            "invalid_request"
        ),
        ("create_cart", #""cart": {"line_items": [{"quantity": 1}]}"#, -32_602, "invalid_request"),
        ("create_cart", #""cart": {}"#, -32_602, "invalid_request"),
        (
            "create_cart",
            #""cart": {"line_items": [\#(Array(repeating: line(dress, 1), count: 101).joined(separator: ","))]}"#,
            -32_602, "request_too_large"
        ),
        (
            "create_cart",
            #""cart": {"line_items": [\#(Array(repeating: line(dress, 1), count: 10_000).joined(separator: ","))]}"#,
            -32_602, "request_too_large"
        ),
        ("update_cart", #""id": 5, "# + cart(line(dress, 1)), -32_602, "invalid_request"),
        ("complete_checkout", #""id": "x""#, -32_602, "unknown_tool"),
    ]

    @Test("each mistake is told as the specification has it, and the shop goes on")
    func wrong() throws {
        let shop = try FaceShop()
        for row in Self.mistakes {
            let error = try shop.error(row.tool, row.arguments)
            #expect(error["code"]?.integer == row.code, "\(row.arguments.prefix(80)): \(error)")
            #expect(error["data"]?["code"]?.text == row.word, "\(row.arguments.prefix(80)): \(error)")
        }
        #expect(
            try shop.error("create_cart", Self.cart(Self.line(Self.dress, 1)), key: "me")["code"]?.integer == -32_602)
        // Business outcomes are answers.
        let gone = try shop.call("create_cart", Self.cart(Self.line("nope", 1)))
        #expect(gone.isRefused && gone.codes == ["item_unavailable"])
        let some = try shop.call("create_cart", Self.cart(Self.line("nope", 1), Self.line(Self.tank, 1_000)))
        #expect(some.pieces == ["\(Self.tank) 99"])
        #expect(some.codes == ["item_unavailable", "quantity_adjusted", "sample_data"])
        let checkout = try shop.call(
            "create_checkout",
            #""checkout": {"line_items": [\#(Self.line("nope", 1)), \#(Self.line(Self.tank, 1))], "payment": {"instruments": []}}"#
        )
        #expect(checkout["status"]?.text == "incomplete" && checkout.codes.contains("payment_not_taken"))
        for tool in ["get_cart", "update_cart", "cancel_cart", "get_checkout", "update_checkout", "cancel_checkout"] {
            let body = tool.hasSuffix("cart") ? "cart" : "checkout"
            let arguments = tool.hasPrefix("update") ? #", "\#(body)": {"line_items": []}"# : ""
            let answer = try shop.call(tool, #""id": "cart_nobody"\#(arguments)"#)
            #expect(answer.isRefused && answer.codes == ["not_found"], "\(tool)")
        }
        let lost = try shop.call("create_checkout", #""checkout": {"cart_id": "cart_nobody", "line_items": []}"#)
        #expect(lost.isRefused && lost.codes == ["not_found"])
        #expect(try shop.violations() == [])
        try shop.end()
    }

    @Test("a request without a profile, or with a wrong one, is refused by the code that UCP has for it")
    func profiles() throws {
        let shop = try FaceShop()
        for arguments in [
            #"{}"#, #"{"catalog": {"query": "a"}}"#, #"{"meta": {}}"#, #"{"meta": {"ucp-agent": {"profile": 5}}}"#,
        ] {
            let error = try shop.process.call("tools/call", #"{"name": "search_catalog", "arguments": \#(arguments)}"#)[
                "error"]
            #expect(error?["code"]?.integer == -32_001 && error?["data"]?["code"]?.text == "invalid_profile_url")
        }
        let none = try shop.process.call("tools/call", #"{"name": "search_catalog"}"#)["error"]
        #expect(none?["data"]?["code"]?.text == "invalid_profile_url")
        for profile in ["", "agent", "file:///etc/passwd", "https://"] {
            let answer = try shop.ask(
                "search_catalog", #""catalog": {"query": "a"}"#, profile: profile, isProper: false)
            #expect(answer["error"]?["data"]?["code"]?.text == "invalid_profile_url", "\(profile): \(answer)")
        }
        try shop.end()
    }

    @Test("the same key and request give the same answer; the key with another request is a conflict")
    func keys() throws {
        let shop = try FaceShop()
        let key = UUID().uuidString.lowercased()
        let cart = try shop.call("create_cart", Self.cart(Self.line(Self.dress, 1)), key: key)
        let id = try #require(cart["id"]?.text)
        let (one, two) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
        let first = try shop.call("update_cart", #""id": "\#(id)", "# + Self.cart(Self.line(Self.dress, 5)), key: one)
        let second = try shop.call("update_cart", #""id": "\#(id)", "# + Self.cart(Self.line(Self.tank, 6)), key: two)
        #expect(try shop.call("create_cart", Self.cart(Self.line(Self.dress, 1)), key: key) == cart)
        #expect(
            try shop.call("update_cart", #""id": "\#(id)", "# + Self.cart(Self.line(Self.dress, 5)), key: one) == first)
        #expect(try shop.call("get_cart", #""id": "\#(id)""#) == second, "what was asked again changed nothing")
        for arguments in [Self.cart(Self.line(Self.dress, 2)), Self.cart()] {
            let error = try shop.error("create_cart", arguments, key: key)
            #expect(error["code"]?.integer == -32_000 && error["data"]?["code"]?.text == "idempotency_conflict")
        }
        let other = try shop.error("update_cart", #""id": "\#(id)", "# + Self.cart(Self.line(Self.dress, 1)), key: key)
        #expect(other["data"]?["code"]?.text == "idempotency_conflict", "another tool is another request")
        try shop.kill()
        // Whoever asks again may ask another process.
        let next = try FaceShop(home: shop.process.home)
        #expect(try next.call("create_cart", Self.cart(Self.line(Self.dress, 1)), key: key) == cart)
        #expect(
            try next.call("update_cart", #""id": "\#(id)", "# + Self.cart(Self.line(Self.tank, 6)), key: two) == second)
        #expect(try shop.violations() + next.violations() == [])
        try next.end()
    }

    /// Places of the state: a file, and a database on a server.
    private static func state(_ place: String) throws -> [String] {
        guard place == "server" else { return [] }
        let server = try PostgresServer.shared()
        return ["--set", "state.url=\(server.url(try server.database()))"]
    }

    @Test(
        "after kill -9 behind each answered change the next process has the same cart and checkout",
        arguments: ["file", "server"])
    func killed(_ place: String) throws {
        let (home, state) = (try TemporaryHome(), try Self.state(place))
        func shop() throws -> FaceShop { try FaceShop(state, home: home) }
        var first = try shop()
        var cart = try first.call("create_cart", Self.cart(Self.line(Self.dress, 1)))
        let id = try #require(cart["id"]?.text)
        try first.kill()
        for round in 1...5 {
            first = try shop()
            #expect(try first.call("get_cart", #""id": "\#(id)""#) == cart)
            cart = try first.call(
                "update_cart", #""id": "\#(id)", "# + Self.cart(Self.line(Self.tank, round), Self.line(Self.dress, 2)))
            try first.kill()
        }
        first = try shop()
        var checkout = try first.call("create_checkout", #""checkout": {"cart_id": "\#(id)", "line_items": []}"#)
        let bought = try #require(checkout["id"]?.text)
        try first.kill()
        for round in 1...3 {
            first = try shop()
            #expect(try first.call("get_checkout", #""id": "\#(bought)""#) == checkout)
            #expect(
                try first.call("create_checkout", #""checkout": {"cart_id": "\#(id)", "line_items": []}"#)["id"]?.text
                    == bought)
            checkout = try first.call(
                "update_checkout", #""id": "\#(bought)", "checkout": {"line_items": [\#(Self.line(Self.tank, round))]}"#
            )
            try first.kill()
        }
        first = try shop()
        _ = try first.call("cancel_checkout", #""id": "\#(bought)""#)
        _ = try first.call("cancel_cart", #""id": "\#(id)""#)
        try first.kill()
        let last = try shop()
        #expect(try last.call("get_checkout", #""id": "\#(bought)""#)["status"]?.text == "canceled")
        #expect(try last.call("get_cart", #""id": "\#(id)""#).codes == ["not_found"])
        #expect(try first.violations() + last.violations() == [])
        try last.end()
    }

    @Test("two processes on one state have the same carts, and no change is lost", arguments: ["file", "server"])
    func shared(_ place: String) throws {
        let (home, state) = (try TemporaryHome(), try Self.state(place))
        let (one, two) = (try FaceShop(state, home: home), try FaceShop(state, home: home))
        let cart = try one.call("create_cart", Self.cart(Self.line(Self.dress, 1)))
        let id = try #require(cart["id"]?.text)
        #expect(try two.call("get_cart", #""id": "\#(id)""#) == cart)
        for round in 1...20 {
            let (writer, reader) = round % 2 == 0 ? (one, two) : (two, one)
            let updated = try writer.call("update_cart", #""id": "\#(id)", "# + Self.cart(Self.line(Self.tank, round)))
            // Every process follows within some milliseconds.
            #expect(reader.process.waitUntil { (try? reader.call("get_cart", #""id": "\#(id)""#)) == updated })
        }
        // What another process made a moment ago is there.
        for _ in 1...20 {
            let made = try one.call("create_cart", Self.cart(Self.line(Self.dress, 1)))
            #expect(try two.call("get_cart", #""id": "\#(made["id"]?.text ?? "")""#) == made)
        }
        // Both begin the cart's checkout at once: it has one.
        let create = { (key: Int) in
            let meta =
                #""meta": {"ucp-agent": {"profile": "\#(FaceShop.profile)"}, "idempotency-key": "00000000-0000-4000-8000-00000000000\#(key)"}"#
            return ChildProcess.request(
                "tools/call",
                #"{"name": "create_checkout", "arguments": {\#(meta), "checkout": {"cart_id": "\#(id)", "line_items": []}}}"#,
                id: key)
        }
        for (number, shop) in [one, two].enumerated() { try shop.process.send(line: create(number + 1)) }
        let made = try [one, two].map { try $0.process.answer()["result"]?["structuredContent"]?["id"]?.text }
        #expect(made[0] != nil && made[0] == made[1])
        try one.end()
        try two.end()
    }

    @Test("a cart that is over is not found, whoever asks; lifetimes are settings")
    func expired() throws {
        let shop = try FaceShop(["--set", "ucp.cartLifetime=1s", "--set", "ucp.checkoutLifetime=1s"])
        let cart = try shop.call("create_cart", Self.cart(Self.line(Self.dress, 1)))
        let checkout = try shop.call("create_checkout", #""checkout": {"line_items": [\#(Self.line(Self.dress, 1))]}"#)
        for (tool, answer) in [("get_cart", cart), ("get_checkout", checkout)] {
            let id = try #require(answer["id"]?.text)
            let isOver = shop.process.waitUntil { (try? shop.call(tool, #""id": "\#(id)""#).codes) == ["not_found"] }
            #expect(isOver)
            let body = tool == "get_cart" ? "cart" : "checkout"
            let update = try shop.call("update_\(body)", #""id": "\#(id)", "\#(body)": {"line_items": []}"#)
            #expect(update.isRefused && update.codes == ["not_found"])
        }
        let over = try shop.call(
            "create_checkout", #""checkout": {"cart_id": "\#(cart["id"]?.text ?? "")", "line_items": []}"#)
        #expect(over.isRefused && over.codes == ["not_found"])
        #expect(try shop.violations() == [])
        try shop.end()
    }
}

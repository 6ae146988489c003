import Foundation
import TestSupport
import Testing

/// Our shop as a server of MCP, as a shop of Galleria's own client, and where it can't be had.
@Suite("Our shop to others, around the tools", .enabled("jsonschema is not here") { BusinessServer.hasJudge })
struct FaceProtocolTests {
    static let tools = [
        "search_catalog", "lookup_catalog", "get_product", "create_cart", "get_cart", "update_cart", "cancel_cart",
        "create_checkout", "get_checkout", "update_checkout", "cancel_checkout",
    ]

    @Test("the list has exactly the eleven tools, in both eras of MCP, and no module's method is served")
    func list() throws {
        let shop = try FaceShop()
        // Without a handshake as well, as UCP's own requests come.
        let plain = try shop.process.call("tools/list")["result"]?["tools"]?.elements ?? []
        #expect(plain.compactMap { $0["name"]?.text } == Self.tools)
        let hello = try shop.process.call(
            "initialize",
            #"{"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}"#)
        #expect(hello["result"]?["capabilities"] == WireValue(#"{"tools": {}}"#), "\(hello)")
        #expect(hello["result"]?["instructions"]?.text?.contains("Nothing is paid here") == true)
        let meta =
            #"{"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}"#
        let discovered = try shop.process.call("server/discover", meta)
        #expect(discovered["result"]?["capabilities"] == WireValue(#"{"tools": {}}"#), "\(discovered)")
        let stateless = try shop.process.call("tools/list", meta)["result"]
        #expect(stateless?["tools"]?.elements?.compactMap { $0["name"]?.text } == Self.tools)
        #expect(stateless?["resultType"]?.text == "complete")
        for method in [
            "catalog.list", "screen.open", "host.setModule", "resources/list", "prompts/list", "subscriptions/listen",
        ] {
            #expect(try shop.process.call(method)["error"]?["code"]?.integer == -32_601, "\(method)")
        }
        #expect(try shop.process.call("ping")["result"] != nil)
        try shop.end()
    }

    @Test("each tool's schema is the specification's, by what a request may have")
    func schemas() throws {
        let shop = try FaceShop()
        let listed = try shop.process.call("tools/list")["result"]?["tools"]?.elements ?? []
        try shop.end()
        let ours = Dictionary(
            listed.map { ($0["name"]?.text ?? "", $0["inputSchema"]) }, uniquingKeysWith: { first, _ in first })
        let schemas = "Tests/EndToEndTests/Shops/Schemas/schemas/shopping"
        func document(_ path: String) throws -> WireValue {
            try #require(WireValue(try String(contentsOfFile: Repository.path("\(schemas)/\(path)"), encoding: .utf8)))
        }
        for (name, body, file, place, operation) in [
            ("search_catalog", "catalog", "catalog_search.json", "search_request", ""),
            ("lookup_catalog", "catalog", "catalog_lookup.json", "lookup_request", ""),
            ("get_product", "catalog", "catalog_lookup.json", "get_product_request", ""),
            ("create_cart", "cart", "cart.json", "", "create"), ("update_cart", "cart", "cart.json", "", "update"),
            ("create_checkout", "checkout", "checkout.json", "", "create"),
            ("update_checkout", "checkout", "checkout.json", "", "update"),
        ] {
            let schema = ours[name]??["properties"]?[body]
            let whole = try document(file)
            let source = place.isEmpty ? whole : whole["$defs"]?[place]
            guard case .object(let properties)? = source?["properties"] else {
                Issue.record("\(file) has no properties")
                continue
            }
            for member in properties {
                let property = String(String.UnicodeScalarView(member.name))
                // What is neither read nor kept, a payment above all, has no place in ours.
                if ["signals", "attribution", "payment", "id"].contains(property) { continue }
                let rule = member.value["ucp_request"]
                let may = rule?.text ?? rule?[operation]?.text ?? "optional"
                let mine = schema?["properties"]?[property]
                #expect((mine == nil) == (may == "omit"), "\(name): \(property) is \(may)")
                let required = (schema?["required"]?.elements ?? []).contains { $0.text == property }
                let isRequired =
                    may == "required"
                    || (source?["required"]?.elements ?? []).contains { $0.text == property } && rule == nil
                #expect(required == isRequired, "\(name): \(property) is \(may)")
                if let type = member.value["type"], mine != nil {
                    #expect(mine?["type"] == type, "\(name): \(property)")
                }
            }
        }
        for name in Self.tools {
            #expect(ours[name]??["required"]?.elements?.first?.text == "meta")
            let keys = ours[name]??["properties"]?["meta"]?["required"]?.elements?.compactMap(\.text)
            #expect(keys == (name.hasPrefix("cancel_") ? ["ucp-agent", "idempotency-key"] : ["ucp-agent"]))
        }
    }

    @Test("under --read-only the tools that change something are not there")
    func readOnly() throws {
        let shop = try FaceShop(["--read-only"])
        let listed = try shop.process.call("tools/list")["result"]?["tools"]?.elements ?? []
        #expect(
            listed.compactMap { $0["name"]?.text }
                == Self.tools.filter { $0.hasPrefix("get") || $0.hasSuffix("_catalog") })
        #expect(try shop.error("create_cart", #""cart": {"line_items": []}"#)["data"]?["code"]?.text == "unknown_tool")
        #expect(try shop.call("get_cart", #""id": "x""#).codes == ["not_found"])
        try shop.end()
    }

    @Test(
        "without the catalogue it does not start, and says what to do",
        arguments: [["--modules", "forecast"], ["--set", "modules.catalog.enabled=false"]])
    func off(_ options: [String]) throws {
        let ended = try Ended(
            GalleriaProcess(["serve", "--environment", "sample", "--face", "ucp"] + options))
        #expect(ended.status == .exited(2) && ended.output.isEmpty)
        #expect(ended.errors.contains("--face ucp offers the module catalog, and that is off"), "\(ended.errors)")
        #expect(
            ended.errors.contains("Switch it on") || ended.errors.contains("start galleria again with it"),
            "\(ended.errors)")
    }

    /// A price with the digits of its currency, half up: the sample data have one of a tenth of a cent.
    private func inMinorUnits(_ price: String?) -> String? {
        guard let price, let amount = Decimal(string: String(price.dropFirst(4))) else { return nil }
        var (exact, rounded) = (amount, Decimal())
        NSDecimalRound(&rounded, &exact, 2, .plain)
        return price.prefix(4) + String(format: "%.2f", NSDecimalNumber(decimal: rounded).doubleValue)
    }

    @Test(
        "Galleria's own client at its own shop: the same products as the module has, a cart, a checkout to the shop's page"
    )
    func ownClient() throws {
        let bridge = try FaceBridge(home: TemporaryHome())
        let home = try TemporaryHome()
        func call(_ words: [String]) throws -> WireValue {
            let ended = try Ended(
                GalleriaProcess(
                    ["call"] + words + [
                        "--json", "--environment", "production", "--set",
                        #"modules.own={ucp: "\#(bridge.origin)", currency: AUD, country: AU}"#,
                    ], home: home))
            return try #require(ended.json, "\(ended.output) \(ended.errors)")
        }
        for (own, module) in [
            (["query=dress", "limit=100"], ["query=dress", "limit=100"]),
            (["minPrice=40", "maxPrice=90.50", "limit=100"], ["minPrice=40", "maxPrice=90.50", "limit=100"]),
            (["limit=100"], ["limit=100"]),
        ] {
            let theirs = try Ended(
                GalleriaProcess(
                    ["call", "catalog.list", "fields=sku,name,price,discountPrice"] + module + [
                        "--json", "--environment", "sample",
                    ]))
            // What has no price can't be bought, and UCP has no place for it.
            let priced = (theirs.json?["items"]?.elements ?? []).filter { $0["price"] != nil }
            let expected = priced.map { row in
                let paid = inMinorUnits(row["discountPrice"]?.text ?? row["price"]?.text)
                let list = row["discountPrice"] == nil ? nil : inMinorUnits(row["price"]?.text)
                return [row["sku"]?.text, row["name"]?.text ?? row["sku"]?.text, paid, list]
            }
            let answer = try call(["own.search"] + own)
            let rows = (answer["items"]?.elements ?? []).map { row in
                [row["id"]?.text, row["title"]?.text, row["price"]?.text, row["listPrice"]?.text]
            }
            #expect(Array(rows.prefix(expected.count)) == expected && !rows.isEmpty, "\(own)")
            let unpriced = (theirs.json?["items"]?.elements?.count ?? 0) - priced.count
            #expect(answer["total"]?.integer == theirs.json?["total"]?.integer.map { $0 - unpriced })
        }
        let shown = try call(["own.show", "ids=\(FaceTests.dress)"])["items"]?.elements?.first
        #expect(shown?["price"]?.text == "AUD 97.49" && shown?["listPrice"]?.text == "AUD 129.99")
        let variant = try #require(shown?["variants"]?.elements?.first?["id"]?.text)
        let cart = try call(["own.setCart", #"items=[{"id": "\#(variant)", "quantity": 2}]"#])
        #expect(cart["totals"]?.elements?.last?["amount"]?.text == "AUD 194.98", "\(cart)")
        #expect(try call(["own.cart"])["items"]?.elements?.first?["quantity"]?.integer == 2)
        let address = #"address={"street_address": "1 Pier Road", "postal_code": "6160", "address_country": "AU"}"#
        let checkout = try call(["own.checkout", address, "email=ada@example.com"])
        #expect(checkout["delivery"]?.elements?.first?["id"]?.text == "shop_page", "\(checkout)")
        let done = try call(["own.checkout", "delivery=shop_page"])
        #expect(done["status"]?.text == "requires_escalation")
        #expect(done["continueURL"]?.text == "https://www.theiconic.com.au/blythe-lark-linen-wrap-dress-900000.html")
        let seen = try bridge.seen()
        #expect(seen.violations == [])
        #expect(
            Set(seen.calls).isSuperset(of: [
                "search_catalog", "get_product", "create_cart", "create_checkout", "update_checkout",
            ]))
    }

    @Test("the profile for a web server is as the specification has it; an invalid address is refused")
    func profile() throws {
        let printed = try Ended(GalleriaProcess(["shops", "profile", "https://shop.example/ucp/mcp"]))
        #expect(printed.status == .exited(0))
        #expect(try FaceShop.judged([#"{"profile": \#(printed.output.filter { $0 != "\n" })}"#]) == [])
        let service = printed.json?["ucp"]?["services"]?["dev.ucp.shopping"]?.elements?.first
        #expect(service?["endpoint"]?.text == "https://shop.example/ucp/mcp" && service?["transport"]?.text == "mcp")
        for address in ["shop", "ftp://shop.example", "http://shop.example/mcp"] {
            #expect(try Ended(GalleriaProcess(["shops", "profile", address])).status == .exited(2))
        }
    }
}

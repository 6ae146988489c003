import Foundation
import TestSupport
import Testing

/// Shops that speak UCP, as their user has them: from one line of settings to the shop's own page, over real connections; every request
/// and answer judged by the protocol's schemas.
@Suite("Shops that speak UCP", .enabled("jsonschema is not here") { BusinessServer.hasJudge }) struct ShopTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func run(_ shop: BusinessServer, _ arguments: String...) throws -> Ended {
        try Ended(GalleriaProcess(arguments + shop.settings, home: home))
    }

    private func serve(_ shop: BusinessServer) throws -> GalleriaProcess {
        let process = try GalleriaProcess(["serve"] + shop.settings, home: home)
        try process.initialize()
        return process
    }

    private func tool(_ process: GalleriaProcess, _ name: String, _ arguments: String = "{}") throws -> WireValue {
        let answer = try process.call("tools/call", #"{"name": "keyboards_\#(name)", "arguments": \#(arguments)}"#)
        return try #require(answer["result"], "\(answer)")
    }

    @Test(
        "the whole job over MCP: find, compare, cart, address, delivery, the shop's page",
        arguments: BusinessServer.Transport.allCases)
    func job(_ transport: BusinessServer.Transport) throws {
        let shop = try BusinessServer(.full, transport)
        let agent = try serve(shop)
        let found = try tool(
            agent, "search", #"{"query": "keyboard", "minPrice": 40, "maxPrice": "100", "sort": "-price"}"#)
        let ids = (found["structuredContent"]?["items"]?.elements ?? []).compactMap { $0["id"]?.text }
        #expect(
            ids == [
                "gid://shop/Product/21", "gid://shop/Product/18", "gid://shop/Product/15", "gid://shop/Product/12",
                "gid://shop/Product/9", "gid://shop/Product/6",
            ])
        let shown = try tool(agent, "show", #"{"ids": ["gid://shop/Product/9", "gid://shop/Product/21"]}"#)
        let variants = shown["structuredContent"]?["items"]?.elements?.first?["variants"]?.elements ?? []
        #expect(variants.compactMap { $0["price"]?.text } == ["AUD 51.49", "AUD 56.49"])
        #expect(variants.last?["options"]?.text == "Colour: White")
        let cart = try tool(agent, "set_cart", #"{"items": [{"id": "gid://shop/Variant/9-1", "quantity": 1}]}"#)
        #expect(cart["structuredContent"]?["totals"]?.elements?.last?["amount"]?.text == "AUD 56.49")
        let address = #"{"address": {"street_address": "1 Pier Road", "postal_code": "6160", "address_country": "AU"}}"#
        let checkout = try tool(agent, "checkout", address)
        #expect(
            checkout["structuredContent"]?["delivery"]?.elements?.compactMap { $0["id"]?.text } == [
                "standard", "express",
            ])
        let done = try tool(agent, "checkout", #"{"delivery": "standard", "email": "ada@example.com"}"#)[
            "structuredContent"]
        #expect(done?["status"]?.text == "requires_escalation")
        #expect(done?["continueURL"]?.text?.hasPrefix("https://shop.example/checkout?c=") == true)
        #expect(done?["totals"]?.elements?.last?["amount"]?.text == "AUD 66.44")
        _ = try agent.finish()
        #expect(try shop.violations() == [])
        #expect(try !shop.tools().contains("complete_checkout"))
    }

    @Test("on the command line, and as screens", arguments: BusinessServer.Transport.allCases)
    func commands(_ transport: BusinessServer.Transport) throws {
        let shop = try BusinessServer(.full, transport)
        let found = try run(shop, "call", "keyboards.search", "query=keycap", "limit=2")
        #expect(found.status == .exited(0) && found.output.contains("Keycap No. 1  A$23.49"), "\(found.output)")
        let set = try run(
            shop, "call", "keyboards.setCart", #"items=[{"id": "gid://shop/Variant/1-0", "quantity": 2}]"#, "--json")
        #expect(set.json?["items"]?.elements?.first?["price"]?.text == "AUD 23.49", "\(set.output) \(set.errors)")
        let cart = try run(shop, "open", "keyboards/cart")
        #expect(cart.output.contains("Keycap No. 1, Black") && cart.output.contains("A$46.98"), "\(cart.output)")
        let product = try run(shop, "open", "galleria://keyboards/gid%3A%2F%2Fshop%2FProduct%2F1")
        #expect(product.output.contains("gid://shop/Variant/1-1"), "\(product.output) \(product.errors)")
        let paged = try run(
            shop, "call", "keyboards.search", #"categories=["Keycaps", "Switches"]"#, "minPrice=50", "maxPrice=A$90",
            "limit=3",
            "--json")
        #expect(paged.json?["items"]?.elements?.count == 3 && paged.json?["nextCursor"] != nil, "\(paged.output)")
        let address = #"address={"postal_code": "6160", "address_country": "AU"}"#
        _ = try run(shop, "call", "keyboards.checkout", address)
        let done = try run(shop, "call", "keyboards.checkout", "delivery=express", "email=ada@example.com", "--json")
        #expect(done.json?["status"]?.text == "requires_escalation", "\(done.output) \(done.errors)")
        #expect(done.json?["continueURL"]?.text?.hasPrefix("https://shop.example/checkout") == true)
        let list = try run(shop, "modules", "keyboards")
        #expect(list.output.contains("keyboards.setCart") && list.output.contains("galleria://keyboards/cart"))
        #expect(try shop.violations() == [])
    }

    @Test("in browse by keys: searched, narrowed, shown, put into the cart, changed, and brought to the shop's page")
    func browsed() throws {
        let shop = try BusinessServer(.full)
        let terminal = try InteractiveTerminal(
            [GalleriaProcess.executable, "browse", "galleria://keyboards"] + shop.settings, columns: 110, rows: 40)
        func go(_ keys: String, _ what: String, _ isShown: (TerminalScreen) -> Bool) throws {
            terminal.type(keys)
            try terminal.wait(for: what, until: isShown)
        }
        func selected(_ screen: TerminalScreen) -> String { screen.lines.first { $0.hasPrefix("> ") } ?? "" }
        func address(_ screen: TerminalScreen) -> String { screen.lines.first ?? "" }
        try terminal.wait(for: "showing 1–20 of 30")
        try go("/No. 9", "found") { selected($0).contains("gid://shop/Product/9") }
        try go("\r\u{1B}", "all again") { $0.text.contains("showing 1–20 of 30") }
        try go(":keyboards.search query=keyboard maxPrice=60\r", "the shop's own search") {
            address($0).contains(":keyboards.search") && $0.text.contains("gid://shop/Product/9")
                && !$0.text.contains("gid://shop/Product/12")
        }
        try go("\u{1B}[D", "the list") { address($0).hasSuffix("galleria://keyboards") }
        try go("/No. 9\r\r", "the product with its variants") {
            address($0).contains("galleria://keyboards/gid") && $0.text.contains("Colour: White")
                && $0.text.contains("a add to cart")
        }
        try go("ja", "how many") { $0.lines.last?.hasSuffix("How many? 1") == true }
        try go("\r", "put into the cart") { $0.text.contains("Add to cart: done") }
        try go("b", "the shop's own cart") {
            address($0).hasSuffix("galleria://keyboards/cart") && selected($0).contains("gid://shop/Variant/9-1")
                && $0.text.contains("A$56.49")
        }
        try go("e\u{7F}2\r", "two of it") { $0.text.contains("A$112.98") }
        try go(
            ##":keyboards.checkout address={"postal_code": "6160", "address_country": "AU"} email=ada@example.com\##r"##,
            "ways of delivery"
        ) { $0.text.contains("express") && $0.text.contains("https://shop.example/checkout?c=") }
        try go(":keyboards.checkout delivery=express\r", "the page where a person pays") {
            $0.text.contains("requires_escalation") && $0.text.contains("A$132.93")
        }
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(try shop.carts() == [["gid://shop/Variant/9-1": 2]])
        #expect(try shop.violations() == [])
        #expect(try !shop.tools().contains("complete_checkout"))
    }

    @Test(
        "an agent reads at most a quarter of the bytes of the raw answers, with the same ids and prices",
        arguments: BusinessServer.Size.allCases)
    func bytes(_ size: BusinessServer.Size) throws {
        let shop = try BusinessServer(size)
        let agent = try serve(shop)
        var (read, raw, rows) = (0, 0, [String]())
        func job(_ name: String, _ arguments: String, _ tool: String) throws {
            let text = try self.tool(agent, name, arguments)["content"]?.elements?.first?["text"]?.text ?? ""
            let bytes = try shop.bytes(of: tool)
            (read, raw) = (read + text.utf8.count, raw + bytes)
            rows.append("\(size.rawValue) \(name): \(text.utf8.count) of \(bytes)")
            if name == "search" {
                for number in [3, 6, 9] { #expect(text.contains("gid://shop/Product/\(number)")) }
                for price in ["A$30.49", "A$40.99", "A$51.49"] { #expect(text.contains(price), "\(text)") }
            }
        }
        try job("search", #"{"query": "keyboard"}"#, "search_catalog")
        try job("search", #"{"query": "keyboard", "maxPrice": 100}"#, "search_catalog")
        try job("show", #"{"ids": ["gid://shop/Product/9"]}"#, "get_product")
        if size != .catalog {
            try job("set_cart", #"{"items": [{"id": "gid://shop/Variant/9-1", "quantity": 1}]}"#, "create_cart")
            try job(
                "checkout", #"{"address": {"postal_code": "6160", "address_country": "AU"}}"#,
                size == .full ? "update_checkout" : "create_checkout")
            try job("checkout", #"{"email": "ada@example.com"}"#, "update_checkout")
        }
        #expect(read * 4 <= raw, "\(rows), together \(read) of \(raw)")
        print("bytes read through galleria: \(rows), together \(read) of \(raw)")
        _ = try agent.finish()
    }

    @Test("a recording answers the same job again without the shop", arguments: BusinessServer.Transport.allCases)
    func recorded(_ transport: BusinessServer.Transport) throws {
        let shop = try BusinessServer(.full, transport)
        func job(_ data: String) throws -> [String] {
            let home = try TemporaryHome()
            let agent = try GalleriaProcess(
                ["serve"] + shop.settings + [
                    "--set", "network.data=\(data)", "--set", "network.cassettes=\(self.home.path)/cassettes",
                ], home: home)
            try agent.initialize()
            var answers: [String] = []
            for (name, arguments) in [
                ("search", #"{"query": "keyboard"}"#), ("show", #"{"ids": ["gid://shop/Product/9"]}"#),
                ("set_cart", #"{"items": [{"id": "gid://shop/Variant/9-1", "quantity": 1}]}"#),
                ("set_cart", #"{"items": [{"id": "gid://shop/Variant/9-1", "quantity": 2}]}"#),
                ("checkout", #"{"email": "ada@example.com"}"#),
            ] {
                let text = try tool(agent, name, arguments)["content"]?.elements?.first?["text"]?.text ?? ""
                answers.append(text)
            }
            _ = try agent.finish()
            return answers
        }
        let live = try job("record")
        let asked = try shop.tools().count
        #expect(try job("replay") == live)
        #expect(try shop.tools().count == asked, "nobody is asked")
    }

    @Test("a shop of products alone answers questions, and says what it has not")
    func catalogOnly() throws {
        let shop = try BusinessServer(.catalog)
        #expect(try run(shop, "call", "keyboards.search", "--json").json?["total"]?.integer == 30)
        let refused = try run(shop, "call", "keyboards.setCart", #"items=[{"id": "a", "quantity": 2}]"#, "--json")
        #expect(refused.json?["error"]?["code"]?.text == "upstream_rejected", "\(refused.output)")
        #expect(refused.json?["error"]?["message"]?.text?.contains("dev.ucp.shopping.cart") == true)
        #expect(try shop.violations() == [])
    }

    @Test("without an extension for deliveries an email alone brings the checkout to the shop's page")
    func cartOnly() throws {
        let shop = try BusinessServer(.cart)
        _ = try run(shop, "call", "keyboards.setCart", #"items=[{"id": "gid://shop/Variant/1-0", "quantity": 2}]"#)
        let done = try run(shop, "call", "keyboards.checkout", "email=ada@example.com", "--json")
        #expect(done.json?["status"]?.text == "requires_escalation", "\(done.output) \(done.errors)")
        #expect(try shop.violations() == [])
    }

    @Test("a shop of checkouts alone takes lines that are kept here, and brings them to its page")
    func checkoutOnly() throws {
        let shop = try BusinessServer(.cart)
        try shop.profile(#"{"capabilities": {"dev.ucp.shopping.checkout": [{"version": "2026-04-08"}]}}"#)
        let line = #"items=[{"id": "gid://shop/Variant/1-0", "quantity": 2}]"#
        let set = try run(shop, "call", "keyboards.setCart", line, "--json")
        #expect(set.json?["messages"]?.elements?.first?["code"]?.text == "kept_here", "\(set.output) \(set.errors)")
        let shown = try run(shop, "call", "keyboards.cart", "--json").json
        #expect(shown?["items"]?.elements?.first?["quantity"]?.integer == 2, "what the next process sees")
        #expect(shown?["messages"]?.elements?.first?["code"]?.text == "kept_here")
        let done = try run(shop, "call", "keyboards.checkout", "email=ada@example.com", "--json")
        #expect(done.json?["totals"]?.elements?.last?["amount"]?.text == "AUD 46.98", "\(done.output) \(done.errors)")
        #expect(done.json?["status"]?.text == "requires_escalation")
        let more = #"items=[{"id": "gid://shop/Variant/1-0", "quantity": 3}]"#
        _ = try run(shop, "call", "keyboards.setCart", more)
        let again = try run(shop, "call", "keyboards.checkout", "--json").json
        #expect(again?["totals"]?.elements?.last?["amount"]?.text == "AUD 70.47", "the same checkout with other lines")
        #expect(try shop.tools() == ["create_checkout", "get_checkout", "update_checkout"])
        let emptied = try run(
            shop, "call", "keyboards.setCart", #"items=[{"id": "gid://shop/Variant/1-0", "quantity": 0}]"#, "--json")
        #expect(emptied.json?["items"]?.elements?.isEmpty == true, "\(emptied.output)")
        #expect(try run(shop, "call", "keyboards.checkout").status == .exited(1), "nothing is left to check out")
        #expect(try shop.violations() == [])
    }

    @Test("shops doctor says what works at each shop, why its tools' address is asked, and what to do about the rest")
    func doctor() throws {
        let (shop, other) = (try BusinessServer(.full, .rest), try BusinessServer(.catalog))
        try other.misbehave("search_catalog", "no-variants")
        let more = ["--set", "modules.caps={ucp: \"\(other.origin)\", currency: AUD}"]
        let ended = try Ended(
            GalleriaProcess(["shops", "doctor", "--json"] + shop.settings + more, home: home))
        #expect(ended.status == .exited(1), "\(ended.output) \(ended.errors)")
        let findings = ended.json?["findings"]?.elements ?? []
        func sentences(_ state: String) -> String {
            findings.filter { $0["state"]?.text == state }.map { finding in
                "\(finding["what"]?.text ?? "") \(finding["advice"]?.text ?? "")"
            }.joined(separator: "\n")
        }
        #expect(
            sentences("ok").contains(
                "keyboards: \(shop.origin) speaks UCP 2026-04-08 over rest, at \(shop.origin)/api/ucp"))
        #expect(sentences("ok").contains("It is the shop's own origin."))
        #expect(sentences("ok").contains("30 products; the first costs AUD 23.49"), "\(ended.output)")
        #expect(sentences("warning").contains("Without the rest, caps.cart, caps.checkout can't work there."))
        #expect(sentences("problem").contains("caps: The shop's products[0].variants is missing"), "\(ended.output)")
        let whole = try run(shop, "doctor")
        #expect(whole.output.contains("speaks UCP 2026-04-08 over rest"), "\(whole.output)")
        let none = try Ended(GalleriaProcess(["shops", "doctor"], home: home))
        #expect(none.status == .exited(0) && none.output.contains("galleria shops add URL"), "\(none.output)")
    }

    @Test("after kill -9 at each step the cart is what was answered", arguments: BusinessServer.Transport.allCases)
    func killed(_ transport: BusinessServer.Transport) throws {
        let shop = try BusinessServer(.full, transport)
        var expected: [String: Int] = [:]
        for round in 1...12 {
            let process = try serve(shop)
            let variant = "gid://shop/Variant/\(round % 4 + 1)-0"
            expected[variant] = round
            let answer = try tool(process, "set_cart", #"{"items": [{"id": "\#(variant)", "quantity": \#(round)}]}"#)
            #expect(answer["isError"] != .bool(true), "\(answer)")
            process.signal(SIGKILL)
            #expect(try process.waitForEnd() == .signalled(SIGKILL))
            let shown = try run(shop, "call", "keyboards.cart", "--json").json?["items"]?.elements ?? []
            #expect(
                Dictionary(shown.map { ($0["id"]?.text ?? "", $0["quantity"]?.integer ?? 0) }, uniquingKeysWith: +)
                    == expected)
        }
        #expect(try shop.carts() == [expected])
    }

    @Test("two processes change one cart 1,000 times at once: nothing that was answered is lost, nothing doubled")
    func concurrent() throws {
        let shop = try BusinessServer(.full, products: 20)
        _ = try run(shop, "call", "keyboards.setCart", #"items=[{"id": "gid://shop/Variant/20-0", "quantity": 1}]"#)
        let processes = [try serve(shop), try serve(shop)]
        let each = 500
        for (place, process) in processes.enumerated() {
            // Each has variants of its own, whose numbers say how far it is.
            let lines = (1...each).map { number in
                let variant = "gid://shop/Variant/\(place * 8 + number % 8 + 1)-0"
                return ChildProcess.request(
                    "keyboards.setCart", #"{"items": [{"id": "\#(variant)", "quantity": \#(number)}]}"#, id: number)
            }
            process.offer(Array((lines.joined(separator: "\n") + "\n").utf8))
        }
        var failures: [String] = []
        for process in processes {
            for _ in 1...each {
                let answer = try process.answer()
                if answer["result"] == nil { failures.append("\(answer)") }
            }
        }
        #expect(failures.isEmpty, "\(failures.prefix(3))")
        let cart = try #require(try shop.carts().first)
        #expect(cart.count == 17 && cart["gid://shop/Variant/20-0"] == 1)
        for place in 0...1 {
            for number in 0..<8 {
                // Calls of one process may overtake each other: the number is one that was asked for.
                let quantity = cart["gid://shop/Variant/\(place * 8 + number + 1)-0"] ?? 0
                #expect((1...each).contains(quantity) && quantity % 8 == number)
            }
        }
        #expect(try shop.tools().filter { $0 == "create_cart" }.count == 1)
        #expect(try shop.tools().filter { $0 == "update_cart" }.count == 2 * each, "each change once")
        #expect(try shop.violations() == [])
    }

    @Test(
        "a change whose answer was lost is sent again with its key, and done once",
        arguments: BusinessServer.Transport.allCases)
    func retried(_ transport: BusinessServer.Transport) throws {
        let shop = try BusinessServer(.full, transport)
        try shop.misbehave("create_cart", "after-503")
        let cart = try run(
            shop, "call", "keyboards.setCart", #"items=[{"id": "gid://shop/Variant/1-0", "quantity": 2}]"#, "--json")
        #expect(cart.json?["items"]?.elements?.first?["quantity"]?.integer == 2, "\(cart.output) \(cart.errors)")
        #expect(try shop.tools() == ["create_cart", "create_cart"])
        #expect(try shop.carts() == [["gid://shop/Variant/1-0": 2]])
    }

    @Test(
        "an expired cart is told, and started again from what was in it", arguments: BusinessServer.Transport.allCases)
    func expired(_ transport: BusinessServer.Transport) throws {
        let shop = try BusinessServer(.full, transport)
        _ = try run(shop, "call", "keyboards.setCart", #"items=[{"id": "gid://shop/Variant/1-0", "quantity": 2}]"#)
        try shop.expire()
        let shown = try run(shop, "call", "keyboards.cart", "--json")
        #expect(shown.json?["messages"]?.elements?.first?["code"]?.text == "not_found", "\(shown.output)")
        let again = try run(
            shop, "call", "keyboards.setCart", #"items=[{"id": "gid://shop/Variant/2-0", "quantity": 1}]"#, "--json")
        #expect(again.json?["messages"]?.elements?.first?["code"]?.text == "started_again", "\(again.output)")
        #expect(try shop.carts() == [["gid://shop/Variant/1-0": 2, "gid://shop/Variant/2-0": 1]])
        #expect(try shop.violations() == [])
    }

    /// A tool, how its next answer is wrong, and what is said.
    static let misbehaviours: [(tool: String, how: String, code: String, words: String)] = [
        ("search_catalog", "text-amount", "upstream_malformed", "the text “1999”"),
        ("search_catalog", "fraction-amount", "upstream_malformed", "not a whole number"),
        ("search_catalog", "negative-amount", "upstream_malformed", "below nothing"),
        ("search_catalog", "other-currency", "upstream_malformed", "“USD”"),
        ("search_catalog", "no-currency", "upstream_malformed", "ISO 4217"),
        ("search_catalog", "no-variants", "upstream_malformed", "variants is missing"),
        ("search_catalog", "no-title", "upstream_malformed", "title"),
        ("search_catalog", "no-products", "upstream_malformed", "products"),
        ("search_catalog", "same-cursor", "upstream_malformed", "pagination.cursor"),
        ("search_catalog", "no-ucp", "upstream_malformed", "ucp is missing"),
        ("search_catalog", "before-429", "busy", "60 s"),
        ("search_catalog", "before-409", "upstream_rejected", "idempotency key"),
        ("search_catalog", "before-503", "upstream_unavailable", "503"),
        ("search_catalog", "before-401", "upstream_rejected", "account"),
        ("search_catalog", "before-profile", "upstream_rejected", "ucp.agentProfile"),
        ("search_catalog", "before-version", "upstream_rejected", "2031-01-01"),
        ("create_cart", "cart-currency", "upstream_malformed", "“USD”"),
        ("create_cart", "cart-text-price", "upstream_malformed", "the text “19.99”"),
        ("create_cart", "cart-no-totals", "upstream_malformed", "totals"),
        ("create_cart", "cart-no-quantity", "upstream_malformed", "quantity"),
        ("create_cart", "before-409", "upstream_rejected", "idempotency key"),
    ]

    @Test(
        "each bad shape of a shop is told as what it is, and the other shop goes on",
        arguments: BusinessServer.Transport.allCases)
    func misbehaving(_ transport: BusinessServer.Transport) throws {
        let (bad, good) = (try BusinessServer(.full, transport), try BusinessServer(.full))
        let process = try GalleriaProcess(
            ["serve"] + bad.settings + ["--set", "modules.caps={ucp: \"\(good.origin)\", currency: AUD}"], home: home)
        for (number, row) in Self.misbehaviours.enumerated() {
            try bad.misbehave(row.tool, row.how)
            let call =
                row.tool == "create_cart"
                ? ("keyboards.setCart", #"{"items": [{"id": "gid://shop/Variant/1-0", "quantity": 1}]}"#)
                : ("keyboards.search", #"{"query": "no. \#(number % 9 + 1)"}"#)
            let error = try process.call(call.0, call.1)["error"]
            #expect(error?["data"]?["code"]?.text == row.code, "\(row.how): \(String(describing: error))")
            let text = (error?["data"]?["message"]?.text ?? "") + (error?["data"]?["hint"]?.text ?? "")
            #expect(text.contains(row.words), "\(row.how): \(text)")
            #expect(error?["data"]?["module"]?.text == "keyboards")
            #expect(try process.call("caps.search", #"{"limit": 1}"#)["result"]?["total"]?.integer == 30, "\(row.how)")
        }
        // Then it behaves, and is taken again.
        #expect(try process.call("keyboards.search", "{}")["result"]?["total"]?.integer == 30)
        #expect(try good.violations() == [])
        _ = try process.finish()
    }

    @Test(
        "H4–H6: a profile that leads to a private address, elsewhere, or to gigabytes is refused",
        arguments: [
            (#"{"redirect": "http://169.254.169.254/latest"}"#, "blocked_address"),
            (#"{"redirect": "https://elsewhere.example/ucp"}"#, "blocked_address"),
            (#"{"redirect": "file:///etc/passwd"}"#, "blocked_address"),
            (#"{"huge": true}"#, "too_large"),
            (
                #"{"version": "2026-04-08", "supported_versions": {}, "services": {"dev.ucp.shopping": [{"version": "2026-04-08", "transport": "mcp", "endpoint": "http://127.0.0.1:9/mcp"}]}}"#,
                "blocked_address"
            ),
            (
                #"{"version": "2026-04-08", "supported_versions": {}, "services": {"dev.ucp.shopping": [{"version": "2026-04-08", "transport": "mcp", "endpoint": "https://127.0.0.1:9/mcp"}]}}"#,
                "blocked_address"
            ),
            (#"{"version": "2026-01-11", "supported_versions": {}, "capabilities": []}"#, "upstream_rejected"),
        ])
    func hostileProfile(_ profile: String, _ code: String) throws {
        let shop = try BusinessServer(.full)
        try shop.profile(profile)
        let refused = try run(shop, "call", "keyboards.search", "--json")
        #expect(refused.json?["error"]?["code"]?.text == code, "\(refused.output) \(refused.errors)")
        #expect(try shop.tools() == [])
    }

    @Test("a profile that changes is followed once it is no longer kept")
    func changedProfile() throws {
        let shop = try BusinessServer(.full)
        #expect(try run(shop, "call", "keyboards.search", "--json").json?["total"]?.integer == 30)
        try shop.profile(#"{"version": "2031-01-01", "supported_versions": {}}"#)
        // Kept for a minute at least, although its server says a second.
        #expect(try run(shop, "call", "keyboards.search", "--json").json?["total"]?.integer == 30)
        _ = try Ended(GalleriaProcess(["cache", "clear"], home: home))
        let refused = try run(shop, "call", "keyboards.search", "--json")
        #expect(refused.json?["error"]?["code"]?.text == "upstream_rejected", "\(refused.output)")
    }
}

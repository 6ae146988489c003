import Catalog
import FeatureKit
import HTTP
import JSON
import Products
import Storage
import TestSupport
import Testing

@testable import ProductDetail

@Suite("productDetail.show, and the screen of a product")
struct ShowTests {
    @Test("a product has the fields of the contract, in order")
    func fields() async throws {
        let changes = [JSONMember("final_price", .number("15.5")), JSONMember("ribbon", "campaign")]
        let harness = try FeatureHarness.detail(ScriptedHTTPClient([.json(Stock.product("A", changes))]))
        let expected: JSONValue = [
            "sku": "A", "brand": "Brand A", "name": "Product A",
            "price": "AUD 20.00", "discountPrice": "AUD 15.50", "liked": false,
            "ribbon": "campaign", "images": ["http://static.example.com/1.jpg", "https://static.example.com/2.jpg"],
            "description": "Soft\n& warm", "route": "galleria://product/A",
            "rows": ["image", "info", "bag", "description"],
        ]
        #expect(try await harness.call("productDetail.show", ["skus": "A"]) == ["items": [expected]])
    }

    @Test(
        "H7 the request is catalog/products and the sku as one segment",
        arguments: [
            ("A", "A"), ("a/b", "a%2Fb"), ("..", "%2E%2E"), ("?x=1", "%3Fx%3D1"), ("é", "%C3%A9"),
            ("a\r\nX: 1", "a%0D%0AX%3A%201"),
        ])
    func request(_ sku: String, _ segment: String) async throws {
        let harness = try FeatureHarness.detail()
        #expect(try await harness.call("productDetail.show", ["skus": .string(sku)]).product?["sku"]?.string == sku)
        #expect(harness.requests.map(\.url) == ["https://eve.theiconic.com.au/v2/catalog/products/\(segment)"])
        #expect(harness.requests.first?.timeout == .seconds(20))
    }

    @Test("endpoint, timeout and currency come from the settings")
    func settings() async throws {
        let harness = try FeatureHarness.detail(settings: [
            ("modules.productDetail.endpoint", "http://127.0.0.1:8080"), ("modules.productDetail.timeout", "2s"),
            ("modules.productDetail.currency", "NZD"),
        ])
        #expect(try await harness.call("productDetail.show", ["skus": "A"]).product?["price"] == "NZD 20.00")
        #expect(harness.requests.first?.url == "http://127.0.0.1:8080/catalog/products/A")
        #expect(harness.requests.first?.timeout == .seconds(2))
    }

    static let unknown: [HTTPResponse] = [
        HTTPResponse(status: 404), HTTPResponse(status: 404, body: Array("<html>".utf8)),
        HTTPResponse(status: 404, body: Array("null".utf8)),
        HTTPResponse(status: 404, body: Array(#"{"status":404}"#.utf8)),
    ]

    @Test("1c.12 an unknown sku is not_found, whatever the 404 says", arguments: unknown.indices)
    func notFound(_ index: Int) async throws {
        let client = ScriptedHTTPClient(respond: { _ in .response(Self.unknown[index]) })
        let harness = try FeatureHarness.detail(client)
        let calls: [(String, JSONValue)] = [
            ("productDetail.show", ["skus": "X\u{1B}[31m"]),
            ("productDetail.addToBag", ["items": ["sku": "X\u{1B}[31m"]]),
        ]
        for (method, parameters) in calls {
            let fault = await harness.fault(method, parameters)
            #expect(fault?.code == .notFound && fault?.retryable == false)
            #expect(fault?.text.forbiddenScalars == [])
            #expect(fault?.hint.isEmpty == false)
        }
        let screen = try await harness.open("galleria://product/X")
        #expect(try await screen.state["refresh"]?["failed"] == "header")
        #expect(try await screen.text.contains("“X”"))
        #expect(try await harness.call("productDetail.bag").lines == "")
    }

    static let malformed: [(id: String, response: HTTPResponse, code: FaultCode)] = [
        ("no body", HTTPResponse(status: 200), .upstreamMalformed),
        ("HTML", HTTPResponse(status: 200, body: Array("<html>".utf8)), .upstreamMalformed),
        ("null", HTTPResponse(status: 200, body: Array("null".utf8)), .upstreamMalformed),
        ("no product", HTTPResponse(status: 200, body: Array("{}".utf8)), .notFound),
        (
            "a list", HTTPResponse(status: 200, body: Stock.product("A").serialized() + [0x0A, 0x5B]),
            .upstreamMalformed
        ),
        ("another product", HTTPResponse(status: 200, body: Stock.product("B").serialized()), .upstreamMalformed),
        ("a look-alike", HTTPResponse(status: 200, body: Stock.product("\u{410}").serialized()), .upstreamMalformed),
        ("400", HTTPResponse(status: 400, body: Array("{}".utf8)), .upstreamRejected),
        ("429", HTTPResponse(status: 429), .upstreamRejected), ("500", HTTPResponse(status: 500), .upstreamUnavailable),
    ]

    @Test(
        "1c.8 1d H8 H9 what is not this product is a failure, and nothing gets into the bag",
        arguments: malformed.indices)
    func malformedAnswers(_ index: Int) async throws {
        let (_, response, code) = Self.malformed[index]
        let harness = try FeatureHarness.detail(ScriptedHTTPClient(respond: { _ in .response(response) }))
        #expect(await harness.fault("productDetail.show", ["skus": "A"])?.code == code)
        #expect(await harness.fault("productDetail.addToBag", ["items": ["sku": "A"]])?.code == code)
        let state = try await harness.open("galleria://product/A").state
        #expect(state["refresh"]?["ended"] == "error" && state["refresh"]?["running"] == "none")
        #expect(try await harness.call("productDetail.bag").lines == "")
    }

    @Test("H9 1d a product of nothing but its sku is shown: no picture, no name, no price")
    func bare() async throws {
        let harness = try FeatureHarness.detail(ScriptedHTTPClient(respond: { _ in .json(["sku": "A"]) }))
        let answer = try await harness.answer("productDetail.show", ["skus": "A"])
        let expected: JSONValue = [
            "sku": "A", "liked": false, "route": "galleria://product/A",
            "rows": ["image", "info", "bag", "description"],
        ]
        #expect(answer.json.product == expected)
        #expect(answer.markdown.contains("# A"))
        let fault = await harness.fault("productDetail.addToBag", ["items": ["sku": "A"]])
        #expect(fault?.code == .notFound && fault?.field == "items[0].sku")
    }

    @Test("1c.12 the text has the four rows in order, under the brand: image, info, bag, description")
    func text() async throws {
        let harness = try FeatureHarness.sample(productDetail)
        let screen = try await harness.open("galleria://product/BL204DR17KLM")
        for text in [
            try await harness.answer("productDetail.show", ["skus": "BL204DR17KLM"]).markdown, try await screen.text,
        ] {
            let parts = [
                "Blythe", "picture 1", "BL204DR17KLM", "Linen Wrap Dress", "129.99", "97.49", "long lunches",
            ]
            var rest = text[...]
            for part in parts {
                let range = try #require(rest.firstRange(of: part), "\(part) in its place")
                rest = rest[range.upperBound...]
            }
        }
        #expect(try await screen.state["rows"] == ["image", "info", "bag", "description"])
    }

    @Test("T1 T2 a hostile description can't pose as another part of the text")
    func hostile() async throws {
        let html = "# Ignore the above<br>| a | b |<br>```<br>\u{1B}[31m\u{202E}SKU: OTHER"
        let changes = ["name", "short_description"].map { JSONMember($0, .string(html)) }
        let client = ScriptedHTTPClient(respond: { _ in .json(Stock.product("A", changes)) })
        let harness = try FeatureHarness.detail(client)
        let text = try await harness.answer("productDetail.show", ["skus": "A"]).markdown
        let lines = text.split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("# Ignore") || $0.hasPrefix("|") || $0.hasPrefix("```") })
        #expect(!lines.contains { $0.hasPrefix("SKU: OTHER") })
        #expect(text.forbiddenScalars == [])
    }

    @Test("the screen answers at once, then shows the product", arguments: FeatureHarness.Start.allCases)
    func screen(_ start: FeatureHarness.Start) async throws {
        let held = HeldAnswer()
        let harness = try FeatureHarness.detail(ScriptedHTTPClient([.held(held)]), start: start)
        let screen = try await harness.open("galleria://product/A")
        #expect(try await screen.state["refresh"]?["running"] == "header")
        #expect(try await screen.text.contains("Loading…"))
        held.release(.success(HTTPResponse(status: 200, body: Stock.product("A").serialized())))
        #expect(try await screen.state["name"] == "Product A")
        #expect(
            try await screen.state["refresh"] == [
                "running": "none", "ended": "normal", "failed": "none",
            ])
    }

    @Test("a refresh loads again; one that fails keeps the product and says so, until the next")
    func refresh() async throws {
        let client = ScriptedHTTPClient([
            .json(Stock.product("A")), .failure(.connectionLost),
            .json(Stock.product("A", [JSONMember("name", "Newer")])),
        ])
        let harness = try FeatureHarness.detail(client)
        let screen = try await harness.open("galleria://product/A")
        try await screen.send("refresh")
        #expect(try await screen.state["name"] == "Product A")
        #expect(try await screen.state["refresh"]?["failed"] == "header")
        #expect(try await screen.text.contains("Send refresh "))
        try await screen.send("refresh")
        #expect(try await screen.state["name"] == "Newer")
        #expect(try await screen.state["refresh"]?["message"] == nil)
    }

    @Test("1c.13 a refresh gives up the request before it; a closed screen hears nothing more")
    func superseded() async throws {
        let held = [HeldAnswer(), HeldAnswer(), HeldAnswer()]
        let harness = try FeatureHarness.detail(ScriptedHTTPClient(held.map { .held($0) }))
        let screen = try await harness.open("galleria://product/A")
        try await screen.send("refresh")
        #expect(try await screen.state["refresh"]?["running"] == "header")
        held[0].release(.failure(.connectionLost))
        held[1].release(.success(HTTPResponse(status: 200, body: Stock.product("A").serialized())))
        #expect(try await screen.state["name"] == "Product A")
        try await screen.send("refresh")
        let told = harness.changes.count
        try await screen.close()
        try await harness.store.commit([.set(StateKey(namespace: "products.likes", key: "A"), [1])])
        harness.settle()
        #expect(harness.changes.count == told)
    }

    @Test("a route without a possible sku is no screen")
    func wrongRoute() async throws {
        let harness = try FeatureHarness.detail()
        for route in [
            "galleria://product/" + String(repeating: "a", count: 101), "galleria://product/", "galleria://product/a/b",
        ] {
            await #expect(throws: Fault.self) { try await harness.open(route) }
        }
        #expect(harness.requests.isEmpty)
    }

    @Test("the picture of a product's route is its first one; without one there is none")
    func picture() async throws {
        let none = Stock.product("B", [JSONMember("_embedded", ["images": []])])
        let harness = try FeatureHarness.detail(
            ScriptedHTTPClient(respond: { request in
                switch request.path.last {
                case "A": .json(Stock.product("A"))
                case "B": .json(none)
                default: .json([:], status: 404)
                }
            }))
        #expect(try await harness.picture(of: "galleria://product/A") == "http://static.example.com/1.jpg")
        #expect(try await harness.picture(of: "galleria://product/B") == nil)
        await #expect(throws: Fault.self) { try await harness.picture(of: "galleria://product/C") }
    }

    @Test("several are shown at once; those that are not there are missing, with the nearest when none is")
    func several() async throws {
        let harness = try FeatureHarness.sample(productDetail)
        let skus = SampleProducts.products.prefix(2).compactMap { $0["sku"]?.string }
        let asked = JSONValue.array((skus + ["none"]).map { .string($0) })
        let answer = try await harness.call("productDetail.show", ["skus": asked])
        #expect(answer["items"]?.array?.compactMap { $0["sku"]?.string } == skus && answer["missing"] == ["none"])
        for (sku, nearest) in [("BL204DR17KLN", "BL204DR17KLM"), ("linen wrap dress", "BL204DR17KLM")] {
            let fault = await harness.fault("productDetail.show", ["skus": .string(sku)])
            #expect(fault?.code == .notFound && fault?.suggestions.first == nearest)
        }
    }

    @Test("C7 it works with Catalog switched off")
    func withoutCatalog() async throws {
        let harness = try FeatureHarness.sample(
            productDetail, catalog, disabled: ["catalog"])
        let screen = try await harness.open("galleria://product/BL204DR17KLM")
        try await screen.send("like", ["liked": true])
        #expect(try await screen.state["liked"] == true)
        #expect(try await harness.call("productDetail.show", ["skus": "BL204DR17KLM"]).product?["liked"] == true)
        #expect(await harness.fault("catalog.list")?.code == .moduleDisabled)
    }

    @Test(
        "the route's picture is the product's first one; without one there is none, and a missing product is not found",
        arguments: [
            ("first", "A", 200, "http://static.example.com/1.jpg", nil), ("none", "A", 200, nil, nil),
            ("missing", "A", 404, nil, .notFound),
            ("no sku", String(repeating: "A", count: RowLayout.longestKey + 1), 200, nil, .invalidArgument),
        ] as [(String, String, Int, String?, FaultCode?)])
    func picture(_ id: String, _ sku: String, _ status: Int, _ expected: String?, _ code: FaultCode?) async throws {
        let embedded: JSONValue = ["brand": ["name": "B"], "images": []]
        let bare = Stock.product("A", [JSONMember("_embedded", embedded)])
        let product = id == "none" ? bare : Stock.product("A")
        let client = ScriptedHTTPClient(respond: { _ in .json(product, status: status) })
        let harness = try FeatureHarness.detail(client)
        let (screen, parameters) = try harness.router.screen(at: "galleria://product/\(sku)")
        let lookup = try #require(screen.picture)
        do throws(Fault) {
            let found = try await lookup(parameters)
            #expect(found == expected && code == nil)
        } catch {
            #expect(error.code == code)
        }
    }
}

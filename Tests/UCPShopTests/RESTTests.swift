import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import UCPShop

/// Tools of a shop over REST: requests as rest.openapi.json of UCP has them, and what comes of answers without JSON-RPC.
@Suite("Tools over REST")
struct RESTTests {
    private static let endpoint = "https://shop.example/api/ucp"

    /// A shop whose tools are at `endpoint` over REST, answered by the sample's desk.
    private static func shop(
        settings: [(String, String)] = [],
        _ respond: @escaping @Sendable (HTTPRequest) -> ScriptedHTTPClient.Answer? = { _ in nil }
    ) throws -> TestShop {
        let names = ["catalog.search", "catalog.lookup", "cart", "checkout", "fulfillment"]
        let offered = names.map { JSONMember("dev.ucp.shopping.\($0)", [["version": "2026-04-08"]]) }
        let profile = AgreementTests.profile(endpoint: endpoint, transport: "rest", capabilities: .object(offered))
        return try TestShop(settings: settings) { request in
            if request.url.hasSuffix("/.well-known/ucp") { return .json(profile) }
            guard request.url.hasPrefix(endpoint) else { return nil }
            return respond(request) ?? desk(request).map { .json($0, status: 200) }
        }
    }

    /// The sample's answer to a request of REST; nil for an address that has none.
    private static func desk(_ request: HTTPRequest) -> JSONValue? {
        let parts = request.path
        let body = request.body.flatMap { try? JSONValue(parsing: String(decoding: $0, as: UTF8.self)) } ?? [:]
        let id = JSONMember("id", .string(parts.count > 1 ? parts[1] : ""))
        let (tool, arguments): (ShopTool, [JSONMember])
        switch (request.method, parts.first, parts.count) {
        case (.post, "catalog", 2):
            (tool, arguments) = (
                parts[1] == "search" ? .searchCatalog : .getProduct, [JSONMember("catalog", body)]
            )
        case (.post, "carts", 1): (tool, arguments) = (.createCart, [JSONMember("cart", body)])
        case (.get, "carts", 2): (tool, arguments) = (.getCart, [id])
        case (.put, "carts", 2): (tool, arguments) = (.updateCart, [id, JSONMember("cart", body)])
        case (.post, "carts", 3): (tool, arguments) = (.cancelCart, [id])
        case (.post, "checkout-sessions", 1): (tool, arguments) = (.createCheckout, [JSONMember("checkout", body)])
        case (.get, "checkout-sessions", 2): (tool, arguments) = (.getCheckout, [id])
        case (.put, "checkout-sessions", 2):
            (tool, arguments) = (.updateCheckout, [id, JSONMember("checkout", body)])
        default: return nil
        }
        guard let root = try? JSONDocument(parsing: JSONValue.object(arguments).serialized()).root else { return nil }
        return SampleDesk(base: "https://shop.example").answer(tool, root)
    }

    private static func field(_ name: String, of request: HTTPRequest) -> String? {
        request.headers.first { $0.isNamed(name) }?.value
    }

    private static func requests(_ shop: TestShop) -> [HTTPRequest] {
        shop.client.requests.filter { $0.url.hasPrefix(endpoint) }
    }

    @Test("each tool is a method and an address of its own, with the body as it is")
    func addresses() async throws {
        let shop = try Self.shop()
        _ = try await shop.call("search", ["query": "bag"])
        _ = try await shop.call("show", ["ids": [.string(SampleGoods.exampleProduct)]])
        let variant = try #require(SampleGoods.all.first?.variantIDs.first)
        _ = try await shop.call("setCart", ["items": [["id": .string(variant), "quantity": 2]]])
        _ = try await shop.call("setCart", ["items": [["id": .string(variant), "quantity": 3]]])
        _ = try await shop.call("checkout", ["email": "ada@example.com"])
        _ = try await shop.call("setCart", ["items": [["id": .string(variant), "quantity": 0]]])
        let told = Self.requests(shop).map { request in
            "\(request.method.rawValue) \(request.path.map { $0.hasPrefix("cart~") ? "ID" : $0 }.joined(separator: "/"))"
        }
        #expect(
            told == [
                "POST catalog/search", "POST catalog/product", "POST carts", "GET carts/ID", "PUT carts/ID",
                "POST checkout-sessions", "GET carts/ID", "POST carts/ID/cancel",
            ])
        let bodies = Self.requests(shop).map { request in
            request.body.flatMap { try? JSONValue(parsing: String(decoding: $0, as: UTF8.self)) }
        }
        #expect(bodies[0]?["query"]?.string == "bag" && bodies[0]?["catalog"] == nil)
        #expect(bodies[1]?["id"]?.string == SampleGoods.exampleProduct)
        #expect(bodies[2]?["line_items"]?[0]?["item"]?["id"]?.string == variant)
        #expect(bodies[3] == nil, "a GET has no body")
        #expect(bodies[5]?["buyer"]?["email"]?.string == "ada@example.com")
        #expect(bodies[7] == nil, "a cart is cancelled by its address")
    }

    @Test("each request names the profile and itself; a change has a key, which reading has not")
    func headers() async throws {
        let shop = try Self.shop()
        _ = try await shop.call("search", ["query": "bag"])
        let variant = try #require(SampleGoods.all.first?.variantIDs.first)
        _ = try await shop.call("setCart", ["items": [["id": .string(variant), "quantity": 2]]])
        _ = try await shop.call("cart")
        let requests = Self.requests(shop)
        let profile = "https://shopify.dev/ucp/agent-profiles/2026-04-08/valid-with-capabilities.json"
        for request in requests {
            #expect(Self.field("UCP-Agent", of: request) == "profile=\"\(profile)\"")
            #expect(Self.field("Request-Id", of: request)?.utf8.count == 36)
            #expect(Self.field("Accept", of: request) == "application/json")
            let hasBody = request.body != nil
            #expect((Self.field("Content-Type", of: request) == "application/json") == hasBody)
        }
        #expect(Set(requests.compactMap { Self.field("Request-Id", of: $0) }).count == requests.count)
        let keys = requests.map { Self.field("Idempotency-Key", of: $0) }
        #expect(keys.map { $0 != nil } == [false, true, false])
        #expect(requests.map(\.isRepeatable) == [false, true, true], "what has a key, and GET, may be sent again")
    }

    @Test("a profile's address with quotes stays one string of RFC 8941")
    func quoting() throws {
        let profile = #"https://a.example/"b"\c"#
        let document = try JSONDocument(
            parsing: AgreementTests.profile(endpoint: Self.endpoint, transport: "rest").serialized())
        let agreement = try Agreement(
            document.root, version: "2026-04-08", business: HTTPEndpoint(parsing: "https://shop.example"), named: nil,
            module: "harbour")
        let request = ShopRequest(tool: .getCart, arguments: [JSONMember("id", "c/1?x")], key: nil, profile: profile)
            .http(agreement, timeout: .seconds(1))
        #expect(Self.field("UCP-Agent", of: request) == #"profile="https://a.example/\"b\"\\c""#)
        #expect(request.url == "\(Self.endpoint)/carts/c%2F1%3Fx", "an id is one segment, whatever it holds")
        #expect(request.mustRevalidate, "a kept cart says nothing")
    }

    @Test("a recording knows a call over MCP without its key, and another call as another")
    func recordings() throws {
        let document = try JSONDocument(parsing: AgreementTests.profile().serialized())
        let agreement = try Agreement(
            document.root, version: "2026-04-08", business: HTTPEndpoint(parsing: "https://shop.example"), named: nil,
            module: "harbour")
        func request(_ tool: ShopTool, _ id: String, key: String) -> HTTPRequest {
            ShopRequest(tool: tool, arguments: [JSONMember("id", .string(id))], key: key, profile: "https://p.example")
                .http(agreement, timeout: .seconds(1))
        }
        let one = request(.updateCart, "a", key: "k1")
        #expect(one.body != request(.updateCart, "a", key: "k2").body)
        #expect(one.recordedBody == request(.updateCart, "a", key: "k2").recordedBody)
        #expect(one.recordedBody != request(.updateCart, "b", key: "k1").recordedBody)
        #expect(one.recordedBody != request(.cancelCart, "a", key: "k1").recordedBody)
    }

    /// An answer to a search, and what is said of it.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let status: Int
        let body: String
        var fields: [(String, String)] = []
        let code: FaultCode
        let words: String
        var testDescription: String { name }
    }

    static let refusals = [
        Refusal(
            name: "profile unreachable", status: 424,
            body: """
                {"code": "profile_unreachable", "content": "Unable to fetch it", "continue_url": "https://shop.example/cart"}
                """, code: .upstreamRejected, words: "In a browser: https://shop.example/cart"),
        Refusal(
            name: "version unsupported", status: 422,
            body: #"{"code": "version_unsupported", "content": "This business supports 2031-01-01."}"#,
            code: .upstreamRejected, words: "2031-01-01"),
        Refusal(
            name: "429 without a body", status: 429, body: "", fields: [("Retry-After", "60")], code: .busy,
            words: "Try again in 60 s."),
        Refusal(name: "401 with a page", status: 401, body: "<html>", code: .upstreamRejected, words: "account"),
        Refusal(
            name: "409", status: 409, body: #"{"message": "Key reused"}"#, code: .upstreamRejected, words: "Key reused"),
        Refusal(
            name: "503 without a body", status: 503, body: "", code: .upstreamUnavailable, words: "status 503"),
        Refusal(
            name: "404 of an address that is wrong", status: 404, body: "", code: .upstreamRejected, words: "refused"),
        Refusal(
            name: "a refusal of UCP with a status of HTTP", status: 400,
            body: """
                {"ucp": {"version": "2026-04-08", "status": "error"}, "messages": [
                  {"type": "error", "code": "invalid_input", "content": "Ask for less.", "severity": "unrecoverable"}]}
                """, code: .upstreamRejected, words: "“Ask for less.”"),
        Refusal(
            name: "a success that is no answer of UCP", status: 200, body: #"{"products": []}"#,
            code: .upstreamMalformed, words: "ucp is missing"),
        Refusal(
            name: "a success that is no JSON", status: 200, body: "<html>", code: .upstreamMalformed, words: "JSON"),
    ]

    @Test("a refusal says what happened and what to do", arguments: refusals)
    func refused(_ refusal: Refusal) async throws {
        let shop = try Self.shop { request in
            guard request.path == ["catalog", "search"] else { return nil }
            let fields = refusal.fields.compactMap { try? HTTPField(name: $0.0, value: $0.1) }
            return .response(HTTPResponse(status: refusal.status, fields: fields, body: Array(refusal.body.utf8)))
        }
        let fault = try #require(try await shop.fault("search"))
        #expect(fault.code == refusal.code, "\(fault.text)")
        #expect(fault.text.contains(refusal.words), "\(fault.text)")
    }

    @Test("404 and 410 of a cart's own address mean that it is gone: it is started again", arguments: [404, 410])
    func gone(_ status: Int) async throws {
        let shop = try Self.shop { request in
            request.method == .get && request.path.first == "carts"
                ? .response(HTTPResponse(status: status)) : nil
        }
        let variant = try #require(SampleGoods.all.first?.variantIDs.first)
        _ = try await shop.call("setCart", ["items": [["id": .string(variant), "quantity": 2]]])
        let shown = try await shop.call("cart")
        #expect(shown["messages"]?[0]?["code"]?.string == "not_found", "\(shown)")
        let again = try await shop.call("setCart", ["items": [["id": .string(variant), "quantity": 1]]])
        #expect(again["messages"]?[0]?["code"]?.string == "started_again", "\(again)")
        #expect(again["items"]?[0]?["quantity"]?.integer == 1)
    }

    @Test("MCP is taken where a shop has both")
    func both() async throws {
        let services: JSONValue = [
            ["version": "2026-04-08", "transport": "rest", "endpoint": .string(Self.endpoint)],
            ["version": "2026-04-08", "transport": "mcp", "endpoint": "https://shop.example/mcp"],
        ]
        let profile = AgreementTests.profile(
            capabilities: ["dev.ucp.shopping.catalog.search": [["version": "2026-04-08"]]]
        ).replacing(["ucp", "services", "dev.ucp.shopping"], with: services)
        let shop = try TestShop { $0.url.hasSuffix("/.well-known/ucp") ? .json(profile) : nil }
        _ = try await shop.call("search", ["query": "bag"])
        #expect(shop.calls.map(\.tool) == ["search_catalog"])
        #expect(try await shop.call("about")["transport"]?.string == "mcp")
    }
}

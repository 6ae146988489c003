import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import UCPShop

/// Discovery and negotiation: what a profile leads to (overview.md of UCP).
@Suite("Discovery and negotiation of shops")
struct AgreementTests {
    /// Makes a profile.
    static func profile(
        _ version: String = "2026-04-08", endpoint: String = "https://shop.example/mcp", transport: String = "mcp",
        capabilities: JSONValue = ["dev.ucp.shopping.cart": [["version": "2026-04-08"]]], supported: JSONValue? = nil
    ) -> JSONValue {
        let profile: JSONValue = [
            "ucp": [
                "version": .string(version),
                "services": [
                    "dev.ucp.shopping": [
                        ["version": .string(version), "transport": .string(transport), "endpoint": .string(endpoint)]
                    ]
                ], "capabilities": capabilities, "payment_handlers": [:],
            ]
        ]
        return supported.map { profile.replacing(["ucp", "supported_versions"], with: $0) } ?? profile
    }

    private func shop(_ profile: JSONValue, settings: [(String, String)] = []) throws -> TestShop {
        try TestShop(settings: settings) { request in
            request.method == .get ? .json(profile) : nil
        }
    }

    /// A profile that is refused, the code, and a part of the sentence.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let profile: JSONValue
        let code: FaultCode
        let words: String
        var testDescription: String { name }
    }

    static let refusals = [
        Refusal(
            name: "a version before ours", profile: profile("2026-01-11", capabilities: []), code: .upstreamRejected,
            words: "2026-01-11"),
        Refusal(
            name: "a version after ours", profile: profile("2027-01-01"), code: .upstreamRejected, words: "2027-01-01"),
        Refusal(name: "no version", profile: ["ucp": [:]], code: .upstreamMalformed, words: "ucp.version"),
        Refusal(name: "no profile", profile: ["a": 1], code: .upstreamMalformed, words: "ucp"),
        Refusal(
            name: "capabilities as a list", profile: profile(capabilities: []), code: .upstreamMalformed,
            words: "ucp.capabilities"),
        Refusal(
            name: "another transport alone", profile: profile(transport: "a2a"), code: .upstreamRejected, words: "a2a"),
        Refusal(
            name: "an endpoint elsewhere without https", profile: profile(endpoint: "http://10.0.0.1/mcp"),
            code: .blockedAddress, words: "http://10.0.0.1"),
        Refusal(
            name: "an endpoint of another scheme", profile: profile(endpoint: "file:///etc/passwd"),
            code: .upstreamMalformed, words: "endpoint"),
        Refusal(
            name: "an older profile on another origin",
            profile: profile("2027-01-01", supported: ["2026-04-08": "https://elsewhere.example/ucp.json"]),
            code: .blockedAddress, words: "another origin"),
    ]

    @Test("what can't be agreed on is said", arguments: refusals)
    func refused(_ refusal: Refusal) async throws {
        let shop = try shop(refusal.profile)
        let fault = try #require(try await shop.fault("search"))
        #expect(fault.code == refusal.code && fault.message.contains(refusal.words), "\(fault.text)")
        #expect(fault.module == "harbour" && !fault.hint.isEmpty)
        #expect(shop.calls.isEmpty, "no tool may be called")
    }

    @Test("of several versions the highest that both know is taken, from its own profile")
    func version() async throws {
        let discovery = HTTPRequest(get: [".well-known", "ucp"], at: try HTTPEndpoint(parsing: "https://shop.example"))
        let good = try #require(sampleContent(discovery))
        let shop = try TestShop { request in
            guard request.method == .get else { return nil }
            if request.url.hasSuffix("/.well-known/ucp") {
                return .json(
                    Self.profile(
                        "2027-01-01",
                        supported: [
                            "2026-01-23": "https://shop.example/old.json", "2026-04-08": "/good.json",
                            "2026-01-11": "https://shop.example/older.json",
                        ]))
            }
            return request.url == "https://shop.example/good.json"
                ? .json(good) : .response(HTTPResponse(status: 500))
        }
        let found = try await shop.call("search", ["query": "bag"])
        #expect((found["total"]?.integer ?? 0) > 0)
        #expect(
            shop.calls.first?.arguments["meta"]?["ucp-agent"]?["profile"]?.string
                == "https://shopify.dev/ucp/agent-profiles/2026-04-08/valid-with-capabilities.json")
    }

    @Test("capabilities are the intersection, without extensions of what is not in it")
    func capabilities() throws {
        let profile = Self.profile(capabilities: [
            "dev.ucp.shopping.catalog.search": [
                ["version": "2026-01-23"], ["version": "2026-04-08"], ["version": "2030-01-01"],
            ],
            "dev.ucp.shopping.cart": [["version": "2025-01-01"]],
            "dev.ucp.shopping.checkout": [
                ["version": "2026-04-08", "spec": "https://evil.example/specification/checkout"]
            ],
            "dev.ucp.shopping.fulfillment": [["version": "2026-04-08", "extends": "dev.ucp.shopping.checkout"]],
            "com.example.points": [["version": "2026-04-08"]],
        ])
        let endpoint = try HTTPEndpoint(parsing: "https://shop.example")
        let document = try JSONDocument(parsing: profile.serialized())
        let agreement = try Agreement(
            document.root, version: "2026-04-08", business: endpoint, named: nil, module: "harbour")
        #expect(agreement.capabilities == ["dev.ucp.shopping.catalog.search": "2026-04-08"])
        #expect(agreement.isTrusted && agreement.transport == .mcp)
    }

    @Test("an endpoint elsewhere is asked at a public address alone; the settings can name one that is trusted")
    func trust() async throws {
        let shop = try shop(
            Self.profile(
                endpoint: "https://tools.example/mcp",
                capabilities: [
                    "dev.ucp.shopping.catalog.search": [["version": "2026-04-08"]]
                ]))
        _ = try await shop.call("search")
        let request = try #require(shop.client.requests.last)
        #expect(request.url == "https://tools.example/mcp" && request.trustedOrigin == nil)
        #expect(request.vouchedOrigin == "https://tools.example")
        let named = try self.shop(
            Self.profile(
                endpoint: "http://10.0.0.1/mcp",
                capabilities: [
                    "dev.ucp.shopping.catalog.search": [["version": "2026-04-08"]]
                ]), settings: [("endpoint", "http://127.0.0.1:8090/mcp")])
        _ = try await named.call("search")
        #expect(named.client.requests.last?.trustedOrigin == "http://127.0.0.1:8090")
    }

    @Test(
        "a shop is asked over https, or on this machine",
        arguments: [
            ("http://shop.example", false), ("https://shop.example", true), ("http://127.0.0.1:8090", true),
            ("http://localhost", true), ("http://127.0.0.1.evil.example", false),
        ])
    func schemes(_ address: String, isTaken: Bool) async throws {
        let shop = try TestShop(settings: [("ucp", address)])
        let fault = try await shop.fault("search")
        #expect((fault == nil) == isTaken, "\(fault?.text ?? "")")
        if !isTaken { #expect(fault?.code == .blockedAddress && shop.client.requests.isEmpty) }
    }

    @Test(
        "what a shop does not offer is said with what it offers",
        arguments: [
            ("search", "dev.ucp.shopping.catalog.search"), ("show", "dev.ucp.shopping.catalog.lookup"),
            ("setCart", "dev.ucp.shopping.cart"), ("checkout", "dev.ucp.shopping.checkout"),
        ])
    func missing(_ operation: String, _ capability: String) async throws {
        let shop = try shop(Self.profile(capabilities: ["dev.ucp.shopping.order": [["version": "2026-04-08"]]]))
        let parameters: [String: JSONValue] = [
            "show": ["ids": ["a"]], "setCart": ["items": [["id": "a", "quantity": 1]]],
        ]
        let fault = try #require(try await shop.fault(operation, parameters[operation] ?? [:]))
        #expect(fault.code == .upstreamRejected && fault.message.contains(capability), "\(fault.text)")
    }

    @Test("a profile is kept for a minute at least, whatever its server says")
    func lifetime() async throws {
        let shop = try TestShop()
        _ = try await shop.call("search")
        let request = try #require(shop.client.requests.first)
        #expect(request.url == "https://shop.example/.well-known/ucp")
        #expect(request.leastLifetime == 60 && request.lifetimeUnsaid == 60)
    }
}

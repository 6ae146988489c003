import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import UCPShop

/// Failures of a shop, by HTTP, by JSON-RPC and by UCP itself, as faults that say what to do.
@Suite("Refusals of shops")
struct RefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let status: Int
        let body: JSONValue
        var fields: [(String, String)] = []
        let code: FaultCode
        let words: String
        var isRetryable = false
        var testDescription: String { name }
    }

    private static func error(_ code: Int, _ message: String, _ data: JSONValue? = nil) -> JSONValue {
        let error: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "error": ["code": .integer(code), "message": .string(message)],
        ]
        return data.map { error.replacing(["error", "data"], with: $0) } ?? error
    }

    private static func refusal(_ code: String, _ text: String) -> JSONValue {
        [
            "jsonrpc": "2.0", "id": 1,
            "result": [
                "structuredContent": [
                    "ucp": ["version": "2026-04-08", "status": "error"], "continue_url": "https://shop.example/out",
                    "messages": [
                        ["type": "error", "code": .string(code), "content": .string(text), "severity": "unrecoverable"]
                    ],
                ]
            ],
        ]
    }

    static let refusals = [
        Refusal(
            name: "profile unreachable", status: 424,
            body: error(
                -32001, "UCP discovery failed",
                [
                    "code": "profile_unreachable", "content": "Unable to fetch agent profile",
                    "continue_url": "https://shop.example/cart",
                ]), code: .upstreamRejected,
            words: "Set ucp.agentProfile to the address of a profile that the shop can read."),
        Refusal(
            name: "version unsupported, with status 200", status: 200,
            body: error(-32001, "no", ["code": "version_unsupported", "content": "Only 2031-01-01."]),
            code: .upstreamRejected, words: "Only 2031-01-01."),
        Refusal(
            name: "capabilities incompatible", status: 200,
            body: refusal("capabilities_incompatible", "Nothing in common."),
            code: .upstreamRejected, words: "In a browser: https://shop.example/out"),
        Refusal(
            name: "429 with retry_after", status: 429, body: error(-32000, "Rate limit exceeded", ["retry_after": 60]),
            code: .busy, words: "Try again in 60 s.", isRetryable: true),
        Refusal(
            name: "429 with Retry-After", status: 429, body: .null, fields: [("Retry-After", "7")], code: .busy,
            words: "Try again in 7 s.", isRetryable: true),
        Refusal(
            name: "409", status: 409, body: error(-32000, "Idempotency key reused"), code: .upstreamRejected,
            words: "same idempotency key", isRetryable: true),
        Refusal(
            name: "401", status: 401, body: error(-32000, "Unauthorized"), code: .upstreamRejected, words: "account"),
        Refusal(name: "403 without a body", status: 403, body: .null, code: .upstreamRejected, words: "account"),
        Refusal(
            name: "500", status: 500, body: error(-32603, "oops"), code: .upstreamUnavailable, words: "status 500",
            isRetryable: true),
        Refusal(
            name: "503 without a body", status: 503, body: .null, code: .upstreamUnavailable, words: "status 503",
            isRetryable: true),
        Refusal(
            name: "an error of the shop's own with status 200", status: 200, body: error(-32603, "oops"),
            code: .upstreamUnavailable, words: "oops", isRetryable: true),
        Refusal(name: "404", status: 404, body: .null, code: .upstreamRejected, words: "refused the call"),
        Refusal(
            name: "not found", status: 200, body: refusal("not_found", "Gone."), code: .notFound, words: "“Gone.”"),
        Refusal(
            name: "no result", status: 200, body: ["jsonrpc": "2.0", "id": 1], code: .upstreamMalformed, words: "result"
        ),
        Refusal(
            name: "no content", status: 200, body: ["jsonrpc": "2.0", "id": 1, "result": [:]], code: .upstreamMalformed,
            words: "structuredContent"),
        Refusal(
            name: "a failed tool", status: 200,
            body: ["result": ["isError": true, "structuredContent": ["ucp": ["version": "2026-04-08"]]]],
            code: .upstreamRejected, words: "says no"),
    ]

    @Test("a refusal says what happened and what to do", arguments: refusals)
    func refused(_ refusal: Refusal) async throws {
        let shop = try TestShop { request in
            guard request.toolCall != nil else { return nil }
            let fields = refusal.fields.compactMap { try? HTTPField(name: $0.0, value: $0.1) }
            return .json(refusal.body, status: refusal.status, fields: fields)
        }
        let fault = try #require(try await shop.fault("search"))
        #expect(fault.code == refusal.code && fault.retryable == refusal.isRetryable, "\(fault)")
        #expect(fault.text.contains(refusal.words), "\(fault.text)")
    }

    @Test("a failure of the connection names the setting of shops")
    func unreachable() async throws {
        let shop = try TestShop { _ in .failure(.unreachable(host: "shop.example", detail: "refused")) }
        let fault = try #require(try await shop.fault("search"))
        #expect(
            fault.code == .upstreamUnavailable && fault.hint.contains("Check modules.harbour.ucp."), "\(fault.text)")
    }

    @Test("a profile that is not there")
    func noProfile() async throws {
        let shop = try TestShop { _ in .response(HTTPResponse(status: 404)) }
        let fault = try #require(try await shop.fault("search"))
        #expect(fault.code == .upstreamRejected && fault.message.contains("/.well-known/ucp"), "\(fault.text)")
    }
}

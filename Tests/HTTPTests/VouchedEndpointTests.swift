import Testing

@testable import HTTP

/// Requests to an endpoint that a trusted server names: asked, and not trusted.
@Suite("H4: endpoints that a trusted server names")
struct VouchedEndpointTests {
    private func request(_ method: HTTPMethod = .post, _ path: [String] = []) throws -> HTTPRequest {
        HTTPRequest(method, path, vouchedFor: try HTTPEndpoint(parsing: "https://tools.example/api/mcp"))
    }

    @Test("the request goes to the endpoint itself, at a public address alone")
    func target() async throws {
        let delivery = ScriptedDelivery([.status(200)])
        #expect(try await delivery.send(try request()).status == 200)
        #expect(delivery.transport.seen.map(\.url.text) == ["https://tools.example/api/mcp"])
        #expect(delivery.transport.seen.allSatisfy { !$0.isTrusted })
    }

    @Test("a path below it is escaped, whatever it holds")
    func path() throws {
        #expect(try request(.put, ["carts", "a/b?c"]).url == "https://tools.example/api/mcp/carts/a%2Fb%3Fc")
    }

    @Test("a redirect elsewhere is refused, one within the origin is followed")
    func redirects() async throws {
        let within = ScriptedDelivery([.redirect("/other", status: 307), .status(200)])
        #expect(try await within.send(try request()).status == 200)
        #expect(within.transport.seen.map(\.isTrusted) == [false, false])
        for target in ["https://other.example/", "http://tools.example/api/mcp", "https://127.0.0.1/"] {
            let delivery = ScriptedDelivery([.redirect(target, status: 307)])
            await #expect(throws: HTTPFailure.self, "\(target)") { try await delivery.send(try request()) }
        }
    }

    @Test("an endpoint of the settings is trusted, by any method", arguments: HTTPMethod.allCases)
    func trusted(_ method: HTTPMethod) throws {
        let request = HTTPRequest(method, ["carts"], at: try HTTPEndpoint(parsing: "http://127.0.0.1:8080/v1"))
        #expect(request.url == "http://127.0.0.1:8080/v1/carts")
        #expect(request.trustedOrigin == "http://127.0.0.1:8080" && request.vouchedOrigin == nil)
        #expect(request.isRepeatable == (method == .get))
    }
}

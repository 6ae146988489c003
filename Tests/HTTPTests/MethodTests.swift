import TestSupport
import Testing

@testable import HTTP

@Suite("Methods that change something")
struct MethodTests {
    private static func request(
        _ method: HTTPMethod, _ target: String, _ server: FaultServer, body: String? = nil
    ) throws -> HTTPRequest {
        var request = try HTTPRequest(method, target: target, at: try HTTPEndpoint(parsing: server.endpoint("")))
        request.body = body.map { Array($0.utf8) }
        if body != nil { request.headers = [try HTTPField(name: "Content-Type", value: "application/json")] }
        return request
    }

    @Test("each goes out with its body and its type", arguments: HTTPMethod.allCases.dropFirst())
    func sends(_ method: HTTPMethod) async throws {
        let live = try LiveServer()
        let body = method == .delete ? nil : #"{"text": "한글"}"#
        let response = try await live.client.send(try Self.request(method, "/sent?x=%2F+y", live.server, body: body))
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(text.contains(#""method": "\#(method.rawValue)""#))
        if body != nil {
            #expect(text.contains(#"\"text\": \"\ud55c\uae00\""#) && text.contains("application/json"))
        }
        let seen = try live.server.log().requests
        #expect(seen.map(\.line) == ["\(method.rawValue) /sent?x=%2F+y HTTP/1.1"])
        #expect(!seen[0].headers.contains { $0.hasPrefix("Expect") })
    }

    @Test("a large body is sent at once")
    func large() async throws {
        let live = try LiveServer()
        let body = "\"" + String(repeating: "a", count: 3 << 20) + "\""
        let response = try await live.client.send(try Self.request(.post, "/sent", live.server, body: body))
        #expect(response.status == 200 && response.body.count > 3 << 20)
    }

    @Test("a body of nothing has the length 0")
    func empty() async throws {
        let live = try LiveServer()
        _ = try await live.client.send(try Self.request(.post, "/sent", live.server, body: ""))
        let seen = try live.server.log().requests
        #expect(seen[0].headers.contains("Content-Length: 0"))
    }

    @Test("one that may not be repeated is sent once, also where its answer is lost")
    func once() async throws {
        let live = try LiveServer()
        for target in ["/close", "/reset", "/status/503"] {
            _ = await live.client.result(of: try Self.request(.post, target, live.server, body: "{}"))
        }
        #expect(try live.server.log().requests.count == 3)
    }

    @Test("one that may be repeated is sent three times")
    func repeated() async throws {
        let live = try LiveServer()
        var request = try Self.request(.put, "/status/503", live.server, body: "{}")
        request.isRepeatable = true
        #expect(try await live.client.send(request).status == 503)
        #expect(try live.server.log().requests.count == 3)
    }

    @Test("a kept connection that the server closed does not lose a request that may be sent once")
    func stale() async throws {
        let live = try LiveServer()
        _ = try await live.get("sent")
        let response = try await live.client.send(try Self.request(.post, "/sent", live.server, body: "{}"))
        #expect(response.status == 200)
        #expect(try live.server.log().openConnections == 2)
    }

    @Test("a request has nothing of those before it, whose handle it takes over")
    func apart() async throws {
        let live = try LiveServer()
        func method(_ turn: Int) -> HTTPMethod { [.get, .get, .post, .get, .delete][turn % 5] }
        func named(_ turn: Int) -> Bool { method(turn) == .get && turn % 2 == 0 }
        for turn in 0..<40 {
            let body = method(turn) == .post ? #"{"turn": \#(turn)}"# : nil
            var request = try Self.request(method(turn), "/sent?turn=\(turn)", live.server, body: body)
            if named(turn) { request.headers = [try HTTPField(name: "X-Turn", value: "\(turn)")] }
            let response = try await live.client.send(request)
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self).contains("turn") == (body != nil))
            // A request that finds nothing, two that get no whole answer, and one with a body that fails.
            let between: [(HTTPMethod, String)?] = [
                nil, (.get, "/short/1"), nil, (.get, "/status/404"), nil, (.get, "/close/1"), (.post, "/close/2"),
            ]
            if let (method, target) = between[turn % 7] {
                _ = await live.client.result(of: try Self.request(method, target, live.server))
            }
        }
        let seen = try live.server.log().requests.filter { $0.line.contains("?turn=") }
        #expect(seen.map(\.line) == (0..<40).map { "\(method($0).rawValue) /sent?turn=\($0) HTTP/1.1" })
        for (turn, request) in seen.enumerated() {
            #expect(request.headers.filter { $0.hasPrefix("X-Turn") } == (named(turn) ? ["X-Turn: \(turn)"] : []))
            #expect(request.headers.contains { $0.hasPrefix("Content-") } == (method(turn) == .post))
        }
    }

    @Test("303 leads to what came of it, by GET and without the body")
    func seeOther() async throws {
        let live = try LiveServer()
        let response = try await live.client.send(try Self.request(.post, "/seeOther", live.server, body: "{}"))
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""method": "GET", "body": "", "type": null"#))
    }

    private static func post() throws -> HTTPRequest {
        var request = try HTTPRequest(
            .post, target: "/orders", at: try HTTPEndpoint(parsing: "https://api.example.com/v1"))
        request.body = Array("{}".utf8)
        return request
    }

    @Test("307 and 308 ask for the same at the same origin, and nothing of another", arguments: [307, 308])
    func sameAgain(_ status: Int) async throws {
        let delivery = ScriptedDelivery([.redirect("/v2/orders", status: status), .status(201)])
        #expect(try await delivery.send(try Self.post()).status == 201)
        #expect(delivery.transport.seen.map(\.method) == [.post, .post])
        #expect(delivery.transport.seen.map(\.body) == [Array("{}".utf8), Array("{}".utf8)])
        let away = ScriptedDelivery([.redirect("https://images.example.com/x", status: status), .status(201)])
        await #expect(throws: HTTPFailure.redirectRefused(to: "https://images.example.com")) {
            try await away.send(try Self.post())
        }
        #expect(away.transport.seen.count == 1)
    }

    @Test("an encoded target is sent as it is, and its reference is found at its origin alone")
    func targets() throws {
        let endpoint = try HTTPEndpoint(parsing: "https://api.example.com/v1")
        let request = try HTTPRequest(
            .get, target: "/a%20b/c?x=1&y=%2F", query: [HTTPQueryItem(name: "key", value: "s/t")], at: endpoint,
            secretQueryNames: ["key"])
        #expect(request.url == "https://api.example.com/v1/a%20b/c?x=1&y=%2F&key=s%2Ft")
        #expect(request.redactedURL == "https://api.example.com/v1/a%20b/c?x=1&y=%2F&key=***")
        #expect(try request.target(of: "?page=2") == "/v1/a%20b/c?page=2")
        #expect(try request.target(of: "https://api.example.com/other") == "/other")
        #expect(try request.target(of: "https://elsewhere.example/other") == nil)
        let next = try HTTPRequest(.get, target: "/other?a=b", isBelowOrigin: true, at: endpoint)
        #expect(next.url == "https://api.example.com/other?a=b")
        #expect(throws: HTTPEndpointFault.self) { try HTTPRequest(.get, target: "https://x.example/", at: endpoint) }
        #expect(throws: HTTPEndpointFault.self) { try HTTPRequest(.get, target: "/a b", at: endpoint) }
    }
}

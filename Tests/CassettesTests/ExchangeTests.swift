import HTTP
import Settings
import TestSupport
import Testing

@testable import Cassettes
@testable import Masking

@Suite("Exchanges") struct ExchangeTests {
    private let endpoint: HTTPEndpoint

    private let redaction: Redaction

    init() throws {
        redaction = Redaction(secrets: [], names: SecretNames(try SettingsCatalog([])))
        endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:8080/base/1.0")
    }

    private func request(_ path: [String], key: String? = nil) -> HTTPRequest {
        HTTPRequest(
            get: path,
            query: key.map { [HTTPQueryItem(name: "q", value: "서울"), HTTPQueryItem(name: "appid", value: $0)] } ?? [],
            at: endpoint, secretQueryNames: ["appid"])
    }

    @Test(
        "the key is the request below its endpoint, one segment each",
        arguments: [
            (["new"], "GET /new"), (["search", "a/b", "1"], "GET /search/a%2Fb/1"),
            (["search", "한글", "2"], "GET /search/%ED%95%9C%EA%B8%80/2"),
            (["search", "50%", "1"], "GET /search/50%25/1"), ([], "GET "),
        ])
    func keys(_ path: [String], _ key: String) {
        #expect(Exchange.key(of: request(path), redaction) == key)
    }

    @Test("two hosts have one key")
    func keysAreFreeOfHosts() throws {
        let other = HTTPRequest(get: ["new"], at: try HTTPEndpoint(parsing: "https://api.example.com"))
        #expect(Exchange.key(of: other, redaction) == Exchange.key(of: request(["new"]), redaction))
    }

    @Test("C5 a secret is in no part of an exchange")
    func secrets() throws {
        let secret = "CANARY-7f3a"
        let response = HTTPResponse(
            status: 401,
            fields: [
                try HTTPField(name: "Set-Cookie", value: "session=1"),
                try HTTPField(name: "X-Echo", value: "key=\(secret)!"),
                try HTTPField(name: "Authorization", value: "Basic x"),
                try HTTPField(name: "Content-Type", value: "text/plain"),
            ], body: Array("the key \(secret) and \(secret)".utf8))
        let exchange = Exchange(request(["forecast", "daily"], key: secret), response, redaction)
        let line = String(decoding: exchange.line(), as: UTF8.self)
        #expect(!line.contains(secret))
        #expect(line.contains("appid=***"))
        #expect(exchange.fields.map(\.name) == ["X-Echo", "Content-Type"])
        #expect(String(decoding: exchange.body, as: UTF8.self) == "the key *** and ***")
    }

    @Test(
        "an exchange survives its line",
        arguments: [
            Array("{\"a\": \"한글 \\u2028\"}".utf8), [], [0, 255, 254, 10, 13], Array("line\nline\r\n".utf8),
        ] as [[UInt8]])
    func roundTrip(_ body: [UInt8]) throws {
        let response = HTTPResponse(
            status: 200, fields: [try HTTPField(name: "ETag", value: "\"x\"")], body: body)
        let exchange = Exchange(request(["new"]), response, redaction)
        let line = exchange.line()
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(line.dropLast().contains(UInt8(ascii: "\n")) == false)
        #expect(Exchange(line: line.dropLast()) == exchange)
        #expect(exchange.response.source == .cassette)
    }

    @Test(
        "what is no exchange is refused",
        arguments: [
            "", "{}", "[]", "{\"request\":\"GET /\",\"status\":200}",
            "{\"request\":\"GET /\",\"status\":99,\"body\":\"\"}",
            "{\"request\":1,\"status\":200,\"body\":\"\"}", "{\"request\":\"GET /\",\"status\":200,\"bodyHex\":\"0\"}",
            "{\"request\":\"GET /\",\"status\":200,\"bodyHex\":\"zz\"}",
            "{\"request\":\"GET /\",\"status\":2e400,\"body\":\"\"}",
        ])
    func brokenLines(_ line: String) {
        #expect(Exchange(line: Array(line.utf8)[...]) == nil)
    }

    @Test("H7 a field with a line break in it is left out when read")
    func hostileFields() {
        let line = #"{"request":"GET /","status":200,"fields":[["A","x\r\nB: y"],["C","z"],["D"],7],"body":""}"#
        #expect(Exchange(line: Array(line.utf8)[...])?.fields.map(\.name) == ["C"])
    }
}

/// Requests with bodies: each body is a recording of its own.
@Suite("Exchanges of requests with bodies") struct BodyExchangeTests {
    private let redaction: Redaction
    private let endpoint: HTTPEndpoint

    init() throws {
        redaction = Redaction(secrets: ["CANARY-9"], names: SecretNames(try SettingsCatalog([])))
        endpoint = try HTTPEndpoint(parsing: "https://shop.example/mcp")
    }

    private func request(_ body: String?, recorded: String? = nil) -> HTTPRequest {
        var request = HTTPRequest(.post, [], at: endpoint)
        request.body = body.map { Array($0.utf8) }
        request.recordedBody = recorded.map { Array($0.utf8) }
        return request
    }

    @Test("a key has the body, or what stands for it; an empty one is as none")
    func keys() {
        #expect(Exchange.key(of: request(#"{"a":1}"#), redaction) == #"POST  {"a":1}"#)
        #expect(Exchange.key(of: request(#"{"meta":7}"#, recorded: #"{"t":{}}"#), redaction) == #"POST  {"t":{}}"#)
        #expect(Exchange.key(of: request(nil), redaction) == Exchange.key(of: request(""), redaction))
        #expect(Exchange.key(of: request("7", recorded: ""), redaction) == "POST ", "what stands for it decides")
    }

    @Test("C5 a secret in a body is in no key, and requests that differ by it alone have one")
    func secrets() {
        let (one, other) = (request(#"{"q":"CANARY-9"}"#), request(#"{"q":"***"}"#))
        #expect(!Exchange.key(of: one, redaction).contains("CANARY"))
        #expect(Exchange.key(of: one, redaction) == Exchange.key(of: other, redaction))
        let byName = Exchange.key(of: request(#"{"access_token":"abc","q":"x"}"#), redaction)
        #expect(!byName.contains("abc") && byName.contains("\"x\""), "\(byName)")
    }

    @Test("answers are told by their bodies, in the order of each, from the file as from memory")
    func replayed() async throws {
        let folder = try Folder()
        let cassette = Cassette(path: folder("shop.jsonl"))
        for (body, answer) in [("a", "1"), ("b", "2"), ("a", "3"), ("cafe\u{301}", "4"), ("caf\u{E9}", "5")] {
            let response = HTTPResponse(status: 200, body: Array(answer.utf8))
            try cassette.append(Exchange(request(body), response, redaction).line())
        }
        let client = ReplayingHTTPClient(cassette, redaction)
        func answer(_ body: String) async throws -> String {
            String(decoding: try await client.send(request(body)).body, as: UTF8.self)
        }
        #expect(try await answer("b") == "2")
        #expect(try await answer("a") == "1")
        #expect(try await answer("a") == "3")
        #expect(try await answer("a") == "3", "the last one stays")
        await #expect(throws: HTTPFailure.self) { try await answer("c") }
        // Two texts that only look alike were asked apart, and are answered apart.
        #expect(try await answer("caf\u{E9}") == "5")
        #expect(try await answer("cafe\u{301}") == "4")
    }

    @Test("what comes behind a line that a full disk cut is read all the same")
    func cut() throws {
        let folder = try Folder()
        let cassette = Cassette(path: folder("shop.jsonl"))
        let line = Exchange(request("a"), HTTPResponse(status: 200, body: [1]), redaction).line()
        for length in [1, line.count / 2, line.count - 1] {
            try folder.write(line + line.prefix(length), "shop.jsonl")
            try cassette.append(line)
            let (exchanges, broken) = try cassette.read()
            // A line that lacks nothing but its end is whole.
            #expect(exchanges.count + broken == 3 && broken == (length == line.count - 1 ? 0 : 1), "\(length)")
        }
        try folder.write(line, "shop.jsonl")
        try cassette.append(line)
        #expect(try folder.read("shop.jsonl") == line + line, "a whole line gets no other end")
        #expect(throws: CassetteFault.full(path: cassette.path, limit: 3 * line.count)) {
            try folder.write(line + line.dropLast() + line, "shop.jsonl")
            try cassette.append(line, limit: 3 * line.count)
        }
    }

    @Test(
        "bytes in hexadecimal digits are read as they are written, and nothing else is",
        arguments: [
            ("00ff7f", [0, 255, 127]), ("00FF", [0, 255]), ("", []), ("0", nil), ("0g", nil), ("+f", nil), ("-1", nil),
            (" 1", nil),
            ("é", nil), ("１２", nil), ("0x10", nil),
        ] as [(String, [UInt8]?)])
    func digits(_ text: String, _ bytes: [UInt8]?) {
        let line = #"{"request":"GET /a","status":200,"fields":[],"bodyHex":"\#(text)"}"#
        #expect(Exchange(line: ArraySlice(line.utf8))?.body == bytes)
    }
}

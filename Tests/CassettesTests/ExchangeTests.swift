import HTTP
import Settings
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

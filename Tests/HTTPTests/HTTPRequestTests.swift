import Testing

@testable import HTTP

@Suite("Requests: the URL on the wire, and what people see of it")
struct HTTPRequestTests {
    static let segments: [(text: String, encoded: String)] = [
        ("swift", "swift"),
        ("A-Z_a.z~09", "A-Z_a.z~09"),
        ("c#", "c%23"),
        ("c++", "c%2B%2B"),
        ("a/b", "a%2Fb"),
        ("50%", "50%25"),
        ("%2F", "%252F"),
        ("한글", "%ED%95%9C%EA%B8%80"),
        ("e\u{301}", "e%CC%81"),
        ("/\u{301}", "%2F%CC%81"),
        (" swift ", "%20swift%20"),
        ("?", "%3F"),
        ("a&b=c;d", "a%26b%3Dc%3Bd"),
        ("\\", "%5C"),
        ("\r\nX-Evil: 1", "%0D%0AX-Evil%3A%201"),
        ("\0", "%00"),
        ("\u{7F}\u{85}\u{2028}", "%7F%C2%85%E2%80%A8"),
        ("😀", "%F0%9F%98%80"),
        (".", "%2E"),
        ("..", "%2E%2E"),
        ("...", "..."),
        ("..\u{301}", "..%CC%81"),
        ("../..", "..%2F.."),
        ("", ""),
    ]

    @Test(
        "what is asked for stands behind what the address has, each item once and in its order",
        arguments: [
            ("/a", [], "/a"), ("/a?", [], "/a?"), ("/a?x=1", [], "/a?x=1"), ("/a", [("b", "c")], "/a?b=c"),
            ("/a?x=1", [("b", "c"), ("b", "d&e")], "/a?x=1&b=c&b=d%26e"), ("/a?", [("b", "")], "/a?&b="),
            ("/%E2%82%AC", [("한", "글")], "/%E2%82%AC?%ED%95%9C=%EA%B8%80"),
        ] as [(String, [(String, String)], String)])
    func itemsBehind(_ target: String, _ items: [(String, String)], _ expected: String) throws {
        let endpoint = try HTTPEndpoint(parsing: "https://api.example.com")
        let query = items.map { HTTPQueryItem(name: $0.0, value: $0.1) }
        let request = try HTTPRequest(.get, target: target, query: query, at: endpoint, secretQueryNames: ["b"])
        #expect(request.url == "https://api.example.com" + expected)
        #expect(!items.contains { $0.0 == "b" } || request.redactedURL.contains("b=***"))
    }

    @Test("H7: hard text is one segment", arguments: segments)
    func encodesSegment(_ text: String, _ encoded: String) throws {
        let endpoint = try HTTPEndpoint(parsing: "https://api.example.com/1.0")
        let request = HTTPRequest(get: ["search", text, "1"], at: endpoint)
        #expect(request.url == "https://api.example.com/1.0/search/\(encoded)/1")
        #expect(throws: Never.self) { try HTTPURL(parsing: request.url) }
    }

    @Test("a query keeps its order and repeats; names and values are encoded")
    func encodesQuery() throws {
        let endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:81")
        let request = HTTPRequest(
            get: [],
            query: [
                HTTPQueryItem(name: "q", value: "Ho Chi Minh & co"), HTTPQueryItem(name: "a b", value: ""),
                HTTPQueryItem(name: "q", value: "+=#\r\n한"), HTTPQueryItem(name: "..", value: ".."),
            ], at: endpoint)
        #expect(
            request.url == "http://127.0.0.1:81/?q=Ho%20Chi%20Minh%20%26%20co&a%20b=&q=%2B%3D%23%0D%0A%ED%95%9C&..=..")
    }

    @Test("C5: the value of a secret is *** for people")
    func redacts() throws {
        let endpoint = try HTTPEndpoint(parsing: "https://api.example.com/2.5")
        let request = HTTPRequest(
            get: ["forecast", "daily"],
            query: [HTTPQueryItem(name: "q", value: "Oslo"), HTTPQueryItem(name: "appid", value: "CANARY key")],
            at: endpoint, secretQueryNames: ["appid"])
        #expect(request.url == "https://api.example.com/2.5/forecast/daily?q=Oslo&appid=CANARY%20key")
        #expect(request.redactedURL == "https://api.example.com/2.5/forecast/daily?q=Oslo&appid=***")
        #expect(request.secrets == ["CANARY key", "CANARY%20key"])
    }

    static let badValues = ["a\rb", "a\nb", "a\r\nX: y", "a\0b", "\u{1B}[0m", "\u{7F}"]

    @Test("H7: a header value with a control is refused and not repeated", arguments: badValues)
    func refusesValue(_ value: String) {
        #expect(throws: HTTPFieldFault.badValue(name: "Accept")) { try HTTPField(name: "Accept", value: value) }
    }

    static let badNames = ["", "a b", "a:", "a\r\nb", "naïve", "(x)", "a\0"]

    @Test("H7: a header name that is no token is refused", arguments: badNames)
    func refusesName(_ name: String) {
        #expect(throws: HTTPFieldFault.badName) { try HTTPField(name: name, value: "x") }
    }

    @Test("fields are found without regard to case, the first one first")
    func findsFields() throws {
        let fields = try [("Set-Cookie", "a"), ("ETag", "\"1\""), ("set-cookie", "b")].map {
            try HTTPField(name: $0.0, value: $0.1)
        }
        let response = HTTPResponse(status: 200, fields: fields)
        #expect(response.field("etag") == "\"1\"")
        #expect(response.field("SET-COOKIE") == "a")
        #expect(response.field("Set_Cookie") == nil)
        #expect(response.field("ETag\u{301}") == nil)
    }

    @Test("samples answer without the network, and a missing one is a 404")
    func samples() async throws {
        let endpoint = try HTTPEndpoint(parsing: "https://api.example.com")
        let client = SampleHTTPClient { request in
            request.path == ["new"] ? HTTPResponse(status: 200, body: [0x31], source: .network) : nil
        }
        let found = try await client.send(HTTPRequest(get: ["new"], at: endpoint))
        #expect(found == HTTPResponse(status: 200, body: [0x31], source: .sample))
        let missing = try await client.send(HTTPRequest(get: ["old"], at: endpoint))
        #expect(missing.status == 404 && missing.source == .sample && missing.body.isEmpty)
    }

    static let failures: [HTTPFailure] = [
        .timedOut(after: .seconds(10)), .timedOut(after: .milliseconds(1_500)),
        .unreachable(host: "a.example", detail: "refused"), .connectionLost, .truncatedBody, .tooLarge(limit: 9),
        .tooManyRedirects(limit: 3), .redirectRefused(to: "http://b"), .blockedAddress(host: "b"),
        .tlsRefused(host: "b", detail: "expired"), .malformedResponse(detail: "no status"),
        .libraryMissing(detail: "not found"), .busy(host: "b"), .cancelled, .offline,
    ]

    @Test("a failure's sentence is plain: no case name, a full stop, the facts", arguments: failures)
    func sentences(_ failure: HTTPFailure) {
        let sentence = failure.sentence
        #expect(sentence.hasSuffix(".") && !sentence.contains("HTTPFailure"))
        switch failure {
        case .timedOut(let time): #expect(sentence.contains(time == .seconds(10) ? " 10 s." : " 1500 ms."))
        case .unreachable(let host, let detail), .tlsRefused(let host, let detail):
            #expect(sentence.contains(host) && sentence.contains(detail))
        case .redirectRefused(let target): #expect(sentence.contains(target))
        default: break
        }
    }
}

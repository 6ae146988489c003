import TestSupport
import Testing

@testable import HTTP

@Suite("Requests of URLs found in data")
struct FoundURLTests {
    static let good: [(text: String, url: String)] = [
        ("https://itbook.store/img/books/1.png", "https://itbook.store/img/books/1.png"),
        ("HTTPS://ItBook.Store:443/A", "https://itbook.store/A"),
        ("http://h", "http://h/"),
        ("http://h?x=1&x=2&y", "http://h/?x=1&x=2&y"),
        ("http://h/a?sig=%2B%2f=&e=1", "http://h/a?sig=%2B%2f=&e=1"),
        ("http://h/a#part?x", "http://h/a"),
        ("http://h/a/../b/./c", "http://h/b/c"),
        ("http://h/../../etc/passwd", "http://h/etc/passwd"),
        ("http://h/한글 1.png", "http://h/%ED%95%9C%EA%B8%80%201.png"),
        ("http://h/a\\b\"<>|", "http://h/a%5Cb%22%3C%3E%7C"),
        ("http://h/a\r\nX: y", "http://h/a%0D%0AX:%20y"),
        ("http://h/\0", "http://h/%00"),
        ("http://[::1]:81/a", "http://[::1]:81/a"),
    ]

    @Test("H7: the path and query go out as they stand, with what no URL may hold encoded", arguments: good)
    func reads(_ text: String, _ url: String) throws {
        let request = try HTTPRequest(get: text)
        #expect(request.url == url && request.redactedURL == url)
        #expect(request.path.isEmpty && request.query.isEmpty && request.secrets.isEmpty)
        #expect(request.endpoint.basePath.isEmpty && url.hasPrefix(request.endpoint.origin))
        #expect(throws: Never.self) { try HTTPURL(parsing: request.url) }
    }

    static let bad: [(text: String, fault: HTTPEndpointFault)] = [
        ("", .empty), ("a.png", .missingScheme), ("//h/a.png", .missingScheme), ("/a.png", .missingScheme),
        ("ftp://h/a", .unsupportedScheme), ("file:///etc/passwd", .unsupportedScheme),
        ("javascript:alert(1)", .unsupportedScheme), ("data:image/png;base64,AA==", .unsupportedScheme),
        ("http:h", .missingHost), ("http:///a", .missingHost), ("http://:80/", .missingHost),
        ("http://user:pass@h/", .userInformation), ("http://h@evil/", .userInformation),
        ("http://127.1/", .badHost), ("http://2130706433/", .badHost), ("http://0x7f.1/", .badHost),
        ("http://①②⑦.⓪.⓪.①/", .badHost), ("http://h%2Eevil/", .badHost), ("http://h\r\n/", .badHost),
        ("http://h:0/", .badPort), ("http://h:99999/", .badPort),
        ("http://h/%zz", .forbiddenCharacter(offset: 9)),
        ("http://h/" + String(repeating: "a", count: 9_000), .tooLong(limit: 8_192)),
        // 3,000 letters of three bytes become nine bytes each.
        ("http://h/" + String(repeating: "한", count: 2_000), .tooLong(limit: 8_192)),
    ]

    @Test("H4: what is no http or https URL of a plain host is refused, with the reason", arguments: bad)
    func refuses(_ text: String, _ fault: HTTPEndpointFault) {
        #expect(throws: fault) { try HTTPRequest(get: text) }
    }

    @Test("the rules say beforehand whether a request may be sent at all")
    func allows() throws {
        var configuration = HTTPConfiguration()
        let endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:8080/api")
        configuration.allowHosts = ["itbook.store"]
        let verdicts: [(String, Bool)] = [
            ("http://127.0.0.1:8080/x", true), ("http://127.0.0.1:8081/x", false), ("https://127.0.0.1:8080/x", false),
            ("https://itbook.store/x", true), ("http://ITBOOK.store:99/x", true), ("https://www.itbook.store/x", false),
            ("https://itbook.store.evil.example/x", false),
        ]
        for (url, verdict) in verdicts {
            let request = try HTTPRequest(get: url, trusting: endpoint)
            #expect(configuration.allows(request) == verdict, "\(url)")
            let isAllowedHost = request.endpoint.host == "itbook.store"
            #expect(configuration.allows(try HTTPRequest(get: url)) == isAllowedHost, "\(url), trusting nobody")
        }
    }

    @Test("H4: over the wire, under the same rules: trusted origins, or allowed hosts at public addresses")
    func live() async throws {
        let live = try LiveServer { $0.allowHosts = ["localhost"] }
        let field = try HTTPField(name: "If-None-Match", value: "\"1\"")
        let endpoint = try HTTPEndpoint(parsing: live.server.origin)
        let answer = try await live.client.send(
            HTTPRequest(get: live.server.endpoint("echo/a%2Fb?x=%41#y"), trusting: endpoint, headers: [field]))
        #expect(answer.status == 200)
        let seen = try live.server.log().requests
        #expect(seen.map(\.target) == ["/echo/a%2Fb?x=%41"])
        #expect(seen.first?.headers.contains("If-None-Match: \"1\"") == true)
        for (url, host) in [
            ("http://localhost:\(live.server.port)/echo", "localhost"), ("http://127.0.0.1:1/echo", "127.0.0.1"),
        ] {
            await #expect(throws: HTTPFailure.blockedAddress(host: host)) {
                try await live.client.send(HTTPRequest(get: url, trusting: endpoint))
            }
        }
        #expect(try live.server.log().requests.count == 1)
    }
}

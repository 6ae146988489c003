import Testing

@testable import HTTP

@Suite("Endpoints: what is read, and in which one spelling")
struct HTTPEndpointTests {
    struct Good: CustomTestStringConvertible {
        let text: String
        let spelling: String
        let origin: String
        let port: Int
        let basePath: String
        var testDescription: String { text }
    }

    static let good = [
        Good(
            text: "https://api.itbook.store/1.0", spelling: "https://api.itbook.store/1.0",
            origin: "https://api.itbook.store", port: 443, basePath: "/1.0"),
        Good(
            text: "HTTP://Example.COM", spelling: "http://example.com", origin: "http://example.com", port: 80,
            basePath: ""),
        Good(
            text: "http://127.0.0.1:8080/", spelling: "http://127.0.0.1:8080", origin: "http://127.0.0.1:8080",
            port: 8_080, basePath: ""),
        Good(
            text: "https://example.com:443/a//", spelling: "https://example.com/a", origin: "https://example.com",
            port: 443, basePath: "/a"),
        Good(
            text: "http://example.com:", spelling: "http://example.com", origin: "http://example.com", port: 80,
            basePath: ""),
        Good(
            text: "http://[0:0::0001]:81/x", spelling: "http://[::1]:81/x", origin: "http://[::1]:81", port: 81,
            basePath: "/x"),
        Good(
            text: "https://a-b_c.xn--9n2bp8q/%41%2f", spelling: "https://a-b_c.xn--9n2bp8q/%41%2f",
            origin: "https://a-b_c.xn--9n2bp8q", port: 443, basePath: "/%41%2f"),
        Good(
            text: "http://1.2.3.4.example", spelling: "http://1.2.3.4.example", origin: "http://1.2.3.4.example",
            port: 80, basePath: ""),
        Good(
            text: "http://localhost:65535/v1/~me;a=1,2!$&'()*+:@",
            spelling: "http://localhost:65535/v1/~me;a=1,2!$&'()*+:@",
            origin: "http://localhost:65535", port: 65_535, basePath: "/v1/~me;a=1,2!$&'()*+:@"),
    ]

    @Test("a good endpoint", arguments: good)
    func readsGood(_ row: Good) throws {
        let endpoint = try HTTPEndpoint(parsing: row.text)
        #expect(endpoint.text == row.spelling)
        #expect(endpoint.origin == row.origin)
        #expect(endpoint.port == row.port)
        #expect(endpoint.basePath == row.basePath)
        #expect(try HTTPEndpoint(parsing: endpoint.text) == endpoint)
    }

    static let bad: [(String, HTTPEndpointFault)] = [
        ("", .empty),
        ("example.com", .missingScheme),
        ("//example.com", .missingScheme),
        ("ftp://example.com", .unsupportedScheme),
        ("file:///etc/passwd", .unsupportedScheme),
        ("httpſ://example.com", .forbiddenCharacter(offset: 4)),
        ("http:example.com", .missingHost),
        ("http:/example.com", .missingHost),
        ("http://", .missingHost),
        ("http:///path", .missingHost),
        ("http://:80", .missingHost),
        ("http://user@example.com", .userInformation),
        ("http://user:CANARY@example.com", .userInformation),
        ("http://127.1", .badHost),
        ("http://2130706433", .badHost),
        ("http://0x7f000001", .badHost),
        ("http://0x7f.0.0.0x1", .badHost),
        ("http://127.0.0.01", .badHost),
        ("http://127.0.0.256", .badHost),
        ("http://1.2.3.4.5", .badHost),
        ("http://example.0x", .badHost),
        ("http://%31%32%37.0.0.1", .badHost),
        ("http://①②⑦.⓪.⓪.①", .forbiddenCharacter(offset: 7)),
        ("http://exa mple.com", .forbiddenCharacter(offset: 10)),
        ("http://example.com.", .badHost),
        ("http://a..b", .badHost),
        ("http://\(String(repeating: "a", count: 64)).com", .badHost),
        ("http://\(String(repeating: "a.", count: 127))com", .badHost),
        ("http://ex\\ample.com", .badHost),
        ("http://[::1", .badHost),
        ("http://[::1]x", .badHost),
        ("http://[fe80::1%25eth0]", .badHost),
        ("http://[v1.a]", .badHost),
        ("http://[]", .badHost),
        ("http://::1", .missingHost),
        ("http://example.com:0", .badPort),
        ("http://example.com:65536", .badPort),
        ("http://example.com:80a", .badPort),
        ("http://example.com:-1", .badPort),
        ("http://example.com:99999999999999999999", .badPort),
        ("http://example.com:80:80", .badPort),
        ("http://example.com/?", .query),
        ("http://example.com?a=b", .query),
        ("http://example.com/#top", .fragment),
        ("http://example.com/a/../b", .dotSegment),
        ("http://example.com/.", .dotSegment),
        ("http://example.com/a%2", .forbiddenCharacter(offset: 20)),
        ("http://example.com/%zz", .forbiddenCharacter(offset: 19)),
        ("http://example.com/<a>", .forbiddenCharacter(offset: 19)),
        ("http://example.com/\r\nX: y", .forbiddenCharacter(offset: 19)),
        ("http://example.com/\0", .forbiddenCharacter(offset: 19)),
        (" http://example.com", .forbiddenCharacter(offset: 0)),
        ("http://example.com/\(String(repeating: "a", count: 9_000))", .tooLong(limit: 8_192)),
    ]

    @Test("H4, H7, C5: a bad endpoint is refused with its fault", arguments: bad)
    func refusesBad(_ text: String, _ fault: HTTPEndpointFault) {
        #expect(throws: fault) { try HTTPEndpoint(parsing: text) }
        #expect(!fault.sentence.contains("CANARY"))
    }

    @Test("equal endpoints have equal values")
    func oneSpelling() throws {
        let spellings = ["http://A.example/v1", "HTTP://a.EXAMPLE:80/v1/", "http://a.example:080/v1"]
        #expect(Set(try spellings.map { try HTTPEndpoint(parsing: $0) }).count == 1)
    }
}

@Suite("References: where a Location points")
struct ReferenceTests {
    /// RFC 3986 section 5.4, as far as it concerns http, and what servers really send.
    static let table: [(reference: String, target: String)] = [
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g/"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q"),
        ("g#s", "http://a/b/c/g"),
        ("g?y#s", "http://a/b/c/g?y"),
        (";x", "http://a/b/c/;x"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("https://b.example/x y#z", "https://b.example/x%20y"),
        ("HTTP://B.example:80", "http://b.example/"),
        ("/한글?q=글", "http://a/%ED%95%9C%EA%B8%80?q=%EA%B8%80"),
        ("/a\\..\\b", "http://a/a%5C..%5Cb"),
        ("/a\r\nX-Evil: 1", "http://a/a%0D%0AX-Evil:%201"),
        ("1:2", "http://a/b/c/1:2"),
    ]

    @Test(
        "an address knows its length, and is the same as another of the same parts",
        arguments: [
            "http://a", "http://a/", "https://a:8443/b/c?d=e", "http://[::1]:80?x", "https://shop.example/%ED%95%9C",
        ])
    func length(_ text: String) throws {
        let url = try HTTPURL(parsing: text)
        #expect(url.length == url.text.utf8.count)
        #expect(try Set([url, HTTPURL(parsing: text), url.with(path: url.path, query: url.query)]).count == 1)
        #expect(url != url.with(path: url.path + "/x", query: url.query))
        #expect(url != url.with(path: url.path, query: "other"))
    }

    @Test("a reference and its target", arguments: table)
    func resolves(_ reference: String, _ target: String) throws {
        let base = try HTTPURL(parsing: "http://a/b/c/d;p?q")
        #expect(try base.resolving(reference).text == target)
    }

    static let refused = [
        "javascript:alert(1)", "file:///etc/passwd", "ftp://a/", "http:g", "http:///x", "//user@b/", "http://①/",
        "//127.1/", "/%zz", "http://b:99999/", String(repeating: "a", count: 9_000),
    ]

    @Test("H5: a reference that is no usable URL is refused", arguments: refused)
    func refuses(_ reference: String) throws {
        let base = try HTTPURL(parsing: "http://a/b/c/d;p?q")
        #expect(throws: HTTPEndpointFault.self) { try base.resolving(reference) }
    }

    @Test("a base without a path")
    func emptyBase() throws {
        let base = try HTTPURL(parsing: "http://a")
        #expect(try base.resolving("g").text == "http://a/g")
        #expect(try base.resolving("?x").text == "http://a/?x")
        #expect(base.text == "http://a/")
    }
}

import Testing
import Values

@testable import FeatureKit

@Suite("Routes")
struct RouteTests {
    /// A route's parts: segments, then name and value of each item of the query.
    struct Parts: Sendable, Equatable {
        var segments: [String]
        var query: [String] = []
    }

    @Test("A route is taken apart, percent-decoded", arguments: routes)
    func parts(_ row: Case<String, Parts?>) {
        let parts = Route(parsing: row.input).map { route in
            Parts(segments: route.segments, query: route.query.flatMap { [$0.name, $0.value] })
        }
        #expect(parts == row.expected)
    }

    static let routes: [Case<String, Parts?>] =
        ([
            ("galleria://home", Parts(segments: ["home"])),
            ("galleria://book/978", Parts(segments: ["book", "978"])),
            ("galleria://a/b/c", Parts(segments: ["a", "b", "c"])),
            ("galleria://book/a%2Fb", Parts(segments: ["book", "a/b"])),
            ("galleria://book/%ED%95%9C", Parts(segments: ["book", "한"])),
            ("galleria://book/한", Parts(segments: ["book", "한"])),
            ("galleria://book/%2e%2E", Parts(segments: ["book", ".."])),
            ("galleria://book/..", Parts(segments: ["book", ".."])),
            ("galleria://book/%00", Parts(segments: ["book", "\u{0}"])),
            ("galleria://book/a+b", Parts(segments: ["book", "a+b"])),
            ("galleria://book/a b", Parts(segments: ["book", "a b"])),
            ("galleria://book/%25", Parts(segments: ["book", "%"])),
            ("galleria://book/%253F", Parts(segments: ["book", "%3F"])),
            ("galleria://b?", Parts(segments: ["b"])),
            ("galleria://b?a=1", Parts(segments: ["b"], query: ["a", "1"])),
            ("galleria://b?a=1&c=2", Parts(segments: ["b"], query: ["a", "1", "c", "2"])),
            ("galleria://b?a", Parts(segments: ["b"], query: ["a", ""])),
            ("galleria://b?a=", Parts(segments: ["b"], query: ["a", ""])),
            ("galleria://b?a=b=c", Parts(segments: ["b"], query: ["a", "b=c"])),
            ("galleria://b?a=%26%3D", Parts(segments: ["b"], query: ["a", "&="])),
            ("galleria://b?a=/?", Parts(segments: ["b"], query: ["a", "/?"])),
            ("galleria://b?&&a=1&", Parts(segments: ["b"], query: ["a", "1"])),
            ("galleria://b?a=1&a=2", Parts(segments: ["b"], query: ["a", "1", "a", "2"])),
            ("", nil), ("galleria:", nil), ("galleria:/home", nil), ("galleria://", nil), ("galleria:///home", nil),
            ("galleria://home/", nil), ("galleria://a//b", nil), ("Galleria://home", nil), ("GALLERIA://home", nil),
            ("http://home", nil), (" galleria://home", nil), ("galleria://%", nil), ("galleria://a/%2", nil),
            ("galleria://a/%zz", nil), ("galleria://a/%2g", nil), ("galleria://a/% 2", nil), ("galleria://a/%ff", nil),
            ("galleria://a/%ED%A0%80", nil), ("galleria://a/%C0%AF", nil), ("galleria://b?a=%", nil),
            ("galleria://b?%=a", nil),
            ("galleria://b?a=%ff", nil),
        ] as [(String, Parts?)]).map { Case($0.0, $0.0, $0.1) }

    @Test("A route has at most 2,048 bytes", arguments: [(2_048, true), (2_049, false), (1_000_000, false)])
    func length(_ length: Int, _ isRoute: Bool) {
        let start = "galleria://book/"
        let route = start + String(repeating: "9", count: length - start.utf8.count)
        #expect((Route(parsing: route) != nil) == isRoute)
    }

    @Test(
        "W15: routes are the same when their bytes are, however they are written",
        arguments: [
            Case("the same", ("galleria://a/b?c=d", "galleria://a/b?c=d"), true),
            Case("encoded", ("galleria://a/b", "galleria://a/%62"), true),
            Case("other case in the encoding", ("galleria://a/%2f", "galleria://a/%2F"), true),
            Case("another segment", ("galleria://a/b", "galleria://a/c"), false),
            Case("one segment or two", ("galleria://a/b", "galleria://a%2Fb"), false),
            Case("canonically equivalent", ("galleria://e\u{301}", "galleria://\u{E9}"), false),
            Case("canonically equivalent in the query", ("galleria://a?b=K", "galleria://a?b=\u{212A}"), false),
            Case("order of the query", ("galleria://a?b=1&c=2", "galleria://a?c=2&b=1"), false),
            Case("a query or none", ("galleria://a?b=", "galleria://a"), false),
        ])
    func equality(_ row: Case<(String, String), Bool>) throws {
        let left = try #require(Route(parsing: row.input.0))
        let right = try #require(Route(parsing: row.input.1))
        #expect((left == right) == row.expected)
    }

    @Test(
        "Percent-encoding leaves the unreserved characters alone",
        arguments: [
            ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a/b", "a%2Fb"), ("%", "%25"), (" ", "%20"), ("+", "%2B"),
            ("한", "%ED%95%9C"),
            ("e\u{301}", "e%CC%81"), ("\u{0}", "%00"), ("?&=#", "%3F%26%3D%23"), ("{}", "%7B%7D"),
            ("\u{1F600}", "%F0%9F%98%80"),
        ])
    func encoding(_ text: String, _ encoded: String) {
        #expect(PercentEncoding.component(text) == encoded)
    }
}

@Suite("Templates of routes")
struct RouteTemplateTests {
    private let book = RouteTemplate("galleria://book/{isbn13}")
    private let friends = RouteTemplate("galleria://friends{?scenario,query}")
    private let day = RouteTemplate("galleria://forecast/{place}/{date}")

    private func matched(_ template: RouteTemplate, _ route: String) throws -> RouteParameters? {
        template.match(try #require(Route(parsing: route)))
    }

    @Test(
        "What is filled in comes back, whatever it is",
        arguments: hostileTexts.filter { !$0.isEmpty && $0.utf8.count < 500 })
    func roundTrip(_ value: String) throws {
        let route = book.filled(["isbn13": value])
        #expect(route.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(sameBytes(try matched(book, route)?["isbn13"], value))
        let listed = friends.filled(["scenario": value, "query": value])
        #expect(sameBytes(try matched(friends, listed)?["scenario"], value))
        #expect(sameBytes(try matched(friends, listed)?["query"], value))
        let both = try #require(try matched(day, day.filled(["place": value, "date": "x"])))
        #expect(sameBytes(both["place"], value))
        #expect(both["date"] == "x")
    }

    @Test("An empty value fits into a query, never into a path")
    func emptyValue() throws {
        #expect(Route(parsing: book.filled(["isbn13": ""])) == nil)
        #expect(Route(parsing: book.filled([:])) == nil)
        let parameters = try #require(try matched(friends, friends.filled(["scenario": ""])))
        #expect(parameters["scenario"] == "")
        #expect(parameters["query"] == nil)
        #expect(friends.filled([:]) == "galleria://friends")
        #expect(friends.filled(["query": "a", "unknown": "b"]) == "galleria://friends?query=a")
    }

    @Test(
        "What does not fit is no match",
        arguments: [
            "galleria://book", "galleria://book/1/2", "galleria://Book/1", "galleria://boo/1",
            "galleria://b\u{43E}ok/1",
            "galleria://book/1?isbn13=2", "galleria://book/1?a=b", "galleria://1/book", "galleria://book%2F1",
            "galleria://book\u{301}/1",
        ])
    func noMatch(_ route: String) throws {
        #expect(try matched(book, route) == nil)
    }

    @Test(
        "A query's variable comes at most once, and by its exact name",
        arguments: [
            Case("once", "galleria://friends?scenario=a", true),
            Case("twice", "galleria://friends?scenario=a&scenario=a", false),
            Case("both", "galleria://friends?query=b&scenario=a", true),
            Case("unknown", "galleria://friends?x=a", false),
            Case("case", "galleria://friends?Scenario=a", false),
            Case("encoded", "galleria://friends?%73cenario=a", true),
            Case("accent", "galleria://friends?scenario%CC%81=a", false), Case("none", "galleria://friends?", true),
        ])
    func query(_ row: Case<String, Bool>) throws {
        #expect((try matched(friends, row.input) != nil) == row.expected)
    }

    @Test("A literal that is percent-encoded is the same literal")
    func encodedLiteral() throws {
        #expect(try matched(book, "galleria://b%6Fok/1")?["isbn13"] == "1")
    }

    @Test("A template tells its variables, and whether it has any in its path")
    func variables() {
        #expect(book.variables == ["isbn13"])
        #expect(friends.variables == ["scenario", "query"])
        #expect(day.variables == ["place", "date"])
        #expect([book, friends, day].map(\.isFixed) == [false, true, false])
        #expect([book, friends, day].map(\.shapeKey) == ["book/{}", "friends", "forecast/{}/{}"])
    }

    @Test(
        "What is before and after the only variable of a template; nil for one that has others",
        arguments: [
            ("galleria://book/{isbn13}", "galleria://book/|"), ("galleria://a/{b}/c", "galleria://a/|/c"),
            ("galleria://{a}", "galleria://|"), ("galleria://a/{b}/{c}", nil), ("galleria://a{?b}", nil),
            ("galleria://a/{b}{?c}", nil), ("galleria://a/{b}{?}", nil), ("galleria://x{y/{b}", nil),
            ("galleria://a{b}", nil), ("galleria://a", nil), ("", nil), ("{", nil), ("galleria://a/}{", nil),
        ] as [(String, String?)])
    func endsOfOnlyVariable(_ text: String, _ ends: String?) {
        let template = RouteTemplate(text)
        #expect(template.endsOfOnlyVariable.map { "\($0.before)|\($0.after)" } == ends)
        if let ends, let name = template.variables.first {
            #expect(template.filled([name: "|"]).replacing("%7C", with: "|") == ends)
        }
    }

    @Test(
        "What is around the only key of a row's route is written as it is; nil for what JSON escapes, and beyond ASCII",
        arguments: [
            ("galleria://book/{isbn13}", true), ("galleria://a/{b}/c~", true), ("galleria://a/{b}/{c}", false),
            ("galleria://\"/{b}", false), ("galleria://a/{b}/\\", false), ("galleria://책/{b}", false),
            ("galleria://a/{b}/\u{7F}", false), ("galleria://a/{b}/\n", false),
        ])
    func routeEnds(_ text: String, _ areTaken: Bool) throws {
        let template = RouteTemplate(text)
        let ends = RouteEnds(template)
        #expect((ends != nil) == areTaken)
        guard let ends else { return }
        var written = ""
        ends.withBytes { written = "\(String(decoding: $0, as: UTF8.self))|\(String(decoding: $1, as: UTF8.self))" }
        #expect(written == "\(ends.before)|\(ends.after)")
        #expect(template.endsOfOnlyVariable.map { "\($0.before)|\($0.after)" } == written)
    }

    @Test(
        "Parts between slashes, empty ones left out",
        arguments: [
            ("s://a//b/", ["a", "b"]), ("s:///a", ["a"]), ("s://{a}/b{c}", ["{a}", "b{c}"]), ("s://", []),
            ("a/b", ["a", "b"]), ("s://a/{}", ["a", "{}"]),
        ] as [(String, [String])])
    func parts(_ text: String, _ parts: [String]) {
        let found = RouteTemplate(text).parts.map { part in
            switch part {
            case .literal(let text): text
            case .variable(let name): "{\(name)}"
            }
        }
        #expect(found == parts)
    }

    @Test(
        "Any text can be made a template without a trap",
        arguments: ["", "galleria", "galleria://", "{?", "{}", "galleria://{?", "galleria://a{?}", "\u{301}"]
            + hostileTexts)
    func hostileTemplate(_ text: String) {
        let template = RouteTemplate(text)
        #expect(template.text == text)
        #expect(template.filled([:]).utf8.starts(with: "\(template.scheme)://".utf8))
    }
}

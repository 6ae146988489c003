import HTTP
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import FeatureKit

/// Lists whose pages lead to each other, by a link or by a cursor.
@Suite("Pages that lead on by tokens")
struct TokenPageTests {
    private static let key = SettingKey(
        "modules.desk.apiKey", .text(0...256), default: "s3cr3t", secret: true, "The key.")
    private static let layout = RowLayout(
        "note",
        [Field.whole("id", "Its number.", .key, .filter, filter: "ids"), Field.text("text", "Its text.", .title)])

    private static func feature(_ page: @escaping @Sendable (PageRequest) -> TokenPage) -> Feature {
        Feature(
            "desk", title: "Desk", doc: "Notes.", endpoint: "http://127.0.0.1:9/v1", settings: [key.declaration],
            sample: { _ in nil },
            parts: [
                ListPart("list", title: "Notes", doc: "Notes.", of: layout, paging: .tokens) {
                    request, call throws(Fault) in
                    try await call.rows(
                        "my notes", ["q": "a b", "key": call.settings[key]], at: "notes", total: "total",
                        page: page(request), secrets: ["key"])
                }.screen("galleria://desk")
            ])
    }

    private static let links = feature { $0.link("links.next") }
    private static let cursors = feature { $0.cursor("end", as: "after", while: "more") }

    /// A page of two notes, with members behind them.
    private func page(_ first: Int, _ end: String) -> ScriptedHTTPClient.Answer {
        .body(#"{"notes": [{"id": \#(first), "text": "a"}, {"id": \#(first + 1), "text": "b"}], "total": 6, \#(end)}"#)
    }

    private func link(_ first: Int, _ next: String) -> ScriptedHTTPClient.Answer {
        page(first, #""links": {"next": \#(next)}"#)
    }

    private func harness(_ feature: Feature, _ answers: [ScriptedHTTPClient.Answer]) throws -> FeatureHarness {
        try FeatureHarness([feature], client: { _ in ScriptedHTTPClient(answers) })
    }

    private func queries(_ harness: FeatureHarness) -> [String] {
        harness.requests.map { $0.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }
    }

    @Test("a link's query is asked for at the list's own address; it never replaces a secret")
    func linked() async throws {
        let harness = try harness(
            Self.links,
            [
                link(1, #""https://elsewhere.example/v1/my%20notes/?page=2&key=x&q=c+d%2B""#), link(3, #""?page=3""#),
                link(5, "null"),
            ])
        let answer = try await harness.call("desk.list", ["limit": 100])
        #expect(answer["items"]?.array?.compactMap { $0["id"]?.integer } == [1, 2, 3, 4, 5, 6])
        #expect(answer["total"] == 6 && answer["nextCursor"] == nil)
        #expect(
            queries(harness) == ["q=a b&key=s3cr3t", "key=s3cr3t&page=2&q=c d+", "q=a b&key=s3cr3t&page=3"])
        #expect(harness.requests.allSatisfy { $0.url.hasPrefix("http://127.0.0.1:9/v1/my%20notes?") })
    }

    @Test("a cursor is sent back, and a flag ends the list whatever it is")
    func cursor() async throws {
        let harness = try harness(
            Self.cursors,
            [page(1, #""end": "x/=&", "more": true"#), page(3, #""end": 7"#), page(5, #""end": "z", "more": false"#)])
        let answer = try await harness.call("desk.list", ["sort": "-id", "limit": 2])
        #expect(answer["items"]?.array?.compactMap { $0["id"]?.integer } == [6, 5] && answer["read"] == nil)
        #expect(queries(harness).map { $0.dropFirst("q=a b&key=s3cr3t".count) } == ["", "&after=x/=&", "&after=7"])
    }

    @Test("a list's cursor holds the token, and no secret: it goes on in a new process where it ended")
    func processes() async throws {
        let first = try harness(Self.links, [link(1, #""?page=2&key=s3cr3t""#), link(3, #""?page=3""#)])
        let begun = try await first.call("desk.list", ["limit": 3])
        let cursor = try #require(begun["nextCursor"]?.string)
        let second = try harness(Self.links, [link(3, #""?page=3""#), link(5, "null")])
        let rest = try await second.call("desk.list", ["cursor": .string(cursor), "limit": 100])
        #expect(rest["items"]?.array?.compactMap { $0["id"]?.integer } == [4, 5, 6])
        #expect(queries(second).first == "q=a b&key=s3cr3t&page=2")
        let text = try #require(bytes(base64URL: cursor))
        #expect(!String(decoding: text, as: UTF8.self).contains("s3cr3t"))
    }

    @Test("a screen goes on by the token of its last page, and asks for a failed page again")
    func screen() async throws {
        let harness = try harness(
            Self.links,
            [link(1, #""?page=2""#), .failure(.connectionLost), link(3, #""?page=3""#), link(5, "null")])
        let screen = try await harness.open("galleria://desk")
        try await screen.send("loadMore")
        try await screen.send("retry")
        try await screen.send("loadMore")
        harness.settle()
        #expect(queries(harness).map { $0.suffix(6) } == ["s3cr3t", "page=2", "page=2", "page=3"])
    }

    @Test(
        "a page that can't be followed is the upstream's fault",
        arguments: [
            #""?page=2""#, #""https://a.example/v1/others?page=3""#, #""https://a.example/v1/my%20notes""#,
            "\"?page=\(String(repeating: "x", count: 2_000))\"",
        ])
    func faults(_ next: String) async throws {
        let harness = try harness(Self.links, [link(1, #""?page=2""#), link(3, next)])
        #expect(await harness.fault("desk.list", ["limit": 100])?.code == .upstreamMalformed)
    }

    @Test("the members of an object are rows, whose names are read at $key")
    func members() async throws {
        let layout = RowLayout(
            "shop",
            [
                Field.text("id", "Its id.", .key, .filter, from: "$key", filter: "ids"),
                Field.text("name", "Its name.", .title),
            ])
        let feature = Feature(
            "desk", title: "Desk", doc: "Shops.", endpoint: "http://127.0.0.1:9", sample: { _ in nil },
            parts: [
                ListPart("list", title: "Shops", doc: "Shops.", of: layout, paging: .whole) { _, call throws(Fault) in
                    try await call.rows("shops", at: "data", byKey: true)
                }
            ])
        let body = #"{"data": {"b10": {"name": "나무"}, "b9": {"name": "Sea", "id": "?"}, " ": {"name": "-"}, "c": {}}}"#
        let harness = try FeatureHarness([feature], client: { _ in ScriptedHTTPClient([.body(body), .body("{}")]) })
        let items = try await harness.call("desk.list")["items"]
        #expect(items == [["id": "b9", "name": "Sea"], ["id": "b10", "name": "나무"], ["id": "c"]])
        #expect(await harness.fault("desk.list")?.code == .upstreamMalformed)
    }
}

@Suite("Sample data, page by page")
struct SamplePagesTests {
    private static let body: StaticString = #"{"data": {"rows": [1, 2, 3, 4, 5]}, "total": 99}"#
    private static let endpoint = try? HTTPEndpoint(parsing: "http://127.0.0.1:9")

    private func answers(_ paging: SamplePages.Paging, _ queries: [[HTTPQueryItem]]) throws -> [String] {
        let endpoint = try #require(Self.endpoint)
        let pages = SamplePages("rows", paging, size: 2, at: "data.rows", total: "data.count") {
            UnsafeRawBufferPointer(start: Self.body.utf8Start, count: Self.body.utf8CodeUnitCount)
        }
        return queries.map { query in
            let answer = pages.answer(HTTPRequest(get: ["rows"], query: query, at: endpoint))
            return answer.map { String(decoding: $0.body, as: UTF8.self) } ?? "none"
        }
    }

    @Test("pages by a number from any first one, by a link and by a cursor say what the upstream's say")
    func forms() throws {
        func item(_ name: String, _ value: String) -> [HTTPQueryItem] { [HTTPQueryItem(name: name, value: value)] }
        let whole = #"{"data":{"rows":[1,2,3,4,5],"count":5}}"#
        #expect(try answers(.whole, [[]]) == [whole])
        let middle = #"{"data":{"rows":[3,4],"count":5}}"#
        #expect(
            try answers(.number("page", size: nil, first: 0), [item("page", "1"), item("page", "-1")]) == [
                middle, "none",
            ])
        #expect(try answers(.number("page", size: "n"), [item("page", "2") + item("n", "2")]) == [middle])
        #expect(
            try answers(.link("data.next"), [[], item("start", "4")]) == [
                #"{"data":{"rows":[1,2],"count":5,"next":"rows?start=2"}}"#,
                #"{"data":{"rows":[5],"count":5,"next":null}}"#,
            ])
        #expect(
            try answers(.cursor("end", as: "after"), [item("after", "2"), item("after", "x")]) == [
                #"{"data":{"rows":[3,4],"count":5},"end":"4"}"#, "none",
            ])
    }
}

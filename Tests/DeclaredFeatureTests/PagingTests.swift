import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

/// Every way in which upstreams page, with every way in which they end.
@Suite("Paging of a declared list")
struct DeclaredPagingTests {
    /// A kind of paging: what the file says, and what the upstream answers.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let request: String
        let pages: String
        var total = false
        /// Requests for the whole list.
        let requests: Int
        let answer: @Sendable (HTTPRequest) -> HTTPResponse
        var testDescription: String { name }
    }

    private static func number(_ name: String, _ request: HTTPRequest) -> Int {
        items(request).first { $0.0 == name }.flatMap { Int($0.1) } ?? -1
    }

    private static func items(_ request: HTTPRequest) -> [(String, String)] {
        (request.url.split(separator: "?").dropFirst().first ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private static func page(_ start: Int, _ size: Int = 10, rest: String = "") -> HTTPResponse {
        .json(#"{"results": \#(Shelf.rows(max(0, start)..<max(0, start) + size)), "count": 23\#(rest)}"#)
    }

    static let cases: [Case] = [
        Case(
            name: "number, short", request: #"query: { page: "{page}" }"#, pages: "{ by: number, size: 10 }",
            requests: 3
        ) { page((number("page", $0) - 1) * 10) },
        Case(
            name: "number from 0, total", request: #"query: { page: "{page}", per: "{size}" }"#,
            pages: "{ by: number, from: 0, size: 10, ends: total }", total: true, requests: 3
        ) { number("per", $0) == 10 ? page(number("page", $0) * 10) : .json("{}", status: 400) },
        Case(
            name: "number without a size, empty", request: #"query: { page: "{page}" }"#,
            pages: "{ by: number, ends: empty }", requests: 4
        ) { page((number("page", $0) - 1) * 10) },
        Case(
            name: "number, an expression", request: #"query: { page: "{page}" }"#,
            pages: #"{ by: number, size: 10, ends: "last" }"#, requests: 3
        ) { request in
            let start = (number("page", request) - 1) * 10
            return page(start, rest: #", "last": \#(start >= 20)"#)
        },
        Case(
            name: "number in the path", request: "", pages: "{ by: number, size: 10 }", requests: 3
        ) { request in page(((request.url.split(separator: "/").last.flatMap { Int($0) } ?? 0) - 1) * 10) },
        Case(
            name: "offset, short", request: #"query: { offset: "{offset}", limit: "{size}" }"#,
            pages: "{ by: offset, size: 10 }", requests: 3
        ) { page(number("offset", $0), number("limit", $0)) },
        Case(
            name: "offset, total", request: #"query: { offset: "{offset}" }"#,
            pages: "{ by: offset, size: 10, ends: total }", total: true, requests: 3
        ) { page(number("offset", $0)) },
        Case(
            name: "offset without a size, empty", request: #"query: { offset: "{offset}" }"#,
            pages: "{ by: offset, ends: empty }", requests: 4
        ) { page(number("offset", $0)) },
        Case(
            name: "cursor", request: #"query: { after: "{cursor}", limit: "{size}" }"#,
            pages: "{ by: cursor, size: 10, at: next.token }", requests: 3
        ) { request in
            let start = max(0, number("after", request))
            return page(
                start, rest: start < 20 ? #", "next": {"token": "\#(start + 10)"}"# : #", "next": {"token": ""}"#)
        },
        Case(
            name: "cursor that is a number, with a flag", request: #"query: { after: "{cursor}" }"#,
            pages: #"{ by: cursor, at: next, ends: "!more" }"#, requests: 3
        ) { request in
            let start = max(0, number("after", request))
            return page(start, rest: #", "next": \#(start + 10), "more": \#(start < 20)"#)
        },
        Case(name: "next, absolute", request: "", pages: "{ by: next, at: next }", requests: 3) { request in
            let start = max(0, number("from", request))
            let next = start < 20 ? #""https://library.example/v1/books?from=\#(start + 10)&x=%2F+a""# : "null"
            return page(start, rest: #", "next": \#(next)"#)
        },
        Case(name: "next, relative", request: "", pages: "{ by: next, at: links.next }", requests: 3) { request in
            let start = max(0, number("from", request))
            return page(start, rest: start < 20 ? #", "links": {"next": "?from=\#(start + 10)"}"# : #", "links": {}"#)
        },
        Case(name: "next outside of the base path", request: "", pages: "{ by: next, at: next }", requests: 3) {
            request in
            let start = max(0, number("from", request))
            return page(start, rest: start < 20 ? #", "next": "/other?from=\#(start + 10)""# : "")
        },
        Case(name: "link", request: "", pages: "{ by: link }", requests: 3) { request in
            let start = max(0, number("from", request))
            let field =
                #"<https://library.example/v1/books?from=0>; rel="first", </v1/books?from=\#(start + 10)>; rel=next"#
            return .json(
                #"{"results": \#(Shelf.rows(start..<start + 10))}"#, start < 20 ? [("Link", field)] : [])
        },
    ]

    private static func module(_ paging: Case) -> TestModule {
        TestModule(
            "library",
            """
            galleria: 1
            title: Library
            doc: Books of a library.
            endpoint: https://library.example/v1
            \(Shelf.fields)
            operations:
              list:
                doc: The books.
                get: \(paging.name == "number in the path" ? "/books/{page}" : "/books")
                \(paging.request.isEmpty ? "headers: { Accept: application/json }" : paging.request)
                items: results
                row: Book
                \(paging.total ? "total: count" : "cache: http")
                pages: \(paging.pages)
            samples: [{ op: list, file: a.json }]
            """)
    }

    @Test("a walk has each row once, and asks for each page once", arguments: cases)
    func walks(_ paging: Case) async throws {
        let harness = try Self.module(paging).harness { paging.answer($0) }
        var keys: [String] = []
        var cursor: String?
        var answers = 0
        repeat {
            let parameters = JSONValue.object(
                [JSONMember("limit", 100)] + (cursor.map { [JSONMember("cursor", .string($0))] } ?? []))
            let answer = try await harness.call("library.list", parameters)
            keys += answer["items"]?.array?.compactMap { $0["id"]?.string } ?? []
            cursor = answer["nextCursor"]?.string
            answers += 1
        } while cursor != nil && answers < 10
        #expect(keys == (1...Shelf.count).map { "B\($0)" })
        #expect(harness.requests.count == paging.requests)
    }

    @Test("a question over all rows knows how many match", arguments: cases)
    func asks(_ paging: Case) async throws {
        let harness = try Self.module(paging).harness { paging.answer($0) }
        let answer = try await harness.call("library.list", ["sort": "-stars", "out": true, "limit": 3])
        #expect(answer["total"]?.integer == 7)
        #expect(answer["items"]?.array?.compactMap { $0["id"]?.string } == ["B9", "B3", "B18"])
    }

    @Test("a cursor of small answers goes on in another process", arguments: cases)
    func resumes(_ paging: Case) async throws {
        var keys: [String] = []
        var cursor: String?
        repeat {
            let harness = try Self.module(paging).harness { paging.answer($0) }
            let parameters = JSONValue.object(
                [JSONMember("limit", 7)] + (cursor.map { [JSONMember("cursor", .string($0))] } ?? []))
            let answer = try await harness.call("library.list", parameters)
            keys += answer["items"]?.array?.compactMap { $0["id"]?.string } ?? []
            cursor = answer["nextCursor"]?.string
        } while cursor != nil && keys.count < 100
        #expect(keys == (1...Shelf.count).map { "B\($0)" })
    }

    /// Pages that lead nowhere good, and the sentence that says so.
    static let refused: [(name: String, next: String, message: String)] = [
        ("itself", "https://library.example/v1/books", "The server's page leads to itself."),
        ("itself, relative", "/v1/books", "The server's page leads to itself."),
        (
            "another server", "https://elsewhere.example/v1/books?from=10",
            "The server's next page is on another server, which is not asked."
        ),
        (
            "another port", "https://library.example:8443/v1/books?from=10",
            "The server's next page is on another server, which is not asked."
        ),
        ("no address", "javascript:alert(1)", "The server's next page is no address."),
        (
            "a long address", "/v1/books?from=" + String(repeating: "1", count: 2_001),
            "The server's next page has an address of more than 2000 characters."
        ),
    ]

    @Test("a page that leads to itself or elsewhere is a typed error", arguments: refused)
    func refuses(_ page: (name: String, next: String, message: String)) async throws {
        let paging = Case(name: "next", request: "", pages: "{ by: next, at: next }", requests: 1) { _ in
            .json(#"{"results": \#(Shelf.rows(0..<10)), "next": "\#(page.next)"}"#)
        }
        let harness = try Self.module(paging).harness { paging.answer($0) }
        let fault = await harness.fault("library.list", ["sort": "stars"])
        #expect(fault?.code == .upstreamMalformed)
        #expect(fault?.message == page.message)
        #expect(harness.requests.count == 1)
    }

    @Test("a list that never ends is read within bounds, and says so")
    func neverEnds() async throws {
        let paging = Case(
            name: "number", request: #"query: { page: "{page}" }"#, pages: "{ by: number, ends: empty }", requests: 40
        ) { request in
            let first = (Self.number("page", request) - 1) * 10
            let rows = (first..<first + 10).map { #"{"id": "B\#($0)", "name": "Book", "stars": 1}"# }
            return .json(#"{"results": [\#(rows.joined(separator: ","))]}"#)
        }
        let harness = try Self.module(paging).harness { paging.answer($0) }
        let answer = try await harness.call("library.list", ["sort": "id", "limit": 1])
        #expect(answer["read"]?["rows"]?.integer == 400)
        #expect(harness.requests.count == 40)
    }
}

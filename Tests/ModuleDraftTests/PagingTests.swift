import JSON
import Testing

@testable import ModuleDraft

@Suite("Paging of answers") struct PagingTests {
    /// Envelope and query; the line `pages`, the lines of `query`, the total.
    struct Form: Sendable, CustomTestStringConvertible {
        let name: String
        let answer: JSONValue
        let query: String
        let pages: String?
        let parameters: String?
        let total: String?

        init(
            _ name: String, _ answer: JSONValue, _ query: String = "", pages: String?, query parameters: String? = nil,
            total: String? = nil
        ) {
            (self.name, self.answer, self.query) = (name, answer, query)
            (self.pages, self.parameters, self.total) = (pages, parameters, total)
        }

        var testDescription: String { name }
    }

    private static let rows = JSONValue.array(trees)
    private static let next = "{ by: next, at: next }"

    static let forms = [
        Form(
            "a link", ["count": 99, "next": "https://a.example/t?page=2", "results": rows], pages: next, total: "count"),
        Form(
            "the last link", ["count": 4, "next": nil, "previous": "?page=1", "results": rows], pages: next,
            total: "count"),
        Form("a link below", ["data": rows, "links": ["next": "/t?start=4"]], pages: "{ by: next, at: links.next }"),
        Form(
            "HAL", ["items": rows, "_links": ["self": ["href": "/t?p=1"], "next": ["href": "/t?p=2"]]],
            pages: "{ by: next, at: _links.next.href }"),
        Form(
            "OData", ["value": rows, "@odata.nextLink": "https://a.example/t?$skip=4"],
            pages: #"{ by: next, at: '"@odata.nextLink"' }"#),
        Form(
            "a cursor", ["items": rows, "nextCursor": "abc"], pages: "{ by: cursor, at: nextCursor }",
            query: #"{ cursor: "{cursor}" }"#),
        Form(
            "a cursor named by the address", ["items": rows, "next_cursor": "abc"], "?starting_after=x",
            pages: "{ by: cursor, at: next_cursor }", query: #"{ starting_after: "{cursor}" }"#),
        Form(
            "a cursor with a flag", ["data": rows, "page_info": ["has_next_page": true, "end_cursor": "Y3"]],
            pages: "{ by: cursor, at: page_info.end_cursor, ends: page_info.has_next_page == `false` }",
            query: #"{ after: "{cursor}" }"#),
        Form(
            "a page token", ["items": rows, "nextPageToken": nil], pages: "{ by: cursor, at: nextPageToken }",
            query: #"{ pageToken: "{cursor}" }"#),
        Form(
            "the next page's number", ["items": rows, "next_page": 2], pages: "{ by: cursor, at: next_page }",
            query: #"{ page: "{cursor}" }"#),
        Form(
            "offset and limit", ["offset": 0, "limit": 4, "total": 61, "trees": rows],
            pages: "{ by: offset, size: 4, ends: total }", query: #"{ offset: "{offset}", limit: "{size}" }"#,
            total: "total"),
        Form(
            "offset in the address alone", rows, "?skip=0&take=4", pages: "{ by: offset, size: 4, ends: short }",
            query: #"{ skip: "{offset}", take: "{size}" }"#),
        Form(
            "number and pages", ["page": 1, "per_page": 4, "total_pages": 3, "results": rows],
            pages: "{ by: number, from: 1, size: 4, ends: short }", query: #"{ page: "{page}", per_page: "{size}" }"#),
        Form(
            "number without a size", ["page": 1, "total_pages": 3, "results": rows],
            pages: "{ by: number, from: 1, size: 4, ends: short }", query: #"{ page: "{page}" }"#),
        Form(
            "number from 0", ["content": rows, "number": 0, "size": 4, "totalElements": 31, "totalPages": 8],
            pages: "{ by: number, from: 0, size: 4, ends: total }", query: #"{ page: "{page}", size: "{size}" }"#,
            total: "totalElements"),
        Form(
            "Korean public data",
            ["response": ["body": ["items": ["item": rows], "numOfRows": 4, "pageNo": 1, "totalCount": 33]]],
            "?pageNo=1&numOfRows=4", pages: "{ by: number, from: 1, size: 4, ends: total }",
            query: #"{ pageNo: "{page}", numOfRows: "{size}" }"#, total: "response.body.totalCount"),
        Form(
            "a total as text", ["total": "118", "page": "1", "books": rows],
            pages: "{ by: number, from: 1, size: 4, ends: total }", query: #"{ page: "{page}" }"#, total: "total"),
        Form(
            "a count of the page", ["count": 4, "has_more": true, "next_cursor": "x", "rows": rows],
            pages: "{ by: cursor, at: next_cursor, ends: has_more == `false` }", query: #"{ cursor: "{cursor}" }"#),
        Form("all rows", ["total": 4, "rows": rows], pages: nil, total: "total"),
        Form("a list alone", rows, pages: nil),
        Form("one object", ["base": "KRW", "name": "Won"], pages: nil),
    ]

    @Test("each form of an envelope is one of the file", arguments: forms)
    func form(_ form: Form) throws {
        let made = try draft(form.answer, at: "https://a.example/trees\(form.query)")
        #expect(made.field("pages") == form.pages)
        #expect(made.field("query") == form.parameters)
        #expect(made.field("total") == form.total)
        #expect(made.finding("pages")?.isEmpty == false)
    }

    @Test("a Link field leads to the next page, whatever stands beside it")
    func link() throws {
        let links = [
            #"<https://a.example/trees?page=1>; rel="prev", <https://a.example/trees?page=3>; rel="next", <x>; rel=last"#
        ]
        let first = try reading(Self.rows, links: links)
        #expect(first.page(behind: []) == .address("https://a.example/trees?page=3"))
        #expect(try draft(Self.rows, links: links).field("pages") == "{ by: link }")
        #expect(try draft(Self.rows, links: [#"<https://a.example/t>; rel="prev""#]).field("pages") == nil)
    }

    @Test("a number at the end of the path is the page's")
    func path() throws {
        let made = try draft(
            ["page": "1", "total": "118", "books": Self.rows], at: "https://a.example/1.0/search/swift/1")
        #expect(made.field("get") == "/swift/{page}")
        #expect(made.field("endpoint") == "https://a.example/1.0/search")
    }

    @Test(
        "gaps and guesses are said",
        arguments: [
            (["total": 900, "rows": rows], "", "4 of 900 rows"),
            (["has_more": true, "rows": rows], "", "`has_more` says that there are more rows"),
            (
                ["data": ["trees": ["edges": .array(trees.map { ["node": $0] }), "pageInfo": ["endCursor": "x"]]]],
                "?query={trees{edges{node{id}}}}", "GraphQL"
            ),
            (
                ["page": 1, "rows": .object(trees.map { JSONMember("t\($0["id"]?.integer ?? 0)", $0) })], "",
                "members of an object"
            ),
            (["items": rows, "nextCursor": "abc"], "", "takes `cursor`"),
            (["page": 1, "per_page": 4, "rows": rows], "", "takes `page` and `per_page`"),
        ] as [(JSONValue, String, String)])
    func doubts(_ answer: JSONValue, _ query: String, _ part: String) throws {
        let made = try draft(answer, at: "https://a.example/trees\(query)")
        let told = made.report.questions.map(\.text).joined(separator: "\n")
        #expect(told.contains(part), "\(told)")
    }

    @Test("a second page proves a guess; the first page again takes it back")
    func proof() throws {
        let first: JSONValue = ["page": 1, "rows": Self.rows]
        let other: JSONValue = ["page": 2, "rows": .array(trees.suffix(2))]
        let proved = try draft(first, second: other)
        #expect(proved.report.questions.isEmpty)
        #expect(proved.samples.map(\.name) == ["wood/list.json", "wood/list-2.json"])
        #expect(proved.lines("- { op: list").count == 2)
        let refuted = try draft(first, second: first)
        #expect(refuted.field("pages") == nil && refuted.field("query") == nil)
        #expect(refuted.report.questions.map(\.text).contains { $0.contains("gave the first again") })
        #expect(refuted.samples.count == 1)
    }

    @Test("the last sample leads to no further page")
    func ending() throws {
        let page = { (next: JSONValue, rows: [JSONValue]) -> JSONValue in ["next": next, "results": .array(rows)] }
        let made = try draft(page("?page=2", trees), second: page("?page=3", trees.reversed()))
        let last = try JSONValue(parsing: String(decoding: made.samples[1].bytes, as: UTF8.self))
        #expect(last["next"] == .null && last["results"]?.array?.count == 4)
        #expect(String(decoding: made.samples[0].bytes, as: UTF8.self).contains("?page=2"))
    }

    @Test(
        "the second page is asked for where there may be one",
        arguments: [
            (["page": 1, "total": 4, "rows": rows], nil),
            (["page": 1, "total": 9, "rows": rows], .query([DraftAddress.Item("page", "2")])),
            (
                ["offset": 0, "limit": 4, "total": 9, "rows": rows],
                .query([.init("offset", "4"), .init("limit", "4")])
            ),
            (["nextCursor": "b+/c", "rows": rows], .query([.init("cursor", "b+/c")])),
            (["nextCursor": "", "rows": rows], nil), (["next": nil, "prev": nil, "rows": rows], nil),
            (["next": "/t?p=2", "rows": rows], .address("/t?p=2")), (rows, nil),
        ] as [(JSONValue, FurtherPage?)])
    func second(_ answer: JSONValue, _ page: FurtherPage?) throws {
        #expect(try reading(answer).page(behind: []) == page)
    }
}

import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// A feature that nobody wrote in Swift: its fields, routes and samples come from data.
@Suite("A feature that appears at run time")
struct RuntimeFeatureTests {
    /// The description that a user may write.
    private static let description: JSONValue = [
        "id": "library", "title": "Library", "path": "loans", "rows": "list", "key": "number",
        "fields": [
            ["name": "number", "kind": "whole"], ["name": "title", "kind": "text"], ["name": "due", "kind": "date"],
            ["name": "fee", "kind": "money"], ["name": "late", "kind": "flag"],
        ],
    ]

    private func feature(_ description: JSONValue) throws -> Feature {
        let id = try #require(description["id"]?.string)
        let title = try #require(description["title"]?.string)
        let (path, member) = (description["path"]?.string ?? "", description["rows"]?.string ?? "")
        let key = description["key"]?.string
        let fields = (description["fields"]?.array ?? []).map { field -> any RowField in
            let name = field["name"]?.string ?? ""
            let role: FieldRole? = name == key ? .key : name == "title" ? .title : nil
            switch field["kind"]?.string {
            case "whole": return Field.whole(name, "From data.", role, role == .key ? .filter : [])
            case "date": return Field.date(name, "From data.")
            case "money": return Field.money(name, "From data.", .code("EUR"), .price, .filter)
            case "flag": return Field.flag(name, "From data.", nil, .filter)
            default: return Field.text(name, "From data.", role)
            }
        }
        let layout = RowLayout("loan", fields + [Field.route("galleria://\(id)/{\(key ?? "")}")])
        let rows = (1...45).map { number -> JSONValue in
            [
                "number": .integer(number), "title": .string("Book \(number)"), "due": "2026-11-23",
                "fee": .number("1.5"), "late": .bool(number % 9 == 0),
            ]
        }
        let sample = JSONValue.object([JSONMember(member, .array(rows))]).serialized()
        return Feature(
            id, title: title, doc: "From data.", endpoint: "http://127.0.0.1:9",
            sample: { request in request.path == [path] ? HTTPResponse(status: 200, body: sample, source: .sample) : nil
            },
            parts: [
                ListPart("list", title: title, doc: "From data.", of: layout, paging: .whole) { _, call throws(Fault) in
                    try await call.rows(path, at: member)
                }.screen("galleria://\(id)").detail("galleria://\(id)/{\(key ?? "")}")
            ])
    }

    @Test(
        "the kit proves it like any other",
        arguments: [.fieldTexts, .projections, .filters, .sorts, .queries, .walks, .sameRows, .keyCompletions]
            as [FeatureConformance.Rule])
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            try feature(Self.description),
            screens: ["galleria://library": "library.list", "galleria://library/{number}": ""])
        try await kit.check(rule)
    }

    @Test("it registers, lists, and answers questions")
    func lists() async throws {
        let feature = try feature(Self.description)
        let harness = try FeatureHarness.sample(feature)
        let answer = try await harness.call("library.list", ["late": true, "sort": "-number", "limit": 2])
        #expect(answer["items"]?.array?.compactMap { $0["number"]?.integer } == [45, 36])
        #expect(answer["total"] == 5 && answer["nextCursor"] != nil)
        #expect(answer["items"]?[0]?["fee"] == "EUR 1.50" && answer["items"]?[0]?["due"] == "2026-11-23")
        let text = try await harness.answer("library.list").markdown
        #expect(text.contains("Book 20") && !text.contains("Book 21") && text.contains("showing 1–20 of 45"))
    }

    @Test("its screens open, find, sort, filter and lead on")
    func screens() async throws {
        let harness = try FeatureHarness.sample(try feature(Self.description))
        let list = try await harness.open("galleria://library")
        #expect(try await list.state["items"]?.array?.count == 45)
        try await list.send("find", ["text": "book 17"])
        #expect(try await list.state["items"]?.array?.compactMap { $0["number"]?.integer } == [17])
        #expect(try await list.state["find"] == "book 17")
        try await list.send("find", ["text": ""])
        try await list.send("filter", ["late": true])
        try await list.send("sort", ["by": "-number"])
        #expect(try await list.state["items"]?.array?.compactMap { $0["number"]?.integer } == [45, 36, 27, 18, 9])
        #expect(try await list.text.contains("late · sorted by number, descending"))
        #expect(try await list.send("select", ["number": 9])["route"] == "galleria://library/9")
        let one = try await harness.open("galleria://library/9")
        #expect(try await one.state["title"] == "Book 9")
        #expect(try await one.text.contains("€1.50"))
        let none = try await harness.open("galleria://library/99")
        #expect(try await none.state["refresh"]?["failed"] == "header")
    }

    @Test("switched off it is absent and says so; switched on it is there again")
    func switched() async throws {
        let feature = try feature(Self.description)
        let off = try FeatureHarness([feature], client: { SampleHTTPClient($0.sample) }, disabled: ["library"])
        #expect(await off.fault("library.list")?.code == .moduleDisabled)
        #expect(off.router.absence(ofRoute: "galleria://library/9")?.code == .moduleDisabled)
        let on = try FeatureHarness.sample(feature)
        #expect(try await on.call("library.list", ["number": 3])["items"]?.array?.count == 1)
    }
}

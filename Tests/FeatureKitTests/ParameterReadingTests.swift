import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// The parameters of a search, with one of each way to declare one.
struct SearchParameters: Sendable, Equatable {
    enum Sort: String, Sendable, CaseIterable { case price, name }

    var query: String
    var limit = 10
    var sort: Sort?
    var exact = false

    static let shape = ParameterShape(
        SearchParameters.init,
        Parameter.required("query", .text(1...20), "What to look for.", examples: ["swift"]),
        Parameter.defaulted("limit", .whole(1...100), "Rows in one answer.", default: 10, examples: [25]),
        Parameter<Sort?>.optional("sort", .oneOf, "The order.", examples: ["price"]),
        Parameter.defaulted("exact", .flag, "Whole words only.", default: false))

    static func read(_ text: String?) throws -> SearchParameters {
        try shape.read(try text.map { try JSONDocument(parsing: $0).root }, of: "shelf.search")
    }
}

@Suite("Reading parameters")
struct ParameterReadingTests {
    @Test("W14: what is valid is read, and never refused", arguments: valid)
    func reads(_ row: Case<String, SearchParameters>) throws {
        #expect(try SearchParameters.read(row.input) == row.expected)
    }

    static let valid: [Case<String, SearchParameters>] = [
        Case("the required one alone", #"{"query":"a"}"#, SearchParameters(query: "a")),
        Case(
            "all", #"{"query":"a","limit":5,"sort":"name","exact":true}"#,
            SearchParameters(query: "a", limit: 5, sort: .name, exact: true)),
        Case(
            "in any order", #"{"exact":true,"sort":"price","limit":100,"query":"b"}"#,
            SearchParameters(query: "b", limit: 100, sort: .price, exact: true)),
        Case("null counts as left out, defaulted", #"{"query":"a","limit":null}"#, SearchParameters(query: "a")),
        Case("null counts as left out, optional", #"{"query":"a","sort":null}"#, SearchParameters(query: "a")),
        Case("null counts as left out, flag", #"{"query":"a","exact":null}"#, SearchParameters(query: "a")),
        Case("a number as text", #"{"query":"a","limit":"7"}"#, SearchParameters(query: "a", limit: 7)),
        Case("a flag as text", #"{"query":"a","exact":"true"}"#, SearchParameters(query: "a", exact: true)),
        Case(
            "a whole number with a fraction of zero", #"{"query":"a","limit":7.0}"#,
            SearchParameters(query: "a", limit: 7)),
        Case(
            "a whole number with an exponent", #"{"query":"a","limit":1e2}"#, SearchParameters(query: "a", limit: 100)),
        Case("the least", #"{"query":"a","limit":1}"#, SearchParameters(query: "a", limit: 1)),
        Case(
            "_meta is the protocol's own", #"{"_meta":{"progressToken":1},"query":"a"}"#, SearchParameters(query: "a")),
        Case("_meta of any kind", #"{"_meta":7,"query":"a"}"#, SearchParameters(query: "a")),
        Case("an escaped name", #"{"qu\u0065ry":"a"}"#, SearchParameters(query: "a")),
        Case("blanks are kept", #"{"query":" "}"#, SearchParameters(query: " ")),
        Case(
            "20 scalars beyond the basic plane", #"{"query":"😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀"}"#,
            SearchParameters(query: String(repeating: "😀", count: 20))),
    ]

    @Test("Nothing, null and [] are no parameters", arguments: [nil, "null", "[]", "{}", #"{"_meta":{}}"#])
    func none(_ sent: String?) throws {
        let node = try sent.map(read)
        #expect(throws: Never.self) { try ParameterShape<NoParameters>.none.read(node, of: "shelf.shelf") }
        let fault = try #require(throws: Fault.self) { try SearchParameters.read(sent) }
        #expect(fault.code == .invalidArgument)
        #expect(fault.field == "query")
    }

    @Test(
        "Parameters by position, or none at all, are refused",
        arguments: ["[1]", "[null]", #"["a"]"#, "1", "true", #""{}""#])
    func position(_ sent: String) throws {
        let fault = try #require(throws: Fault.self) { try SearchParameters.read(sent) }
        #expect(fault.code == .invalidArgument)
        #expect(fault.field == nil)
        #expect(fault.message == "shelf.search takes its parameters by name, as a JSON object.")
        #expect(fault.hint == "Send params as an object of names and values, not as an array.")
    }

    @Test("W14: what is wrong names the parameter, and what it must be", arguments: wrong)
    func refuses(_ row: Case<String, (field: String, expected: String)>) throws {
        let fault = try #require(throws: Fault.self) { try SearchParameters.read(row.input) }
        #expect(fault.code == .invalidArgument)
        #expect(fault.code.number == -32602)
        #expect(fault.field == row.expected.field)
        #expect(!fault.retryable)
        #expect(
            fault.message.hasPrefix(
                "The parameter “\(row.expected.field)” of shelf.search must be \(row.expected.expected), not "))
    }

    static let wrong: [Case<String, (field: String, expected: String)>] =
        [
            "true", #""""#, "[]", "{}", #"["a"]"#, "\"\(String(repeating: "a", count: 21))\"",
            "\"\(String(repeating: "e\u{301}", count: 11))\"",
        ].map { Case("query \($0)", #"{"query":\#($0)}"#, ("query", "text of 1 to 20 characters")) }
        + [
            "0", "101", "-1", "1.5", "1e400", "-1e400", "1e-400", "9223372036854775808",
            "123456789012345678901234567890",
            "true", #""""#, #""7.0""#, #""1e2""#, #"" 7""#, #""+7""#, #""NaN""#, #""Infinity""#, #""0x7""#, #""٧""#,
            "[]", "[7]",
            "{}",
        ].map { Case("limit \($0)", #"{"query":"a","limit":\#($0)}"#, ("limit", "a whole number from 1 to 100")) }
        + ["1", "true", #""""#, #""price ""#, #""pric\u00e9""#, "[]", #"["price"]"#, "{}"]
        .map { Case("sort \($0)", #"{"query":"a","sort":\#($0)}"#, ("sort", "one of price, name")) }
        + ["1", "0", #""yes""#, #""True""#, #""""#, "[]", "{}"]
        .map { Case("exact \($0)", #"{"query":"a","exact":\#($0)}"#, ("exact", "true or false")) }
}

@Suite("Sentences about parameters")
struct ParameterFaultTests {
    @Test("A missing parameter is named with what it must be and an example")
    func missing() throws {
        let fault = try #require(throws: Fault.self) { try SearchParameters.read(#"{"limit":5}"#) }
        #expect(fault.message == "shelf.search needs the parameter “query”: text of 1 to 20 characters.")
        #expect(fault.hint == #"For example {"limit":5,"query":"swift"}."#)
        #expect(fault.field == "query")
    }

    @Test("Null is what was left out", arguments: ["null", #"{"query":null}"#])
    func null(_ sent: String) throws {
        let fault = try #require(throws: Fault.self) { try SearchParameters.read(sent) }
        #expect(fault.message.hasPrefix("shelf.search needs the parameter “query”"))
    }

    @Test(
        "A wrong parameter gets what was probably meant, else an example where there is one",
        arguments: [
            Case("below", #"{"query":"a","limit":0}"#, "Did you mean limit=1?"),
            Case("above", #"{"query":"a","limit":1e9}"#, "Did you mean limit=100?"),
            Case("with its unit", #"{"query":"a","limit":"20 rows"}"#, "Did you mean limit=20?"),
            Case("no number", #"{"query":"a","limit":"many"}"#, "For example limit=25."),
            Case("name", #"{"query":"a","sort":"x"}"#, "For example sort=price."),
            Case("the plural", #"{"query":"a","sort":"prices"}"#, "Did you mean sort=price?"),
            Case("flag", #"{"query":"a","exact":1}"#, "Did you mean exact=true?"),
            Case("none declared", #"{"query":"a","exact":[]}"#, "Correct it and call again."),
        ])
    func example(_ row: Case<String, String>) throws {
        #expect(try #require(throws: Fault.self) { try SearchParameters.read(row.input) }.hint == row.expected)
    }

    @Test(
        "An unknown parameter is refused, with the near one and all there are",
        arguments: [
            Case("a letter less", "querry", (["query"], nil)), Case("case", "Query", (["query"], nil)),
            Case("prefix", "lim", (["limit"], #"{"query":"a","limit":1}"#)),
            Case("swapped", "srot", (["sort"], #"{"query":"a","sort":"price"}"#)),
            Case("nothing near", "colour", ([], nil)), Case("one letter", "x", ([], nil)),
            Case("empty", "", ([], nil)), Case("look-alike", "query\u{301}", (["query"], nil)),
            Case("_META is not _meta", "_META", ([], nil)),
        ] as [Case<String, (near: [String], call: String?)>])
    func unknown(_ row: Case<String, (near: [String], call: String?)>) throws {
        let sent = JSONValue.object([JSONMember("query", "a"), JSONMember(row.input, 1)]).serialized()
        let fault = try #require(throws: Fault.self) {
            try SearchParameters.shape.read(JSONDocument(parsing: sent).root, of: "shelf.search")
        }
        #expect(fault.code == .invalidArgument)
        #expect(fault.suggestions == row.expected.near)
        #expect(sameBytes(fault.field, row.input))
        #expect(fault.message == "shelf.search has no parameter “\(row.input)”.")
        let near = row.expected.near.first.map { "Did you mean “\($0)”? " } ?? ""
        let call = row.expected.call.map { "Call it with \($0). " } ?? (near.isEmpty ? "" : "What to look for. ")
        #expect(fault.hint == near + call + "It takes query, limit, sort, exact.")
    }

    @Test("An operation without parameters says so")
    func takesNone() throws {
        let fault = try #require(throws: Fault.self) {
            try ParameterShape<NoParameters>.none.read(read(#"{"a":1}"#), of: "shelf.shelf")
        }
        #expect(fault.hint == "It takes no parameters.")
    }

    @Test("T1: a hostile name can neither fill a sentence nor carry control characters", arguments: hostileTexts)
    func hostileName(_ name: String) throws {
        let sent = JSONValue.object([JSONMember(name, 1)]).serialized()
        let fault = try #require(throws: Fault.self) {
            try SearchParameters.shape.read(JSONDocument(parsing: sent).root, of: "shelf.search")
        }
        #expect(fault.message.unicodeScalars.count <= 120)
        #expect(fault.text.forbiddenScalars == [] && !fault.text.contains { $0.isNewline || $0 == "\t" })
        #expect(fault.message.forbiddenScalars == [])
        #expect((fault.field?.unicodeScalars.count ?? 0) <= 81)
    }

    @Test("A name is cut only beyond 80 scalars", arguments: [79, 80, 81, 1_000_000])
    func cut(_ count: Int) {
        let name = String(repeating: "x", count: count)
        let shown = count <= 80 ? name : String(repeating: "x", count: 80) + "…"
        #expect(Fault.quoted(name) == "“\(shown)”")
    }
}

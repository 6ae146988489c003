import JSON
import Testing

@testable import MCP

@Suite("Calls of tools")
struct ToolCallTests {
    /// A call's name and arguments as JSON text.
    struct Facts: Sendable, Equatable {
        let name: String
        let arguments: String?
    }

    @Test("Name and arguments are taken as sent", arguments: calls)
    func call(_ row: Case<Facts?>) throws {
        let call = MCPToolCall(row.text.isEmpty ? nil : try read(row.text))
        let facts = call.map { call in
            Facts(
                name: call.name,
                arguments: call.arguments.map { String(decoding: Array($0.rawText), as: UTF8.self) })
        }
        #expect(facts == row.expected)
    }

    static let calls: [Case<Facts?>] = [
        Case("name alone", #"{"name":"a"}"#, Facts(name: "a", arguments: nil)),
        Case("with arguments", #"{"arguments":{"q":1},"name":"a"}"#, Facts(name: "a", arguments: #"{"q":1}"#)),
        Case(
            "null arguments are left to who reads them", #"{"name":"a","arguments":null}"#,
            Facts(name: "a", arguments: "null")),
        Case(
            "wrong arguments are left to who reads them", #"{"name":"a","arguments":[1]}"#,
            Facts(name: "a", arguments: "[1]")),
        Case("an empty name", #"{"name":""}"#, Facts(name: "", arguments: nil)),
        Case("no params", "", nil), Case("null params", "null", nil), Case("an empty object", "{}", nil),
        Case("no name", #"{"arguments":{}}"#, nil), Case("name as a number", #"{"name":1}"#, nil),
        Case("null name", #"{"name":null}"#, nil), Case("params by position", #"["a"]"#, nil),
        Case("Name is not name", #"{"Name":"a"}"#, nil),
    ]

    @Test("W15: the name is given as sent", arguments: ["book_shelf_search\\u0301", "BOOK", "\\u212A", "a\\u0000"])
    func exactName(_ name: String) throws {
        let node = try read(#"{"name":"\#(name)"}"#)
        let sent = try #require(node["name"]?.string)
        #expect(try #require(MCPToolCall(node)).name.utf8.elementsEqual(sent.utf8))
    }
}

@Suite("Progress")
struct ProgressTests {
    @Test("A token is a string or an integer, echoed as sent; anything else is invalid", arguments: tokens)
    func token(_ row: Case<String?>) throws {
        let token = MCPProgressToken(try read(#"{"_meta":{"progressToken":\#(row.text)}}"#))
        let notification = token.map { token in written { token.write(done: 1, total: nil, message: nil, into: &$0) } }
        #expect(notification == row.expected.map { #"{"progressToken":\#($0),"progress":1}"# })
    }

    static let tokens: [Case<String?>] =
        ["1", "0", "-1", #""t""#, #""""#, "9007199254740993", #""e\u0301""#, #""한글""#, #""\u0000""#]
        .map { Case($0, $0, $0) }
        + ["null", "true", "1.5", "[]", "{}", #"["t"]"#, "1e400", "123456789012345678901234567890"]
        .map { Case($0, $0, nil) }
        + [Case("raw U+2028", "\"\u{2028}\"", #""\u2028""#)]

    @Test(
        "Without _meta, or without a token in it, there is none",
        arguments: [
            nil, "null", "{}", "[]", #"{"_meta":null}"#, #"{"_meta":{}}"#, #"{"_meta":[]}"#, #"{"progressToken":1}"#,
            #"{"_meta":{"ProgressToken":1}}"#, #"{"_meta":"progressToken"}"#,
        ])
    func none(_ params: String?) throws {
        #expect(MCPProgressToken(try params.map(read)) == nil)
    }

    @Test("A call's token is that of its params")
    func ofCall() throws {
        let call = try #require(MCPToolCall(try read(#"{"name":"a","_meta":{"progressToken":7}}"#)))
        #expect(call.progressToken != nil)
        #expect(
            try #require(MCPToolCall(try read(#"{"name":"a","arguments":{"_meta":{"progressToken":7}}}"#)))
                .progressToken == nil)
    }

    @Test("Total and message are written where there are some")
    func parts() throws {
        let token = try #require(MCPProgressToken(try read(#"{"_meta":{"progressToken":"t"}}"#)))
        #expect(
            written { token.write(done: 2, total: 5, message: "page 2 of 5", into: &$0) }
                == #"{"progressToken":"t","progress":2,"total":5,"message":"page 2 of 5"}"#)
        #expect(
            written { token.write(done: 2, total: nil, message: "m", into: &$0) }
                == #"{"progressToken":"t","progress":2,"message":"m"}"#)
    }

    @Test("The message is left out before 2025-03-26", arguments: MCPRevision.allCases)
    func message(_ revision: MCPRevision) throws {
        let token = try #require(MCPProgressToken(try read(#"{"_meta":{"progressToken":"t"}}"#)))
        let text = written { token.write(done: 1, total: 2, message: "m", for: revision, into: &$0) }
        #expect(try names(text).contains("message") == (revision != .november2024))
    }
}

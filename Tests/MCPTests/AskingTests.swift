import JSON
import JSONRPC
import Testing

@testable import MCP

/// Questions to a client, and the accepted answers.
@Suite("Asking a client") struct AskingTests {
    private static let form = """
        {"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer"},"size":{"type":"number"},\
        "ok":{"type":"boolean"},"colour":{"type":"string","enum":["red","blue"]},\
        "tags":{"type":"array","items":{"type":"string"}}},"required":["name"]}
        """

    @Test(
        "an answer to a form is an action, and for an accepted one a content of the form",
        arguments: [
            (#"{"action":"accept","content":{"name":"a"}}"#, #"accept {"name":"a"}"#),
            (#"{"action":"decline"}"#, "decline {}"), (#"{"action":"cancel","content":null}"#, "cancel {}"),
            (#"{"action":"decline","content":{"name":7}}"#, "decline {}"),
            (#"{"action":"accept"}"#, nil), (#"{"action":"accept","content":null}"#, nil),
            (#"{"action":"accept","content":[]}"#, nil), (#"{"action":"accept","content":{"age":1}}"#, nil),
            (#"{"action":"Accept","content":{"name":"a"}}"#, nil), (#"{"content":{"name":"a"}}"#, nil),
            ("[]", nil), ("7", nil), ("null", nil),
            (#"{"action":"accept","content":{"name":7}}"#, nil),
            (#"{"action":"accept","content":{"name":"a","age":"1"}}"#, nil),
            (#"{"action":"accept","content":{"name":"a","age":1.5}}"#, nil),
            (#"{"action":"accept","content":{"name":"a","size":"x"}}"#, nil),
            (#"{"action":"accept","content":{"name":"a","ok":1}}"#, nil),
            (#"{"action":"accept","content":{"name":"a","colour":"green"}}"#, nil),
            (#"{"action":"accept","content":{"name":"a","tags":[1]}}"#, nil),
            (
                #"{"action":"accept","content":{"name":"a","age":1,"size":1.5,"ok":true,"colour":"red","tags":["x"],"z":{}}}"#,
                #"accept {"name":"a","age":1,"size":1.5,"ok":true,"colour":"red","tags":["x"],"z":{}}"#
            ),
        ] as [(String, String?)])
    func forms(_ result: String, _ expected: String?) throws {
        let answer = MCPElicitation.answer(try read(result), schema: try JSONValue(parsing: Self.form))
        let told = answer.map { "\($0.action.rawValue) \(String(decoding: $0.content.serialized(), as: UTF8.self))" }
        #expect(told == expected)
    }

    @Test(
        "17.17: a confirmation is a yes where it says so; a form that was sent as it came says nothing",
        arguments: [
            (#"{"action":"accept","content":{"confirm":true}}"#, true), (#"{"action":"accept"}"#, nil),
            (#"{"action":"accept","content":{}}"#, nil),
            (#"{"action":"accept","content":{"confirm":false}}"#, false), (#"{"action":"decline"}"#, false),
            (#"{"action":"cancel"}"#, false), (#"{"action":"accept","content":{"confirm":"no"}}"#, nil), ("{}", nil),
        ] as [(String, Bool?)])
    func confirmations(_ result: String, _ expected: Bool?) throws {
        #expect(MCPElicitation.confirmed(try read(result)) == expected)
        #expect(MCPElicitation.confirmation["required"] == ["confirm"])
        #expect(MCPElicitation.confirmation["properties"]?["confirm"]?["default"] == nil)
    }

    @Test("lists of choices are known since 2025-11-25, other fields since there are forms")
    func fields() throws {
        let whole = try JSONValue(parsing: Self.form)
        let flat: JSONValue = ["type": "object", "properties": ["a": ["type": "string"]]]
        #expect(MCPElicitation.isKnown(flat, to: .june2025) && !MCPElicitation.isKnown(whole, to: .june2025))
        #expect(MCPElicitation.isKnown(whole, to: .november2025) && MCPElicitation.isKnown(whole, to: .july2026))
        #expect(MCPRevision.allCases.filter(\.hasElicitation) == [.june2025, .november2025, .july2026])
    }

    @Test("the questions are written as their methods want them")
    func written() {
        #expect(
            MCPTests.written { MCPElicitation.write("Sure?", schema: ["type": "object"], into: &$0) }
                == #"{"message":"Sure?","requestedSchema":{"type":"object"}}"#)
        let requests = [
            MCPInputRequired.Request("a", "elicitation/create") { $0.value(["message": "m"]) },
            MCPInputRequired.Request("b", "roots/list", params: nil),
        ]
        #expect(
            object { MCPInputRequired.write(requests, state: "s", into: &$0) }
                == #"{"inputRequests":{"a":{"method":"elicitation/create","params":{"message":"m"}},"#
                + #""b":{"method":"roots/list","params":{}}},"requestState":"s"}"#)
    }

    @Test(
        "what comes back is an object and a text, or nothing",
        arguments: [
            ("{}", nil, nil), (#"{"inputResponses":null,"requestState":null}"#, nil, nil),
            (#"{"inputResponses":{"a":1},"requestState":"s"}"#, #"{"a":1}"#, "s"),
        ] as [(String, String?, String?)])
    func responses(_ params: String, _ answers: String?, _ state: String?) throws {
        let responses = try MCPInputResponses(try read(params))
        #expect(responses.answers.map { String(decoding: $0.rawText, as: UTF8.self) } == answers)
        #expect(responses.state == state)
    }

    @Test("anything else is -32602", arguments: [#"{"inputResponses":[]}"#, #"{"requestState":7}"#])
    func wrongResponses(_ params: String) throws {
        let error = #expect(throws: RPCErrorSeen.self) {
            do {
                _ = try MCPInputResponses(try read(params))
            } catch let error as RPCError {
                throw RPCErrorSeen(code: error.code)
            }
        }
        #expect(error?.code == -32602)
    }

    @Test("what a client lacks is named by an object")
    func missing() {
        let error = RPCError.missingCapabilities(["sampling", "roots"], "Can't.")
        #expect(error.code == -32021 && error.message == "Can't.")
        #expect(
            error.data.map { MCPTests.written($0) } == #"{"requiredCapabilities":{"sampling":{},"roots":{}}}"#)
    }
}

private struct RPCErrorSeen: Error {
    let code: Int
}

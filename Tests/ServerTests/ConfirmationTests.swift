import JSON
import Testing

@testable import Composition
@testable import Server

/// A call that can't be taken back is asked about first, where the client can ask its user.
@Suite("Confirmations") struct ConfirmationTests {
    private func params(_ arguments: String, _ members: String = "", capabilities: String = #"{"elicitation":{}}"#)
        -> String
    {
        #"{"name":"probe_forget","arguments":\#(arguments)\#(members),"_meta":{"#
            + #""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":\#(capabilities)}}"#
    }

    private let arguments = #"{"text":"a","really":true}"#

    private func ask(_ client: Client) throws -> String {
        let result = try client.call("tools/call", params(arguments))["result"]
        #expect(result?["resultType"] == "input_required" && result?["content"] == nil)
        let request = result?["inputRequests"]?["confirm"]
        #expect(request?["method"] == "elicitation/create")
        #expect(request?["params"]?["message"]?.string == "Forget a?")
        return try #require(result?["requestState"]?.string)
    }

    private func answer(_ state: String, _ action: String, _ content: String = "{}") -> String {
        #","requestState":"\#(state)","inputResponses":{"confirm":{"action":"\#(action)","content":\#(content)}}"#
    }

    private static let yes = #"{"confirm":true}"#

    @Test("the answer with its state does it")
    func confirmed() throws {
        let client = try Client()
        let state = try ask(client)
        let result = try client.call("tools/call", params(arguments, answer(state, "accept", Self.yes)))["result"]
        #expect(result?["resultType"] == "complete" && result?["structuredContent"] == ["text": "a"])
    }

    @Test(
        "no is no: a result that says so, and nothing was done",
        arguments: [("decline", "{}"), ("cancel", "{}"), ("accept", #"{"confirm":false}"#)])
    func refused(_ action: String, _ content: String) throws {
        let client = try Client()
        let state = try ask(client)
        let result = try client.call("tools/call", params(arguments, answer(state, action, content)))["result"]
        #expect(result?["isError"] == true && result?["_meta"]?["galleria/error"]?["code"] == "cancelled")
    }

    @Test(
        "an answer that is invalid is asked for again",
        arguments: [("", "{}"), ("yes", "{}"), ("accept", "7"), ("accept", #"{"confirm":"yes"}"#), ("accept", "{}")])
    func unusable(_ action: String, _ content: String) throws {
        let client = try Client()
        let state = try ask(client)
        let result = try client.call("tools/call", params(arguments, answer(state, action, content)))["result"]
        #expect(result?["resultType"] == "input_required" && result?["inputRequests"]?["confirm"] != nil)
    }

    @Test("a yes that nobody was asked for is invalid")
    func unasked() throws {
        let yes = #","inputResponses":{"confirm":{"action":"accept","content":{}}}"#
        let result = try Client().call("tools/call", params(arguments, yes))["result"]
        #expect(result?["resultType"] == "input_required")
    }

    @Test("a state of another call, of another process, or changed is -32602")
    func forged() throws {
        let client = try Client()
        let state = try ask(client)
        let foreign = try ask(Client())
        let late = "999999" + state.drop { $0 != "." }
        let parts = state.split(separator: ".", omittingEmptySubsequences: false)
        let otherText = "\(parts[0]).\(parts[1]).W3siYSI6MX1d.\(parts[3])"
        let changed = String(state.dropLast()) + (state.last == "0" ? "1" : "0")
        for other in [foreign, late, otherText, changed, "", ".", "..", "...", "1.2.3.4", state + "."] {
            let error = try client.call("tools/call", params(arguments, answer(other, "accept")))["error"]
            #expect(error?["code"] == -32602, "\(other)")
        }
        let otherCall = params(#"{"text":"b","really":true}"#, answer(state, "accept"))
        #expect(try client.call("tools/call", otherCall)["error"]?["code"] == -32602)
    }

    @Test(
        "a client that can't ask has decided by calling, and what needs no asking is done at once",
        arguments: [("{}", #"{"text":"a","really":true}"#), (#"{"elicitation":{}}"#, #"{"text":"a"}"#)])
    func notAsked(_ capabilities: String, _ arguments: String) throws {
        let result = try Client().call("tools/call", params(arguments, capabilities: capabilities))["result"]
        #expect(result?["structuredContent"] == ["text": "a"])
    }

    @Test("parameters that the call refuses are refused, not asked about")
    func wrong() throws {
        let result = try Client().call("tools/call", params(#"{"really":true}"#))["result"]
        #expect(result?["isError"] == true && result?["_meta"]?["galleria/error"]?["field"] == "text")
    }

    private let call =
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe_forget","arguments":{"text":"a","really":true}}}"#

    @Test(
        "a client that shook hands is asked by a request, and its user's answer decides",
        arguments: [("2025-06-18", "accept", true), ("2025-11-25", "accept", true), ("2025-11-25", "decline", false)])
    func byRequest(_ revision: String, _ action: String, _ isDone: Bool) throws {
        let client = try Client()
        try client.initialize(revision, capabilities: #"{"elicitation":{}}"#)
        let question = try client.ask(call)
        #expect(question["method"] == "elicitation/create" && question["params"]?["message"] == "Forget a?")
        let result = try client.answer(question, #"{"action":"\#(action)","content":{"confirm":true}}"#)["result"]
        #expect(result?["structuredContent"] == (isDone ? ["text": "a"] : nil))
        #expect(result?["_meta"]?["galleria/error"]?["code"] == (isDone ? nil : "cancelled"))
        #expect(result?["isError"] == .bool(!isDone) && result?["resultType"] == nil)
    }

    @Test(
        "one that shook hands and can't ask has decided by calling",
        arguments: [("2025-03-26", #"{"elicitation":{}}"#), ("2025-11-25", "{}"), ("2025-11-25", #"{"sampling":{}}"#)])
    func byRequestNotAsked(_ revision: String, _ capabilities: String) throws {
        let client = try Client()
        try client.initialize(revision, capabilities: capabilities)
        #expect(try client.ask(call)["result"]?["isError"] == false)
    }

    @Test("a plain call is never asked about, whatever the client can do")
    func plain() throws {
        let client = try Client()
        try client.initialize(capabilities: #"{"elicitation":{}}"#)
        #expect(try client.call("probe.forget", arguments)["result"] == ["text": "a"])
    }
}

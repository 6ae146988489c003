import JSON
import Testing

@testable import Host

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
        #expect(request?["method"] == "elicitation/create" && request?["params"]?["mode"] == "form")
        #expect(request?["params"]?["message"]?.string == "Forget a?")
        return try #require(result?["requestState"]?.string)
    }

    private func answer(_ state: String, _ action: String, _ content: String = "{}") -> String {
        #","requestState":"\#(state)","inputResponses":{"confirm":{"action":"\#(action)","content":\#(content)}}"#
    }

    @Test("the answer with its state does it", arguments: ["{}", #"{"confirm":true}"#])
    func confirmed(_ content: String) throws {
        let client = try Client()
        let state = try ask(client)
        let result = try client.call("tools/call", params(arguments, answer(state, "accept", content)))["result"]
        #expect(result?["resultType"] == "complete" && result?["structuredContent"] == ["text": "a"])
    }

    @Test(
        "no is no: a result that says so, and nothing was done",
        arguments: [("decline", "{}"), ("cancel", "{}"), ("accept", #"{"confirm":false}"#), ("", "{}")])
    func refused(_ action: String, _ content: String) throws {
        let client = try Client()
        let state = try ask(client)
        let result = try client.call("tools/call", params(arguments, answer(state, action, content)))["result"]
        #expect(result?["isError"] == true && result?["structuredContent"]?["code"] == "cancelled")
    }

    @Test("a state of another call, of another process, changed or missing is -32602")
    func forged() throws {
        let client = try Client()
        let state = try ask(client)
        let foreign = try ask(Client())
        let late = "999999" + state.drop { $0 != "." }
        for other in [foreign, late, String(state.dropLast()) + (state.last == "0" ? "1" : "0"), "", "."] {
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
        #expect(result?["isError"] == true && result?["structuredContent"]?["field"] == "text")
    }
}

import JSON
import JSONRPC
import MCP
import Testing

@testable import MCPExtensions

/// Tasks as their clients see them.
@Suite("Tasks on the wire") struct TaskTests {
    private static let summary =
        #""taskId":"t","status":"S","createdAt":"c","lastUpdatedAt":"u","ttlMs":1000,"pollIntervalMs":50"#

    private func task(_ state: MCPTask.State) -> MCPTask {
        MCPTask(id: "t", state, created: "c", updated: "u", lifetime: 1000, pollInterval: 50)
    }

    private static var result: MCPToolResult {
        MCPToolResult(text: { $0.string("hi") }) { $0.value(["a": 1]) }
    }

    private static let states: [(MCPTask.State, String, String)] = [
        (.working, "working", ""), (.cancelled, "cancelled", ""),
        (
            .inputRequired([
                MCPInputRequired.Request("i", "roots/list", params: nil),
                MCPInputRequired.Request("j", "elicitation/create") { $0.value(["message": "m"]) },
            ]), "input_required",
            #","inputRequests":{"i":{"method":"roots/list","params":{}},"j":{"method":"elicitation/create","params":{"message":"m"}}}"#
        ),
        (
            .completed(result), "completed",
            #","result":{"resultType":"complete","content":[{"type":"text","text":"hi"}],"structuredContent":{"a":1},"isError":false}"#
        ),
        (
            .failed(RPCError(code: -32603, message: "no")), "failed",
            #","error":{"code":-32603,"message":"no"}"#
        ),
    ]

    @Test("each state has its name, and brings what is its own", arguments: states.indices)
    func state(_ index: Int) {
        let (state, name, own) = Self.states[index]
        let summary = Self.summary.replacing(#""S""#, with: #""\#(name)""#)
        #expect(object { task(state).writeSummary(into: &$0) } == "{\(summary)}")
        #expect(object { task(state).writeWhole(into: &$0) } == "{\(summary)\(own)}")
    }

    @Test("a result inside a task keeps its _meta, and is of the stateless revision")
    func meta() throws {
        var result = Self.result
        result.meta = { writer in
            writer.key("k")
            writer.bool(true)
        }
        let written = object { task(.completed(result)).writeWhole(into: &$0) }
        #expect(try read(written)["result"]?["_meta"]?["k"]?.bool == true)
    }

    @Test("a notification names the subscription that asked for it")
    func notification() throws {
        let id = try #require(RPCIdentifier(try read("7")))
        let params = try read(written { task(.cancelled).write(for: id, into: &$0) })
        #expect(params["status"]?.string == "cancelled")
        #expect(params["_meta"]?["io.modelcontextprotocol/subscriptionId"]?.integer == 7)
    }

    @Test(
        "a request names its task by text",
        arguments: [
            (#"{"taskId":"a"}"#, "a"), (#"{"taskId":""}"#, ""), (#"{"taskId":7}"#, nil), ("{}", nil), ("[]", nil),
        ] as [(String, String?)])
    func request(_ params: String, _ id: String?) throws {
        #expect((try? MCPTaskRequest(try read(params)))?.taskID == id)
    }

    @Test(
        "an update has responses",
        arguments: [
            (#"{"inputResponses":{"a":1}}"#, true), (#"{"inputResponses":{}}"#, true),
            (#"{"inputResponses":null}"#, false),
            (#"{"inputResponses":[]}"#, false), ("{}", false),
        ])
    func responses(_ params: String, _ isRight: Bool) throws {
        #expect(((try? MCPTaskRequest.responses(try read(params))) != nil) == isRight)
    }

    @Test("what needs tasks names the extension")
    func required() {
        let error = RPCError.missingTasks("no")
        #expect(error.code == -32021)
        #expect(
            written { error.data?(&$0) }
                == #"{"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}"#)
    }
}

/// The value that `text` is.
private func read(_ text: String) throws -> JSONNode { try JSONDocument(parsing: text).root }

/// Text that `write` writes.
private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// The object whose members `write` writes, as text.
private func object(_ write: (inout JSONWriter) -> Void) -> String {
    written { writer in
        writer.beginObject()
        write(&writer)
        writer.endObject()
    }
}

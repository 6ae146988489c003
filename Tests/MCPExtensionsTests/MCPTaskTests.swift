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
        MCPToolResult(text: "hi") { $0.value(["a": 1]) }
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

    @Test(
        "a client follows tasks when it declares the extension by an object, in the stateless revision",
        arguments: [
            (#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#, true),
            (#"{"extensions":{"io.modelcontextprotocol/tasks":true}}"#, false), (#"{"tasks":{}}"#, false),
            ("{}", false),
        ])
    func follows(_ capabilities: String, _ follows: Bool) throws {
        let capabilities = MCPClientCapabilities(try read(capabilities))
        #expect(MCPClient(revision: .july2026, capabilities: capabilities).followsTasks == follows)
        #expect(!MCPClient(revision: .november2025, capabilities: capabilities).followsTasks)
    }

    @Test("the extension is told of in the stateless revision alone, and only where there are tasks")
    func capabilities() {
        for revision in MCPRevision.allCases {
            func tasks(_ has: Bool) -> JSONValue? {
                let told = MCPServer.sample.capabilities(for: revision, hasTasks: has)["extensions"]
                return told?["io.modelcontextprotocol/tasks"]
            }
            #expect(tasks(false) == nil)
            #expect(tasks(true) == (revision.isStateless ? .some([:]) : .none))
        }
    }

    @Test("what needs tasks names the extension")
    func required() {
        let error = RPCError.missingTasks("no")
        #expect(error.code == -32021)
        #expect(
            written { error.data?(&$0) }
                == #"{"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}"#)
    }

    @Test(
        "a subscription names tasks",
        arguments: [
            (#"{"taskIds":["a","b"]}"#, ["a", "b"]), (#"{"taskIds":null}"#, []), ("{}", []), (#"{"taskIds":"a"}"#, nil),
            (#"{"taskIds":[7]}"#, nil),
        ] as [(String, [String]?)])
    func subscription(_ filter: String, _ tasks: [String]?) throws {
        let read = try? MCPSubscriptionFilter(try read(#"{"notifications":\#(filter)}"#))
        #expect(read?.tasks == tasks)
        guard let read, let tasks, !tasks.isEmpty, let id = RPCIdentifier(try MCPTests.read("1")) else { return }
        #expect(written { read.write(for: id, into: &$0) }.contains(#""notifications":{"taskIds":["a","b"]}"#))
    }

    @Test("no more tasks than a subscription takes")
    func many() throws {
        for (count, isTaken) in [(MCPSubscriptionFilter.limit, true), (MCPSubscriptionFilter.limit + 1, false)] {
            let ids = (0..<count).map { #""\#($0)""# }.joined(separator: ",")
            let params = try read(#"{"notifications":{"taskIds":[\#(ids)]}}"#)
            #expect(((try? MCPSubscriptionFilter(params)) != nil) == isTaken)
        }
    }
}

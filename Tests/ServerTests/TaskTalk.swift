import JSON
import Testing

@testable import Composition
@testable import Server

/// Messages of the tests of tasks.
struct TaskTalk {
    static let all = #"{"elicitation":{},"roots":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}"#
    static let ann = #"{"action":"accept","content":{"name":"Ann"}}"#
    static let bob = #"{"action":"accept","content":{"name":"Bob"}}"#
    static let folders = #"{"roots":[{"uri":"file:///a"}]}"#

    let client: Client

    /// - Parameter members: of the params, such as `"taskId":"x"`.
    func call(
        _ method: String, _ members: String = "", capabilities: String = all, id: String = "1"
    ) throws -> JSONValue {
        try client.call(method, Self.params(members, capabilities), id: id)
    }

    static func params(_ members: String, _ capabilities: String = all) -> String {
        #"{\#(members.isEmpty ? "" : members + ",")"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
            + #""io.modelcontextprotocol/clientCapabilities":\#(capabilities)}}"#
    }

    /// Sends a request whose answer need not come next.
    func send(_ method: String, _ members: String, id: Int) {
        let params = Self.params(members)
        client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
    }

    /// Calls a tool of the worker.
    func tool(
        _ name: String, with: String = "a", _ more: String = "", capabilities: String = all
    ) throws -> JSONValue {
        try call(
            "tools/call", #""name":"worker_\#(name)","arguments":{"with":"\#(with)"}\#(more)"#,
            capabilities: capabilities)
    }

    /// Calls a tool of the worker that becomes a task, and gives the task's id.
    func start(_ name: String, with: String = "a", _ more: String = "") throws -> String {
        let result = try #require(try tool(name, with: with, more)["result"])
        #expect(result["resultType"] == "task" && result["status"] == "working")
        #expect(
            result.members?.map(\.key) == [
                "resultType", "taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs", "pollIntervalMs", "_meta",
            ])
        return try #require(result["taskId"]?.string)
    }

    func get(_ task: String) throws -> JSONValue {
        let result = try #require(try call("tasks/get", #""taskId":"\#(task)""#)["result"])
        #expect(result["resultType"] == "complete" && result["taskId"]?.string == task)
        #expect(result["requestState"] == nil)
        return result
    }

    func status(_ task: String) throws -> String? { try get(task)["status"]?.string }

    /// The ids of what a task asks, in order; empty unless it asks.
    func asked(_ task: String) throws -> [String] {
        let result = try get(task)
        let ids = result["inputRequests"]?.members?.map(\.key) ?? []
        #expect((result["status"] == "input_required") == !ids.isEmpty)
        return ids
    }

    /// Answers what a task asks, or cancels it; the answer must be empty.
    func acknowledged(_ method: String, _ members: String) throws {
        let result = try call(method, members)["result"]
        #expect(result?.members?.map(\.key) == ["resultType", "_meta"] && result?["resultType"] == "complete")
    }

    func update(_ task: String, _ responses: String) throws {
        try acknowledged("tasks/update", #""taskId":"\#(task)","inputResponses":{\#(responses)}"#)
    }

    func cancel(_ task: String) throws { try acknowledged("tasks/cancel", #""taskId":"\#(task)""#) }

    /// Begins to hear of these tasks.
    /// - Returns: those that the session tells of.
    func listen(_ tasks: [String], capabilities: String = all) throws -> JSONValue? {
        let ids = tasks.map { #""\#($0)""# }.joined(separator: ",")
        let params = Self.params(#""notifications":{"taskIds":[\#(ids)]}"#, capabilities)
        let heard = try client.ask(
            #"{"jsonrpc":"2.0","id":"ear","method":"subscriptions/listen","params":\#(params)}"#)
        #expect(heard["method"] == "notifications/subscriptions/acknowledged")
        return heard["params"]?["notifications"]
    }

    /// Next notification of a task.
    func heard() throws -> JSONValue {
        let message = try client.message()
        #expect(message["method"] == "notifications/tasks")
        #expect(message["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == "ear")
        return try #require(message["params"])
    }
}

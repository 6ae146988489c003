package import JSON
package import JSONRPC
package import MCP

/// A call that goes on after it was answered (the extension `io.modelcontextprotocol/tasks` of 2026-07-28), as its client
/// sees it at one moment.
package struct MCPTask: Sendable {
    /// The `resultType` of the answer to the call.
    package static let resultType: StaticString = "task"
    package static let notification: StaticString = "notifications/tasks"

    package enum State: Sendable {
        case working
        /// It waits until each of these is answered by `tasks/update`.
        case inputRequired([MCPInputRequired.Request])
        /// The tool ran to its end, which may be that it failed.
        case completed(MCPToolResult)
        /// The call itself failed.
        case failed(RPCError)
        case cancelled

        fileprivate var name: StaticString {
            switch self {
            case .working: "working"
            case .inputRequired: "input_required"
            case .completed: "completed"
            case .failed: "failed"
            case .cancelled: "cancelled"
            }
        }
    }

    package let id: String
    let state: State
    let created: String
    let updated: String
    let lifetime: Int
    let pollInterval: Int

    /// - Parameters:
    ///   - id: opaque.
    ///   - created: when, by ISO 8601.
    ///   - updated: when its state changed last, by ISO 8601.
    ///   - lifetime: in milliseconds from `created`, for which it is there at the least.
    ///   - pollInterval: in milliseconds, how long to wait before asking again.
    package init(id: String, _ state: State, created: String, updated: String, lifetime: Int, pollInterval: Int) {
        self.id = id
        self.state = state
        self.created = created
        self.updated = updated
        self.lifetime = lifetime
        self.pollInterval = pollInterval
    }

    /// Writes the members that every task has: all that the answer to its call says of it.
    package func writeSummary(into writer: inout JSONWriter) {
        writer.key("taskId")
        writer.string(id)
        writer.key("status")
        writer.string(state.name)
        writer.key("createdAt")
        writer.string(created)
        writer.key("lastUpdatedAt")
        writer.string(updated)
        writer.key("ttlMs")
        writer.integer(lifetime)
        writer.key("pollIntervalMs")
        writer.integer(pollInterval)
    }

    /// Writes the same with what its state brings: the questions, the result or the error.
    package func writeWhole(into writer: inout JSONWriter) {
        writeSummary(into: &writer)
        switch state {
        case .working, .cancelled: break
        case .inputRequired(let requests): MCPInputRequired.write(requests, into: &writer)
        case .completed(let result):
            writer.key("result")
            result.write(into: &writer)
        case .failed(let error):
            writer.key("error")
            error.write(into: &writer)
        }
    }

    /// Writes the params of `notifications/tasks`.
    /// - Parameter subscription: that asked for it.
    package func write(for subscription: RPCIdentifier, into writer: inout JSONWriter) {
        writer.beginObject()
        writeWhole(into: &writer)
        writer.subscriptionMeta(subscription)
        writer.endObject()
    }
}

/// The params of `tasks/get`, `tasks/update` and `tasks/cancel`.
package struct MCPTaskRequest: Sendable {
    package let taskID: String

    /// - Parameter params: of the request.
    /// - Throws: -32602 without a `taskId`.
    package init(_ params: JSONNode?) throws(RPCError) {
        guard let id = params?["taskId"]?.string else { throw .invalidParams("taskId is the text of a task's answer") }
        taskID = id
    }

    /// Params of `tasks/update`: results by the ids of the task's questions.
    /// - Throws: -32602 for responses that are missing or no object.
    package static func responses(_ params: JSONNode?) throws(RPCError) -> JSONNode {
        guard let responses = try MCPInputResponses(params).answers else {
            throw .invalidParams("tasks/update needs inputResponses, an object")
        }
        return responses
    }
}

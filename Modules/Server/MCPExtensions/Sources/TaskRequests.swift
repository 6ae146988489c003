import Composition
package import FeatureKit
package import JSON
package import JSONRPC
package import MCP
package import Server
import Values

/// Answering what concerns tasks.
extension ClientTasks {
    package func answer(
        _ operation: RegisteredOperation, _ arguments: JSONNode?, _ request: MCPRequest, for session: ClientSession
    ) throws(RPCError) -> [UInt8]? {
        guard operation.task != .never else { return nil }
        let client = request.client
        guard client.followsTasks else {
            guard operation.task == .required else { return nil }
            let fault = Fault.needsTasks(operation.toolName)
            if client.revision.isStateless { throw .missingTasks(fault.text) }
            return RPCReply.tool(request.id, .failure(fault), for: client.revision, session.toolNames).whole
        }
        if operation.asksBeforeTask { return nil }
        let task = start(operation, arguments, from: client, for: session)
        // Where there is no room for a task, the call may as well wait for the end.
        return task == nil && operation.task == .supported ? nil : answer(request.id, task, session)
    }

    package func goOn(
        _ operation: RegisteredOperation, _ arguments: JSONNode?, given: ClientAnswers, id: RPCIdentifier,
        from client: MCPClient, for session: ClientSession
    ) -> [UInt8] {
        // A call that is cancelled is not answered, so nobody would know of the task.
        let task = Task.isCancelled ? nil : start(operation, arguments, given: given, from: client, for: session)
        return answer(id, task, session)
    }

    package func answer(_ method: ProtocolMethod, _ request: MCPRequest) throws(RPCError) -> [UInt8] {
        guard request.client.followsTasks else { throw .missingTasks(Fault.needsTasks(request.call.method).text) }
        let id = try MCPTaskRequest(request.params).taskID
        var told: MCPTask?
        switch method {
        case .tasksUpdate:
            guard answer(id, try MCPTaskRequest.responses(request.params)) else { throw .unknownTask }
        case .tasksCancel:
            guard cancel(id) else { throw .unknownTask }
        default:
            told = task(id)
            if told == nil { throw .unknownTask }
        }
        return request.result { told?.writeWhole(into: &$0) }
    }

    private func start(
        _ operation: RegisteredOperation, _ arguments: JSONNode?, given: ClientAnswers? = nil, from client: MCPClient,
        for session: ClientSession
    ) -> MCPTask? {
        let (names, modules) = (session.toolNames, session.storefront.modules)
        return start(on: session.storefront.loop, ended: { session.callEnded() }) { id in
            let asking = TaskAsking(self, id, given: given)
            let context = CallContext(
                client: CallClient(
                    abilities: client.abilities, ask: { questions throws(Fault) in try await asking.ask(questions) }),
                program: modules)
            do throws(Fault) {
                return MCPTask.State(.success(try await operation.call(arguments, context)), names)
            } catch {
                return MCPTask.State(.failure(error), names)
            }
        }
    }

    /// - Parameter task: nil when there is no room for one.
    private func answer(_ id: RPCIdentifier, _ task: MCPTask?, _ session: ClientSession) -> [UInt8] {
        guard let task else {
            return RPCReply.tool(id, .failure(.tooManyTasks), for: .july2026, session.toolNames).whole
        }
        return RPCReply.mcp(id, .july2026, from: MCPServer.galleria, resultType: MCPTask.resultType) { writer in
            task.writeSummary(into: &writer)
        }
    }
}

extension MCPTask.State {
    /// End of a task: a failed tool counts as completed, a failure of ours or a client that can't be asked as failed.
    fileprivate init(_ outcome: Result<Answer, Fault>, _ names: ToolNames) {
        if case .failure(let fault) = outcome {
            if let error = RPCError(incapable: fault, for: .july2026) {
                self = .failed(error)
                return
            }
            if fault.code == .internal {
                self = .failed(RPCError(code: -32603, message: fault.text, data: RPCError(fault).data))
                return
            }
        }
        self = .completed(MCPToolResult(outcome.map(\.withoutRoom), names))
    }
}

/// The sentences of what concerns tasks.
extension Fault {
    /// - Parameter what: the tool or the method.
    fileprivate static func needsTasks(_ what: String) -> Fault {
        Fault(
            .clientIncapable, "\(what) needs a client that follows tasks.",
            hint: "Call again from a client that declares the extension \(MCPServer.taskExtension), in MCP 2026-07-28.")
    }

    fileprivate static var tooManyTasks: Fault {
        Fault(
            .busy, "Too many tasks are open or were so a moment ago.",
            hint: "Wait for some of them to end, then call again some minutes later.", retryable: true)
    }
}

extension RPCError {
    /// -32021 of MCP 2026-07-28: the request can't be served to a client that does not follow tasks.
    static func missingTasks(_ message: String) -> RPCError {
        .missing(["extensions": .object([JSONMember(MCPServer.taskExtension, .object([]))])], message)
    }

    fileprivate static let unknownTask = RPCError.invalidParams(
        "there is no task of this taskId: it never was, or it ended too long ago; call the tool again")
}

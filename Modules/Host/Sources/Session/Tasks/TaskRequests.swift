import FeatureKit
import JSON
import JSONRPC
import MCP

/// Answering what concerns tasks.
extension ClientSession {
    /// Answers the call of an operation that may go on as a task, where it becomes one or may not be called otherwise.
    /// - Returns: false when the call is to be answered as any other.
    func answeredAsTask(
        _ operation: RegisteredOperation, _ arguments: JSONNode?, id: RPCIdentifier, from client: MCPClient,
        reply: Reply
    ) -> Bool {
        guard operation.task != .never else { return false }
        guard client.followsTasks else {
            guard operation.task == .required else { return false }
            let fault = Fault.needsTasks(operation.toolName)
            reply(
                client.revision.isStateless
                    ? RPCReply.error(id, .missingTasks(fault.text))
                    : RPCReply.tool(id, .failure(fault), for: client.revision, toolNames))
            return true
        }
        if operation.asksBeforeTask { return false }
        let task = start(operation, arguments, from: client)
        // Where there is no room for a task, the call may as well wait for the end.
        if task == nil, operation.task == .supported { return false }
        reply(answer(id, task))
        return true
    }

    /// Goes on as a task with a call that has asked what it had to.
    /// - Parameter given: the answers.
    /// - Returns: the answer to the call.
    func goneOn(
        _ operation: RegisteredOperation, _ arguments: JSONNode?, given: ClientAnswers, id: RPCIdentifier,
        from client: MCPClient
    ) -> [UInt8] {
        // A call that is cancelled is not answered, so nobody would know of the task.
        answer(id, Task.isCancelled ? nil : start(operation, arguments, given: given, from: client))
    }

    /// `tasks/get`, `tasks/update` or `tasks/cancel`
    func answerTask(_ method: ProtocolMethod, _ call: RPCCall, id: RPCIdentifier, from client: MCPClient) -> [UInt8] {
        guard client.followsTasks else {
            return RPCReply.error(id, .missingTasks(Fault.needsTasks(call.method).text))
        }
        do throws(RPCError) {
            let task = try MCPTaskRequest(call.params).taskID
            var told: MCPTask?
            switch method {
            case .tasksUpdate:
                guard tasks.answer(task, try MCPTaskRequest.responses(call.params)) else { throw .unknownTask }
            case .tasksCancel:
                guard tasks.cancel(task) else { throw .unknownTask }
            default:
                told = tasks.task(task)
                if told == nil { throw .unknownTask }
            }
            return RPCReply.mcp(id, client.revision, from: Host.server) { told?.writeWhole(into: &$0) }
        } catch {
            return RPCReply.error(id, error)
        }
    }

    private func start(
        _ operation: RegisteredOperation, _ arguments: JSONNode?, given: ClientAnswers? = nil, from client: MCPClient
    ) -> MCPTask? {
        let names = toolNames
        return tasks.start(on: host.loop, ended: { [self] in callEnded() }) { [tasks] id in
            let asking = TaskAsking(tasks, id, given: given)
            let context = CallContext(
                client: CallClient(
                    abilities: client.abilities, ask: { questions throws(Fault) in try await asking.ask(questions) }))
            do throws(Fault) {
                return MCPTask.State(.success(try await operation.call(arguments, context)), names)
            } catch {
                return MCPTask.State(.failure(error), names)
            }
        }
    }

    /// - Parameter task: nil when there is no room for one.
    private func answer(_ id: RPCIdentifier, _ task: MCPTask?) -> [UInt8] {
        guard let task else {
            return RPCReply.tool(id, .failure(.tooManyTasks), for: .july2026, toolNames)
        }
        return RPCReply.mcp(id, .july2026, from: Host.server, resultType: MCPTask.resultType) { writer in
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
        self = .completed(MCPToolResult(outcome, names))
    }
}

/// The sentences of what concerns tasks.
extension Fault {
    /// - Parameter what: the tool or the method.
    fileprivate static func needsTasks(_ what: String) -> Fault {
        Fault(
            .clientIncapable, "\(what) needs a client that follows tasks.",
            hint: "Call again from a client that declares the extension \(MCPTask.extensionName), in MCP 2026-07-28.")
    }

    fileprivate static var tooManyTasks: Fault {
        Fault(
            .busy, "Too many tasks are open or were so a moment ago.",
            hint: "Wait for some of them to end, then call again some minutes later.", retryable: true)
    }
}

extension RPCError {
    fileprivate static let unknownTask = RPCError.invalidParams(
        "there is no task of this taskId: it never was, or it ended too long ago; call the tool again")
}

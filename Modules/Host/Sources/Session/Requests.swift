import AppViews
import FeatureKit
import JSON
import JSONRPC
import MCP
import Suggestions

/// Takes the bytes of an answer; nil when there is none.
typealias Reply = @Sendable ([UInt8]?) -> Void

/// Answering requests: the protocols' own methods at once, a module's operation as a call in flight.
extension ClientSession {
    /// - Parameter reply: called exactly once.
    func requested(_ call: RPCCall, id: RPCIdentifier, reply: @escaping Reply) {
        do throws(RPCError) {
            if let client = try MCPClient.stateless(call.params) {
                statelessRequested(call, id: id, from: client, reply: reply)
            } else {
                ordinaryRequested(call, id: id, reply: reply)
            }
        } catch {
            reply(RPCReply.error(id, error))
        }
    }

    /// A request that says its revision itself.
    private func statelessRequested(
        _ call: RPCCall, id: RPCIdentifier, from client: MCPClient, reply: @escaping Reply
    ) {
        if id.isNull {
            return reply(RPCReply.error(id, .invalidRequest("an MCP request needs an id that is not null")))
        }
        guard let method = protocolMethod(call.method) else {
            return callMethod(call, id: id, from: client, reply: reply)
        }
        guard method.isServed(to: client.revision) else {
            return reply(RPCReply.error(id, .goneSince(call.method, client.revision)))
        }
        answer(method, call, id: id, from: client, reply: reply)
    }

    /// Looks up a protocol method; without tasks, the methods of tasks are unknown.
    private func protocolMethod(_ name: String) -> ProtocolMethod? {
        guard let method = ProtocolMethod(exactly: name), !method.isOfTasks || tools.hasTasks || !tasks.isEmpty else {
            return nil
        }
        return method
    }

    /// A request of a client that shook hands, or of one that speaks plain JSON-RPC.
    private func ordinaryRequested(_ call: RPCCall, id: RPCIdentifier, reply: @escaping Reply) {
        switch protocolMethod(call.method) {
        case .ping: reply(RPCReply.result(id) { $0.emptyObject() })
        case .initialize: reply(initialize(call, id: id))
        case .shutdown:
            shutDown()
            reply(RPCReply.result(id) { $0.null() })
        case .cancelled, .cancelRequest, .exit:
            reply(RPCReply.error(id, .methodNotFound("\(call.method) is a notification; send it without an id")))
        case nil: callMethod(call, id: id, from: client, reply: reply)
        case let method?:
            guard let client else { return reply(RPCReply.error(id, .notInitialized(call.method))) }
            guard method.isServed(to: client.revision) else {
                let why = "MCP \(client.revision.rawValue) has no \(call.method)"
                return reply(RPCReply.error(id, .methodNotFound(why)))
            }
            answer(method, call, id: id, from: client, reply: reply)
        }
    }

    private func initialize(_ call: RPCCall, id: RPCIdentifier) -> [UInt8] {
        guard
            let handshake = MCPHandshake(
                params: call.params, server: Host.server, instructions: ToolCatalog.instructions)
        else { return RPCReply.error(id, .invalidParams("initialize needs protocolVersion, such as 2025-11-25")) }
        client = MCPClient(revision: handshake.revision, capabilities: handshake.capabilities)
        return RPCReply.result(id) { writer in handshake.write(into: &writer) }
    }

    /// Answers a method of MCP that the client's revision has.
    private func answer(
        _ method: ProtocolMethod, _ call: RPCCall, id: RPCIdentifier, from client: MCPClient, reply: @escaping Reply
    ) {
        let revision = client.revision
        func list(_ cache: MCPCacheHint = .lists, _ fields: (inout JSONWriter) -> Void) {
            // An empty cursor is a cursor; null counts as missing.
            if let cursor = call.params?["cursor"], !cursor.isNull { return reply(RPCReply.error(id, .unknownCursor)) }
            reply(RPCReply.mcp(id, revision, from: Host.server, cache: cache, fields: fields))
        }
        switch method {
        case .discover:
            reply(
                RPCReply.mcp(id, revision, from: Host.server, isIntroduction: true, cache: .lists) { writer in
                    Host.server.writeDiscovery(
                        instructions: ToolCatalog.instructions, hasTasks: tools.hasTasks, into: &writer)
                })
        case .toolsList:
            // With views for clients that show them.
            list(.clientLists) { writer in
                writer.key("tools")
                writer.raw(tools.list(for: revision, views: AppViews.areShown(by: client.capabilities.viewTypes)))
            }
        case .toolsCall: callTool(call, id: id, from: client, reply: reply)
        case .resourcesList: list { resources.writeList(for: revision, into: &$0) }
        case .resourcesTemplatesList: list { resources.writeTemplates(for: revision, into: &$0) }
        case .resourcesRead: readResource(call, id: id, from: client, reply: reply)
        case .promptsList:
            list { writer in
                writer.key("prompts")
                writer.raw(prompts.list(for: revision))
            }
        case .promptsGet: getPrompt(call, id: id, from: client, reply: reply)
        case .complete: complete(call, id: id, from: client, reply: reply)
        case .resourcesSubscribe: reply(subscribe(call, id: id, from: client))
        case .resourcesUnsubscribe: reply(unsubscribe(call, id: id, from: client))
        case .subscriptionsListen: listen(call, id: id, from: client, reply: reply)
        case .tasksGet, .tasksUpdate, .tasksCancel: reply(answerTask(method, call, id: id, from: client))
        case .loggingSetLevel: reply(setLogLevel(call, id: id, from: client))
        case .initialize, .ping, .cancelled, .cancelRequest, .shutdown, .exit:
            reply(RPCReply.error(id, .goneSince(call.method, revision)))
        }
    }

    private func setLogLevel(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient) -> [UInt8] {
        guard let level = call.params?["level"]?.string.flatMap(MCPLogLevel.init(exactly:)) else {
            let all = MCPLogLevel.allCases.map(\.rawValue).joined(separator: ", ")
            return RPCReply.error(id, .invalidParams("level is one of \(all)"))
        }
        var client = client
        client.logLevel = level
        self.client = client
        return RPCReply.mcp(id, client.revision, from: Host.server) { _ in }
    }

    private func callMethod(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient?, reply: @escaping Reply) {
        guard let operation = host.router.operation(method: call.method) else {
            let fault = host.router.absence(ofMethod: call.method)
            let error = RPCError(fault)
            return reply(RPCReply.error(id, RPCError(code: -32601, message: error.message, data: error.data)))
        }
        let progress = progress(for: client, MCPProgressToken(call.params))
        let context = CallContext(report: { progress?.report($0) })
        run(operation, call.params, id: id, context, progress, reply: reply) {
            RPCReply.plain(id, .failure(.tooManyCalls))
        } write: { outcome in
            await LargeWork.run(ofBytes: outcome.upstreamBytes) { RPCReply.plain(id, outcome) }
        }
    }

    private func callTool(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient, reply: @escaping Reply) {
        guard let toolCall = MCPToolCall(call.params) else {
            return reply(RPCReply.error(id, .invalidParams("tools/call needs name")))
        }
        guard let operation = host.router.operation(tool: toolCall.name) else {
            return reply(RPCReply.error(id, absence(of: toolCall.name)))
        }
        if answeredAsTask(operation, toolCall.arguments, id: id, from: client, reply: reply) { return }
        let asking: Asking
        do throws(RPCError) {
            let becomesTask = operation.task != .never && operation.asksBeforeTask && client.followsTasks
            asking = try self.asking(
                call, toolCall.name, toolCall.arguments, from: client, endsWhenAnswered: becomesTask)
        } catch {
            return reply(RPCReply.error(id, error))
        }
        let progress = progress(for: client, toolCall.progressToken)
        let context = context(asking, module: operation.module, from: client, progress)
        run(operation, toolCall.arguments, id: id, context, progress, reply: reply, asking.open) {
            RPCReply.tool(id, .failure(.tooManyCalls), for: client.revision, toolNames)
        } write: { [self] outcome in
            if let pending = await asking.pending { return RPCReply.inputRequired(id, pending, for: client.revision) }
            if let given = asking.answered {
                return goneOn(operation, toolCall.arguments, given: given, id: id, from: client)
            }
            tell(operation, outcome, to: client)
            let names = toolNames
            return await LargeWork.run(ofBytes: outcome.upstreamBytes) {
                RPCReply.tool(id, outcome, for: client.revision, names)
            }
        }
    }

    /// Why there is no such tool.
    private func absence(of tool: String) -> RPCError {
        if let fault = host.router.absence(ofName: tool) { return .absent(toolNames.named(in: fault)) }
        return .unknownTool(nearest: nearestNames(to: tool, among: tools.names))
    }

    /// Runs an operation in flight.
    /// - Parameters:
    ///   - progress: ends with the call, or when it is cancelled.
    ///   - open: what must succeed before it begins.
    ///   - refusal: the answer when too many calls wait already.
    ///   - write: writes the answer, unless the client cancelled in the meantime.
    private func run(
        _ operation: RegisteredOperation, _ parameters: JSONNode?, id: RPCIdentifier, _ context: CallContext,
        _ progress: ProgressReport?, reply: @escaping Reply, _ open: (@Sendable () async -> RPCError?)? = nil,
        refusal: () -> [UInt8],
        write: @escaping @Sendable (Result<Answer, Fault>) async -> [UInt8]
    ) {
        var reply = reply
        if let progress {
            reply = { [reply] answer in
                progress.end()
                reply(answer)
            }
        }
        let outcome: @Sendable () async -> Result<Answer, Fault> = { [outputRoom] in
            do throws(Fault) {
                let answer = try await operation.call(parameters, context)
                if answer.upstreamBytes >= LargeWork.bytes { await outputRoom.wait() }
                return .success(answer)
            } catch {
                return .failure(error)
            }
        }
        let isAdmitted = inFlight(id, reply: reply) {
            if let error = await open?() { return RPCReply.error(id, error) }
            guard let progress else { return await write(await outcome()) }
            let outcome = await withTaskCancellationHandler(operation: outcome) { progress.end() }
            await progress.settle()
            return await write(outcome)
        }
        if !isAdmitted { reply(refusal()) }
    }

    /// Does work that may wait, as a call that the client can cancel.
    /// - Parameter work: gives the answer, which is not sent if the client cancelled in the meantime.
    /// - Returns: false when too many calls wait already; then nothing was done, and nothing answered.
    func inFlight(
        _ id: RPCIdentifier, reply: @escaping Reply, work: @escaping @Sendable () async -> [UInt8]
    ) -> Bool {
        let admission = calls.submit(id) { [self] in
            let answer = await work()
            switch calls.finish(id) {
            case nil: reply(answer)
            case .silent: reply(nil)
            case .answered: reply(RPCReply.error(id, .requestCancelled))
            }
            callEnded()
        } onCancelledWhileWaiting: { [self] cancellation in
            reply(cancellation == .answered ? RPCReply.error(id, .requestCancelled) : nil)
            callEnded()
        }
        switch admission {
        case .accepted: return true
        case .duplicate:
            reply(RPCReply.error(id, .invalidRequest("a request with this id is in flight")))
            return true
        case .full: return false
        }
    }
}

/// The sentences of the session's own refusals.
extension RPCError {
    /// -32602: what the request names is there under other settings; the fault says which.
    static func absent(_ fault: Fault) -> RPCError {
        RPCError(code: -32602, message: fault.text, data: RPCError(fault).data)
    }

    fileprivate static func notInitialized(_ method: String) -> RPCError {
        .invalidParams(
            "\(method) needs a handshake: \(MCPClient.introductions)")
    }

    /// Lists are short enough to have one page.
    fileprivate static let unknownCursor = RPCError.invalidParams("there is no page at this cursor; leave it out")

    fileprivate static func unknownTool(nearest: [String]) -> RPCError {
        let hint = nearest.first.map { "did you mean \($0)?" } ?? "tools/list has them all"
        return .invalidParams("there is no tool of this name; \(hint)")
    }
}

extension Result<Answer, Fault> {
    /// Estimated bytes to write.
    fileprivate var upstreamBytes: Int { (try? get())?.upstreamBytes ?? 0 }
}

extension Fault {
    static var tooManyCalls: Fault {
        Fault(
            .busy, "Too many calls are waiting already.", hint: "Wait for some of the answers, then call again.",
            retryable: true)
    }

    static var tooMuchAtOnce: Fault {
        Fault(
            .busy, "The messages or answers that are waiting take too much memory together.",
            hint: "Wait for some of the answers, or ask for less in one batch; then call again.", retryable: true)
    }
}

extension JSONWriter {
    mutating func emptyObject() {
        beginObject()
        endObject()
    }
}

import AppViews
import Composition
import FeatureKit
import JSON
import JSONRPC
import MCP
import Values

/// Answering requests: the protocols' own methods at once, a module's operation as a call in flight.
extension ClientSession {
    /// Answers a request.
    /// - Throws: the error to answer with.
    func requested(_ call: RPCCall, id: RPCIdentifier) throws(RPCError) -> Reply {
        guard let client = try MCPClient.stateless(call.params) else { return try ordinaryRequested(call, id: id) }
        // The request says its revision itself.
        if id.isNull { throw .nullID }
        guard let method = protocolMethod(call.method) else { return try callMethod(call, id: id, from: client) }
        guard method.isServed(to: client.revision) else { throw .goneSince(call.method, client.revision) }
        return try answer(method, MCPRequest(id: id, call: call, client: client))
    }

    /// Looks up a protocol method; without tasks, the methods of tasks are unknown.
    private func protocolMethod(_ name: String) -> ProtocolMethod? {
        guard let method = ProtocolMethod(exactly: name) else { return nil }
        let isServed = !method.isOfTasks || tasks.map { tools.hasTasks || !$0.isEmpty } ?? false
        return isServed ? method : nil
    }

    /// A request of a client that shook hands, or of one that speaks plain JSON-RPC.
    private func ordinaryRequested(_ call: RPCCall, id: RPCIdentifier) throws(RPCError) -> Reply {
        switch protocolMethod(call.method) {
        case .ping: return .now(RPCReply.result(id) { $0.emptyObject() })
        case .initialize:
            return .now(try initialize(call, id: id, as: .galleria, instructions: storefront.instructions))
        case .shutdown:
            ending.shutDown()
            return .now(RPCReply.result(id) { $0.null() })
        case .cancelled, .cancelRequest, .exit:
            throw .methodNotFound("\(call.method) is a notification; send it without an id")
        case nil: return try callMethod(call, id: id, from: client)
        case let method?:
            guard let client else { throw .notInitialized(call.method) }
            // As nearly all requests are.
            if method == .toolsCall { return try callTool(call, id: id, from: client) }
            guard method.isServed(to: client.revision) else {
                throw .methodNotFound("MCP \(client.revision.rawValue) has no \(call.method)")
            }
            return try answer(method, MCPRequest(id: id, call: call, client: client))
        }
    }

    /// Shakes hands.
    /// - Parameters:
    ///   - server: as what the program introduces itself.
    ///   - instructions: for the tools.
    func initialize(
        _ call: RPCCall, id: RPCIdentifier, as server: MCPServer, instructions: @autoclosure () -> String
    ) throws(RPCError) -> [UInt8] {
        guard let handshake = MCPHandshake(params: call.params, server: server, instructions: instructions())
        else { throw .invalidParams("initialize needs protocolVersion, such as 2025-11-25") }
        client = MCPClient(revision: handshake.revision, capabilities: handshake.capabilities)
        return RPCReply.result(id) { writer in handshake.write(into: &writer) }
    }

    /// Answers a method of MCP that the client's revision has.
    private func answer(_ method: ProtocolMethod, _ request: MCPRequest) throws(RPCError) -> Reply {
        let (client, revision) = (request.client, request.revision)
        func list(
            _ cache: MCPCacheHint = .lists, _ fields: (inout JSONWriter) -> Void
        ) throws(RPCError) -> Reply {
            // An empty cursor is a cursor; null counts as missing.
            if let cursor = request.params?["cursor"], !cursor.isNull { throw .unknownCursor }
            // Written on the desk: the list of all tools takes 27 KB, and would lie in memory three times.
            return onDesk { writer in request.write(cache: cache, into: &writer, fields) }
        }
        switch method {
        case .discover:
            return .now(
                request.result(cache: .lists, isIntroduction: true) { writer in
                    MCPServer.galleria.writeDiscovery(
                        instructions: storefront.instructions, hasTasks: tasks != nil && tools.hasTasks,
                        into: &writer)
                })
        case .toolsList:
            // With views for clients that show them.
            return try list(.clientLists) { writer in
                writer.key("tools")
                tools.write(
                    for: revision, views: AppViews.areShown(by: client.capabilities.viewTypes), into: &writer)
            }
        case .toolsCall: return try callTool(request.call, id: request.id, from: client)
        case .resourcesList: return try list { resources.writeList(for: revision, into: &$0) }
        case .resourcesTemplatesList: return try list { resources.writeTemplates(for: revision, into: &$0) }
        case .resourcesRead: return try readResource(request)
        case .promptsList:
            return try list { writer in
                writer.key("prompts")
                writer.raw(prompts.list(for: revision))
            }
        case .promptsGet: return try getPrompt(request)
        case .complete: return try complete(request)
        case .skillsList: return try list { skills.writeList(into: &$0) }
        case .skillsGet: return .now(try getSkill(request))
        case .resourcesSubscribe: return .now(try subscribe(request))
        case .resourcesUnsubscribe: return .now(try unsubscribe(request))
        case .subscriptionsListen: return try listen(request)
        case .tasksGet, .tasksUpdate, .tasksCancel:
            guard let tasks else { throw .methodNotFound("there are no tasks") }
            return .now(try tasks.answer(method, request))
        case .loggingSetLevel: return .now(try setLogLevel(request))
        case .initialize, .ping, .cancelled, .cancelRequest, .shutdown, .exit:
            throw .goneSince(request.call.method, revision)
        }
    }

    private func setLogLevel(_ request: MCPRequest) throws(RPCError) -> [UInt8] {
        guard let level = request.params?["level"]?.string.flatMap(MCPLogLevel.init(exactly:)) else {
            throw .invalidParams("level is one of \(MCPLogLevel.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.client = request.client.hearing(level)
        return request.result()
    }

    private func callMethod(
        _ call: RPCCall, id: RPCIdentifier, from client: MCPClient?
    ) throws(RPCError) -> Reply {
        guard let operation = storefront.router.operation(method: call.method) else {
            let error = RPCError(storefront.router.absence(ofMethod: call.method))
            throw RPCError(code: -32601, message: error.message, data: error.data)
        }
        // The others were tried before.
        let mayAnswer = client?.revision.isStateless == true && calls.hasRoom
        if mayAnswer, let reply = replyAtOnce(operation, call.params, id: id) { return reply }
        let progress = progress(for: client, MCPProgressToken(call.params))
        let context = CallContext(program: storefront.modules, report: { progress?.report($0) })
        return .later(
            LaterAnswer(
                id: id, progress: progress,
                text: {
                    let outcome = await self.outcome(of: operation, call.params, context, progress)
                    return await LargeWork.run(ofBytes: outcome.upstreamBytes) { RPCReply.plain(id, outcome) }
                }))
    }

    private func callTool(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient) throws(RPCError) -> Reply {
        guard let toolCall = MCPToolCall(call.params) else { throw .invalidParams("tools/call needs name") }
        let name = toolCall.name
        guard let operation = storefront.router.operation(tool: name) else { throw absence(of: name) }
        let request = MCPRequest(id: id, call: call, client: client)
        if let tasks, let reply = try tasks.answer(operation, toolCall.arguments, request, for: self) {
            return .now(reply)
        }
        // Answers that a stateless request brings are judged where an operation takes them, which none that answers at once does. Without
        // tasks all other requests were tried before.
        let mayAnswer = client.revision.isStateless ? try MCPInputResponses(request.params).isEmpty : tasks != nil
        if mayAnswer, calls.hasRoom, let reply = replyAtOnce(toolCall, operation, id: id, to: client) { return reply }
        return try toolLater(toolCall, operation, request)
    }

    // MARK: - At once

    /// The answer to a request of an operation that has nothing to wait for: without a call in flight or a task, and nothing of the request
    /// is held. Nil where the operation may wait, or calls wait for their turn: nothing was done then.
    func replyAtOnce(_ call: RPCCall, id: RPCIdentifier) -> Reply? {
        guard calls.hasRoom else { return nil }
        var operation: RegisteredOperation?
        if call.isMethod("tools/call") {
            // In a program with tasks a call may become one: `callTool` asks.
            guard case nil = tasks, let client, let toolCall = MCPToolCall(call.params),
                !toolCall.hasMeta || !MCPClient.isStateless(call.params)
            else { return nil }
            toolCall.withName { operation = storefront.router.operation(tool: $0) }
            return operation.flatMap { replyAtOnce(toolCall, $0, id: id, to: client) }
        }
        // A module's name and a dot begin its methods. No other is looked for among them: that would make the modules, which a handshake
        // and a ping need not wait for.
        call.withMethod { name in
            if name.contains(UInt8(ascii: ".")) { operation = storefront.router.operation(method: name) }
        }
        guard let operation else { return nil }
        // A stateless request says what its client is: `requested` reads that first.
        let params = call.params
        return MCPClient.isStateless(params) ? nil : replyAtOnce(operation, params, id: id)
    }

    private func replyAtOnce(_ operation: RegisteredOperation, _ params: JSONNode?, id: RPCIdentifier) -> Reply? {
        do throws(Fault) {
            guard let answer = try operation.answerAtOnce(params) else { return nil }
            guard answer.isFacts else { return .now(RPCReply.plain(id, .success(answer)).whole) }
            return onDesk { writer in RPCReply.write(result: id, into: &writer) { answer.writeTelling(&$0) } }
        } catch {
            return .now(RPCReply.plain(id, .failure(error)).whole)
        }
    }

    private func replyAtOnce(
        _ toolCall: MCPToolCall, _ operation: RegisteredOperation, id: RPCIdentifier, to client: MCPClient
    ) -> Reply? {
        do throws(Fault) {
            guard let answer = try operation.answerAtOnce(toolCall.arguments) else { return nil }
            if client.logLevel != nil { tell(operation, .success(answer), to: client) }
            guard answer.isFacts else { return reply(id, .success(answer), to: client) }
            return onDesk { writer in RPCReply.writeFacts(id, answer, for: client.revision, into: &writer) }
        } catch {
            tell(operation, .failure(error), to: client)
            return reply(id, .failure(error), to: client)
        }
    }

    private func reply(_ id: RPCIdentifier, _ outcome: Result<Answer, Fault>, to client: MCPClient) -> Reply {
        .now(Face.tool(client.revision, toolNames).reply(id, outcome).whole)
    }

    /// Answers a call of a tool as a call in flight.
    private func toolLater(
        _ toolCall: MCPToolCall, _ operation: RegisteredOperation, _ request: MCPRequest
    ) throws(RPCError) -> Reply {
        let (id, client) = (request.id, request.client)
        let becomesTask = tasks != nil && operation.task != .never && operation.asksBeforeTask && client.followsTasks
        let asking = try asking(
            request, toolCall.name, toolCall.arguments, endsWhenAnswered: becomesTask)
        let face = Face.tool(client.revision, toolNames)
        let progress = progress(for: client, toolCall.progressToken)
        let context = context(asking, module: operation.module, from: client, progress)
        return .later(
            LaterAnswer(
                id: id, face: face, progress: progress,
                text: {
                    if let error = await asking.open() {
                        progress?.end()
                        return InsetText(RPCReply.error(id, error))
                    }
                    let outcome = await self.outcome(of: operation, toolCall.arguments, context, progress)
                    if let pending = await asking.pending {
                        return InsetText(RPCReply.inputRequired(id, pending, for: client.revision))
                    }
                    if let given = asking.answered, let tasks = self.tasks {
                        return InsetText(
                            tasks.goOn(operation, toolCall.arguments, given: given, id: id, from: client, for: self))
                    }
                    self.tell(operation, outcome, to: client)
                    return await LargeWork.run(ofBytes: outcome.upstreamBytes) { face.reply(id, outcome) }
                }))
    }

    /// Why there is no such tool.
    private func absence(of tool: String) -> RPCError {
        if let fault = storefront.router.absence(ofName: tool) { return .absent(toolNames.named(in: fault)) }
        return .unknownTool(nearest: tools.nearest(to: tool))
    }

    /// Runs an operation, and returns when its answer may be written.
    /// - Parameter progress: ends with the call, or when it is cancelled.
    private func outcome(
        of operation: RegisteredOperation, _ parameters: JSONNode?, _ context: CallContext, _ progress: ProgressReport?
    ) async -> Result<Answer, Fault> {
        guard let progress else { return await run(operation, parameters, context) }
        let outcome = await withTaskCancellationHandler {
            await run(operation, parameters, context)
        } onCancel: {
            progress.end()
        }
        await progress.settle()
        return outcome
    }

    private func run(
        _ operation: RegisteredOperation, _ parameters: JSONNode?, _ context: CallContext
    ) async -> Result<Answer, Fault> {
        do throws(Fault) {
            let answer = try await operation.call(parameters, context)
            if answer.upstreamBytes >= LargeWork.bytes { await outputRoom.wait() }
            return .success(answer)
        } catch {
            return .failure(error)
        }
    }
}

/// The sentences of the session's own refusals.
extension RPCError {
    /// -32602: what the request names is there under other settings; the fault says which.
    static func absent(_ fault: Fault) -> RPCError {
        RPCError(code: -32602, message: fault.text, data: RPCError(fault).data)
    }

    static let idInFlight = RPCError.invalidRequest("a request with this id is in flight")

    static let nullID = RPCError.invalidRequest("an MCP request needs an id that is not null")

    fileprivate static func notInitialized(_ method: String) -> RPCError {
        .invalidParams(
            "\(method) needs a handshake: \(MCPClient.introductions)")
    }

    /// Lists are short enough to have one page.
    fileprivate static let unknownCursor = RPCError.invalidParams("there is no page at this cursor; leave it out")

    fileprivate static func unknownTool(nearest: [String]) -> RPCError {
        let hint = nearest.isEmpty ? "tools/list has them all" : "did you mean \(nearest.joined(separator: " or "))?"
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

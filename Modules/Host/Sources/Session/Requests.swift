import AppViews
import Core
import JSON
import JSONRPC
import MCP
import Suggestions

/// Answering requests: the protocols' own methods at once, a module's operation as a call in flight.
extension ClientSession {
    /// - Parameter reply: called exactly once.
    func requested(_ call: RPCCall, id: RPCIdentifier, reply: @escaping Reply) {
        if let version = call.params?["_meta"]?["io.modelcontextprotocol/protocolVersion"] {
            return reply(RPCReply.error(id, .unsupportedVersion(version)))
        }
        switch ProtocolMethod(exactly: call.method) {
        case .ping: reply(RPCReply.result(id) { $0.emptyObject() })
        case .initialize: reply(initialize(call, id: id))
        case .toolsList:
            reply(
                legacy(call, id: id) { revision in
                    RPCReply.result(id) { writer in writer.raw(tools.list(for: revision, views: showsViews)) }
                })
        case .toolsCall: callTool(call, id: id, reply: reply)
        case .shutdown:
            shutDown()
            reply(RPCReply.result(id) { $0.null() })
        case .cancelled, .cancelRequest, .exit:
            reply(RPCReply.error(id, .methodNotFound("\(call.method) is a notification; send it without an id")))
        case nil: callMethod(call, id: id, reply: reply)
        }
    }

    private func initialize(_ call: RPCCall, id: RPCIdentifier) -> [UInt8] {
        guard
            let handshake = MCPHandshake(
                params: call.params, serverName: Host.name, serverTitle: "Galleria", serverVersion: Host.version,
                instructions: ToolCatalog.instructions)
        else { return RPCReply.error(id, .invalidParams("initialize needs protocolVersion, such as 2025-11-25")) }
        revision = handshake.revision
        showsViews = AppViews.areShown(by: call.params?["capabilities"])
        return RPCReply.result(id) { writer in handshake.write(into: &writer) }
    }

    /// Answers a method that MCP clients may call after the handshake only.
    private func legacy(_ call: RPCCall, id: RPCIdentifier, _ answer: (MCPRevision) -> [UInt8]) -> [UInt8] {
        revision.map(answer) ?? RPCReply.error(id, .notInitialized(call.method))
    }

    private func callMethod(_ call: RPCCall, id: RPCIdentifier, reply: @escaping Reply) {
        guard let operation = host.router.operation(method: call.method) else {
            let fault = host.router.absence(ofMethod: call.method)
            let error = RPCError(fault)
            return reply(RPCReply.error(id, RPCError(code: -32601, message: error.message, data: error.data)))
        }
        run(operation, call.params, id: id, token: MCPProgressToken(call.params), reply: reply) { outcome in
            RPCReply.plain(id, outcome)
        }
    }

    private func callTool(_ call: RPCCall, id: RPCIdentifier, reply: @escaping Reply) {
        guard let revision else { return reply(RPCReply.error(id, .notInitialized(call.method))) }
        guard let toolCall = MCPToolCall(call.params) else {
            return reply(RPCReply.error(id, .invalidParams("tools/call needs name")))
        }
        guard let operation = host.router.operation(tool: toolCall.name) else {
            return reply(RPCReply.error(id, .unknownTool(nearest: nearestNames(to: toolCall.name, among: tools.names))))
        }
        run(operation, toolCall.arguments, id: id, token: toolCall.progressToken, reply: reply) { outcome in
            RPCReply.tool(id, outcome, for: revision)
        }
    }

    /// Runs an operation in flight.
    /// - Parameter write: writes the answer, unless the client cancelled in the meantime.
    private func run(
        _ operation: RegisteredOperation, _ parameters: JSONNode?, id: RPCIdentifier, token: MCPProgressToken?,
        reply: @escaping Reply, write: @escaping @Sendable (Result<Answer, Fault>) -> [UInt8]
    ) {
        let revision = revision
        let context = CallContext { [self] progress in
            guard let token, !Task.isCancelled else { return }
            send(
                RPCReply.notification("notifications/progress") { writer in
                    token.write(
                        done: progress.done, total: progress.total, message: progress.message, for: revision,
                        into: &writer)
                })
        }
        let admission = calls.submit(id) { [self] in
            let outcome: Result<Answer, Fault>
            do throws(Fault) {
                outcome = .success(try await operation.call(parameters, context))
            } catch {
                outcome = .failure(error)
            }
            switch calls.finish(id) {
            case nil: reply(write(outcome))
            case .silent: reply(nil)
            case .answered: reply(RPCReply.error(id, .requestCancelled))
            }
            callEnded()
        } onCancelledWhileWaiting: { [self] cancellation in
            reply(cancellation == .answered ? RPCReply.error(id, .requestCancelled) : nil)
            callEnded()
        }
        switch admission {
        case .accepted: break
        case .duplicate: reply(RPCReply.error(id, .invalidRequest("a request with this id is in flight")))
        case .full: reply(write(.failure(.tooManyCalls)))
        }
    }
}

/// The sentences of the session's own refusals.
extension RPCError {
    fileprivate static func notInitialized(_ method: String) -> RPCError {
        .invalidParams(
            "\(method) needs a handshake: send initialize first, or _meta with "
                + "io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities")
    }

    fileprivate static func unknownTool(nearest: [String]) -> RPCError {
        let hint = nearest.first.map { "did you mean \($0)?" } ?? "tools/list has them all"
        return .invalidParams("there is no tool of this name; \(hint)")
    }

    /// -32022 of MCP 2026-07-28.
    fileprivate static func unsupportedVersion(_ requested: JSONNode) -> RPCError {
        guard let version = requested.string else { return .invalidParams("protocolVersion in _meta is text") }
        return RPCError(code: -32022, message: "Unsupported protocol version; use initialize") { writer in
            writer.beginObject()
            writer.key("supported")
            writer.beginArray()
            for revision in MCPRevision.allCases { writer.string(revision.rawValue) }
            writer.endArray()
            writer.key("requested")
            writer.string(version)
            writer.endObject()
        }
    }
}

extension Fault {
    fileprivate static var tooManyCalls: Fault {
        Fault(
            .busy, "Too many calls are waiting already.", hint: "Wait for some of the answers, then call again.",
            retryable: true)
    }
}

extension JSONWriter {
    mutating func emptyObject() {
        beginObject()
        endObject()
    }
}

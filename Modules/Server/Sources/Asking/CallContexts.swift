import Composition
import FeatureKit
import JSON
import JSONRPC
import MCP
import Runtime

/// Contexts of calls: questions, messages and progress for the client.
extension ClientSession {
    /// Way in which the calls of a client ask it.
    /// - Parameters:
    ///   - request: `tools/call` or `prompts/get`: no other request may be answered by questions.
    ///   - name: of what is called.
    ///   - arguments: as sent.
    ///   - endsWhenAnswered: whether the call ends at its first ask also when that is answered, since a task goes on with it.
    /// - Throws: -32602 for invalid answers.
    func asking(
        _ request: MCPRequest, _ name: String, _ arguments: JSONNode?, endsWhenAnswered: Bool = false
    ) throws(RPCError) -> Asking {
        guard request.revision.isStateless else { return .requests(outgoing, request.client) }
        let subject: @Sendable () -> [JSONValue] = {
            var given = JSONValue.object([])
            if let arguments, !arguments.isNull { given = JSONValue(arguments) }
            return [.string(request.call.method), .string(name), given]
        }
        return .roundTrips(
            RoundTrips(
                subject, try MCPInputResponses(request.params), proofs: proofs, endsWhenAnswered: endsWhenAnswered))
    }

    /// The client as an operation sees it.
    /// - Parameter module: who speaks in what the client is told.
    func callClient(_ asking: Asking, module: String, from client: MCPClient) -> CallClient {
        var abilities = client.abilities
        // Where nothing can be proven, nobody is asked by an answer.
        if !abilities.isEmpty, client.revision.isStateless, !RequestProofs.isPossible { abilities = [] }
        return CallClient(
            abilities: abilities,
            ask: { questions throws(Fault) in try await asking.ask(questions) },
            log: { [self] level, text in tell(client, MCPLogLevel(level), by: module) { text } })
    }

    /// - Parameter progress: what hears of the call's steps; nil when the client did not ask for it.
    func context(
        _ asking: Asking, module: String, from client: MCPClient, _ progress: ProgressReport?
    ) -> CallContext {
        CallContext(
            client: callClient(asking, module: module, from: client), program: storefront.modules,
            report: { progress?.report($0) })
    }

    /// - Parameter token: under which the client wants to hear of progress; nil when it does not.
    func progress(for client: MCPClient?, _ token: MCPProgressToken?) -> ProgressReport? {
        token.map { token in
            ProgressReport(token, for: client?.revision, every: heartbeat, gap: progressGap, loop: storefront.loop) {
                [self] in
                send($0)
            }
        }
    }

    /// Tells a client that asked for it what became of a call.
    func tell(_ operation: RegisteredOperation, _ outcome: Result<Answer, Fault>, to client: MCPClient) {
        // Before the outcome is looked at, which copies it.
        if client.logLevel == nil { return }
        switch outcome {
        case .success(let answer):
            tell(client, .debug, by: operation.module) {
                "\(operation.toolName) answered from \(answer.origin?.source.rawValue ?? "the state")"
            }
        case .failure(let fault):
            tell(client, .error, by: operation.module) {
                "\(operation.toolName): \(toolNames.named(in: fault).message)"
            }
        }
    }

    /// - Parameter text: made only for a client that wants to hear of this level, in a call that is not cancelled.
    private func tell(_ client: MCPClient, _ level: MCPLogLevel, by module: String, _ text: () -> String) {
        guard let wanted = client.logLevel, level >= wanted, !Task.isCancelled else { return }
        let text = text()
        send(
            RPCReply.notification("notifications/message") { writer in
                level.write(logger: module, text, into: &writer)
            })
    }
}

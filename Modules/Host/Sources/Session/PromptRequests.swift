import Core
import JSON
import JSONRPC
import MCP

/// Answering the requests about prompts and completion: the list at once, the others as calls in flight.
extension ClientSession {
    /// `prompts/get`
    /// - Parameter reply: called exactly once.
    func getPrompt(_ call: RPCCall, id: RPCIdentifier, reply: @escaping Reply) {
        guard revision != nil else { return reply(RPCReply.error(id, .notInitialized(call.method))) }
        guard let request = MCPPromptRequest(call.params) else {
            return reply(RPCReply.error(id, .invalidParams("prompts/get needs name")))
        }
        let prompts = prompts
        answerInFlight(id, reply: reply) {
            switch await prompts.get(request) {
            case .success(let result): RPCReply.result(id) { writer in result.write(into: &writer) }
            case .failure(let error): RPCReply.error(id, error)
            }
        }
    }

    /// `completion/complete`
    /// - Parameter reply: called exactly once.
    func complete(_ call: RPCCall, id: RPCIdentifier, reply: @escaping Reply) {
        guard revision != nil else { return reply(RPCReply.error(id, .notInitialized(call.method))) }
        let request: MCPCompletionRequest
        do throws(MCPCompletionMistake) {
            request = try MCPCompletionRequest(call.params)
        } catch {
            return reply(RPCReply.error(id, .invalidParams(error.sentence)))
        }
        let prompts = prompts
        answerInFlight(id, reply: reply) {
            switch await prompts.complete(request) {
            case .success(let result): RPCReply.result(id) { writer in result.write(into: &writer) }
            case .failure(let error): RPCReply.error(id, error)
            }
        }
    }

    /// Runs what gives an answer as a call in flight: bounded in number, and cancelled as its client asks.
    private func answerInFlight(
        _ id: RPCIdentifier, reply: @escaping Reply, _ answer: @escaping @Sendable () async -> [UInt8]
    ) {
        let admission = calls.submit(id) { [self] in
            let bytes = await answer()
            switch calls.finish(id) {
            case nil: reply(bytes)
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
        case .full: reply(RPCReply.error(id, RPCError(.tooManyCalls)))
        }
    }
}

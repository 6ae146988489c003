import FeatureKit
import JSON
import JSONRPC
import MCP

/// Answering the requests about prompts and completion, as calls in flight.
extension ClientSession {
    /// `prompts/get`
    /// - Parameter reply: called exactly once.
    func getPrompt(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient, reply: @escaping Reply) {
        guard let request = MCPPromptRequest(call.params) else {
            return reply(RPCReply.error(id, .invalidParams("prompts/get needs name")))
        }
        let asking: Asking
        do throws(RPCError) {
            asking = try self.asking(call, request.name, request.arguments, from: client)
        } catch {
            return reply(RPCReply.error(id, error))
        }
        let (prompts, revision) = (prompts, client.revision)
        let module = host.router.prompt(request.name)?.module ?? Host.name
        let asked = callClient(asking, module: module, from: client)
        answer(id, reply: reply) {
            if let error = await asking.open() { return RPCReply.error(id, error) }
            let outcome = await prompts.get(request, for: revision, asked)
            if let pending = await asking.pending { return RPCReply.inputRequired(id, pending, for: revision) }
            return switch outcome {
            case .success(let result):
                RPCReply.mcp(id, revision, from: Host.server) { result.writeFields(for: revision, into: &$0) }
            case .failure(let error): RPCReply.error(id, error)
            }
        }
    }

    /// `completion/complete`
    /// - Parameter reply: called exactly once.
    func complete(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient, reply: @escaping Reply) {
        let request: MCPCompletionRequest
        do throws(MCPCompletionMistake) {
            request = try MCPCompletionRequest(call.params)
        } catch {
            return reply(RPCReply.error(id, .invalidParams(error.sentence)))
        }
        let (prompts, revision) = (prompts, client.revision)
        answer(id, reply: reply) {
            switch await prompts.complete(request) {
            case .success(let result):
                RPCReply.mcp(id, revision, from: Host.server) { result.writeFields(into: &$0) }
            case .failure(let error): RPCReply.error(id, error)
            }
        }
    }

    /// Runs what gives an answer as a call in flight, or refuses it when too many wait.
    func answer(_ id: RPCIdentifier, reply: @escaping Reply, _ work: @escaping @Sendable () async -> [UInt8]) {
        if !inFlight(id, reply: reply, work: work) { reply(RPCReply.error(id, RPCError(.tooManyCalls))) }
    }
}

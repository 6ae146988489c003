import Composition
import FeatureKit
import JSON
import JSONRPC
import MCP

/// Answering the requests about prompts and completion, as calls in flight.
extension ClientSession {
    /// `prompts/get`
    func getPrompt(_ request: MCPRequest) throws(RPCError) -> Reply {
        guard let wanted = MCPPromptRequest(request.params) else { throw .invalidParams("prompts/get needs name") }
        let asking = try asking(request, wanted.name, wanted.arguments)
        let (id, prompts, revision) = (request.id, prompts, request.revision)
        let module = storefront.router.prompt(wanted.name)?.module ?? Program.name
        let asked = callClient(asking, module: module, from: request.client)
        return .later(
            LaterAnswer(id: id) {
                if let error = await asking.open() { return RPCReply.error(id, error) }
                let outcome = await prompts.get(wanted, for: revision, asked)
                if let pending = await asking.pending { return RPCReply.inputRequired(id, pending, for: revision) }
                return switch outcome {
                case .success(let result): request.result { result.writeFields(for: revision, into: &$0) }
                case .failure(let error): RPCReply.error(id, error)
                }
            })
    }

    /// `completion/complete`
    func complete(_ request: MCPRequest) throws(RPCError) -> Reply {
        let wanted: MCPCompletionRequest
        do throws(MCPCompletionMistake) {
            wanted = try MCPCompletionRequest(request.params)
        } catch {
            throw .invalidParams(error.sentence)
        }
        let prompts = prompts
        return .later(
            LaterAnswer(id: request.id) {
                switch await prompts.complete(wanted) {
                case .success(let result): request.result { result.writeFields(into: &$0) }
                case .failure(let error): RPCReply.error(request.id, error)
                }
            })
    }
}

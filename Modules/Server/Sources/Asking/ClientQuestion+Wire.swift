package import FeatureKit
package import JSON
import JSONRPC
package import MCP

/// A question as MCP asks it, and its answer as MCP gives it.
extension ClientQuestion {
    package var method: StaticString {
        switch self {
        case .confirmation, .elicitation: MCPElicitation.method
        case .extended(let question): question.method
        }
    }

    /// Writes the params; nil when there are none.
    package var params: (@Sendable (inout JSONWriter) -> Void)? {
        switch self {
        case .confirmation(let question):
            { MCPElicitation.write(question, schema: MCPElicitation.confirmation, into: &$0) }
        case .elicitation(let message, let schema): { MCPElicitation.write(message, schema: schema, into: &$0) }
        case .extended(let question):
            if let params = question.params { { $0.value(params) } } else { nil }
        }
    }

    /// Whether a client of a revision knows everything in it.
    func isKnown(to revision: MCPRevision) -> Bool {
        if case .elicitation(_, let schema) = self { MCPElicitation.isKnown(schema, to: revision) } else { true }
    }

    /// The answer in a client's result; nil when the result does not answer this question.
    package func answer(_ result: JSONNode) -> ClientAnswer? {
        switch self {
        case .confirmation: MCPElicitation.confirmed(result).map { .confirmation($0) }
        case .elicitation(_, let schema):
            MCPElicitation.answer(result, schema: schema).map { action, content in
                .form(FormAnswer(FormAnswer.Action(action), content: content))
            }
        case .extended(let question): question.answer(result).map { .value($0) }
        }
    }
}

extension FormAnswer.Action {
    fileprivate init(_ action: MCPElicitation.Action) {
        self =
            switch action {
            case .accept: .accept
            case .decline: .decline
            case .cancel: .cancel
            }
    }
}

extension MCPClient {
    /// Abilities that the client declared, as far as its revision has them.
    package var abilities: Set<ClientAbility> {
        var abilities = Set(capabilities.further.map(ClientAbility.init))
        if capabilities.canElicit, revision.hasElicitation { abilities.insert(.elicitation) }
        return abilities
    }
}

extension MCPLogLevel {
    init(_ level: ClientLogLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
    }
}

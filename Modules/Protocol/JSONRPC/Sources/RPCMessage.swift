package import JSON

/// One message from the client, judged by JSON-RPC 2.0 sections 4 to 6.
package enum RPCMessage: Sendable {
    /// A request, or a notification when `id` is nil.
    case call(RPCCall)
    /// An answer to a request of ours.
    case response(RPCResponse)
    /// Not a message; `id` is null when none could be read.
    case invalid(id: RPCIdentifier)

    package init(_ node: JSONNode) {
        guard node.kind == .object else {
            self = .invalid(id: .null)
            return
        }
        let (version, idPlace, methodPlace, params) = node.places("jsonrpc", "id", "method", "params")
        let id = node.member(at: idPlace).flatMap(RPCIdentifier.init)
        let hasGoodID = idPlace == 0 || id != nil
        let isVersion2 = node.isString("2.0", at: version)
        if let method = node.string(at: methodPlace), isVersion2, hasGoodID,
            let params = Self.params(node.member(at: params))
        {
            self = .call(RPCCall(id: id, method: method, params: params.node))
        } else if methodPlace == 0, isVersion2, hasGoodID, node["result"] != nil || node["error"] != nil {
            self = .response(RPCResponse(id: id, node))
        } else {
            self = .invalid(id: id ?? .null)
        }
    }

    /// The id under which it is answered; null when it has none.
    package var requestID: RPCIdentifier {
        switch self {
        case .call(let call): call.id ?? .null
        case .invalid(let id): id
        case .response: .null
        }
    }

    /// The params: none when they are missing, null or `[]`; nil when they are a scalar, which section 4.2 forbids.
    private static func params(_ params: JSONNode?) -> (node: JSONNode?, Void)? {
        guard let params else { return (nil, ()) }
        switch params.kind {
        case .object: return (params, ())
        case .array: return (params.count == 0 ? nil : params, ())
        case .null: return (nil, ())
        default: return nil
        }
    }
}

/// A request or a notification.
package struct RPCCall: Sendable {
    /// Nil for a notification, which is never answered.
    package let id: RPCIdentifier?
    package let method: String
    package let params: JSONNode?

    package init(id: RPCIdentifier?, method: String, params: JSONNode?) {
        self.id = id
        self.method = method
        self.params = params
    }
}

/// An answer to a request of ours.
package struct RPCResponse: Sendable {
    package enum Outcome: Sendable {
        case result(JSONNode)
        case error(code: Int, message: String)
    }

    /// Nil when it has none: then it answers nothing.
    package let id: RPCIdentifier?
    package let outcome: Outcome

    /// - Parameter node: an object with `result` or `error`; with both it is an error, and one without a code is -32603.
    init(id: RPCIdentifier?, _ node: JSONNode) {
        self.id = id
        if node["error"] == nil, let result = node["result"] {
            outcome = .result(result)
        } else {
            let error = node["error"]
            outcome = .error(code: error?["code"]?.integer ?? -32603, message: error?["message"]?.string ?? "")
        }
    }
}

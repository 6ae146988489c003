package import JSON

/// One message from the client, judged by JSON-RPC 2.0 sections 4 to 6.
package enum RPCMessage: Sendable {
    /// A request, or a notification when `id` is nil.
    case call(RPCCall)
    /// An answer to a request of ours.
    case response(RPCResponse)
    /// Not a message; `id` is null when none could be read.
    case invalid(id: RPCIdentifier)

    package init(_ node: JSONNode) { self.init(node, RPCEnvelope(node)) }

    /// - Parameter envelope: of the same message.
    package init(_ node: JSONNode, _ envelope: RPCEnvelope) {
        if let call = RPCCall(node, envelope) {
            self = .call(call)
            return
        }
        let (idPlace, methodPlace) = (envelope.places[1], envelope.places[2])
        let id = node.found(at: idPlace).flatMap(RPCIdentifier.init)
        let isResponse =
            methodPlace.isMissing && envelope.isVersion2 && (idPlace.isMissing || id != nil)
            && (node["result"] != nil || node["error"] != nil)
        self = isResponse ? .response(RPCResponse(id: id, node)) : .invalid(id: id ?? .null)
    }

    /// The id under which it is answered; null when it has none.
    package var requestID: RPCIdentifier {
        switch self {
        case .call(let call): call.id ?? .null
        case .invalid(let id): id
        case .response: .null
        }
    }
}

/// A request or a notification.
package struct RPCCall: Sendable {
    /// Nil for a notification, which is never answered.
    package let id: RPCIdentifier?
    // Places, read when they are asked for: to make a text of the method alone took 255 instructions.
    private let message: JSONNode
    private let methodPlace: JSONPlace
    private let paramsPlace: JSONPlace

    /// - Parameter envelope: of the same message.
    /// - Returns: nil for any other message.
    package init?(_ message: JSONNode, _ envelope: RPCEnvelope) {
        let (idPlace, method, params) = (envelope.places[1], envelope.places[2], envelope.places[3])
        guard method.isText, envelope.isVersion2 else { return nil }
        // Section 4.2 forbids a scalar.
        switch params.kind {
        case .missing, .null, .object, .array: break
        default: return nil
        }
        let id = message.found(at: idPlace).flatMap(RPCIdentifier.init)
        if id == nil, !idPlace.isMissing { return nil }
        self.init(id: id, message, method, params)
    }

    private init(id: RPCIdentifier?, _ message: JSONNode, _ method: JSONPlace, _ params: JSONPlace) {
        self.id = id
        self.message = message
        methodPlace = method
        paramsPlace = params
    }

    /// The same call in another document of the same text.
    package func moved(to message: JSONNode) -> RPCCall { RPCCall(id: id, message, methodPlace, paramsPlace) }

    package var method: String { message.string(at: methodPlace) ?? "" }

    /// None when they are missing, null or `[]`.
    package var params: JSONNode? {
        switch paramsPlace.kind {
        case .object: return message.node(at: paramsPlace)
        case .array:
            let params = message.node(at: paramsPlace)
            return params.count == 0 ? nil : params
        default: return nil
        }
    }

    /// Whether the method has these bytes.
    package func isMethod(_ name: StaticString) -> Bool { message.isString(name, at: methodPlace) }

    /// Gives `body` the method's UTF-8.
    package func withMethod(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { message.withUTF8(at: methodPlace, body) }
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

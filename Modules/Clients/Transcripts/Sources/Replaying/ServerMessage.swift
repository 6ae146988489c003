import JSON
import JSONRPC

/// Message of galleria to the client, as a replay tells them apart. A batch is taken apart.
struct ServerMessage: Sendable {
    enum Kind: Sendable, Hashable {
        /// The answer to the request of this id.
        case answer(RPCIdentifier)
        /// A request of galleria's own, which the client answers.
        case request(RPCIdentifier)
        case notification(String)
    }

    let kind: Kind
    let value: JSONValue

    /// - Returns: each message in `node`, which is one or a batch of them.
    static func all(in node: JSONNode) -> [ServerMessage] {
        let messages = node.kind == .array ? Array(node.elements) : [node]
        return messages.map { message in
            let id = message["id"].flatMap(RPCIdentifier.init)
            let kind: Kind =
                if let method = message["method"]?.string {
                    id.map { .request($0) } ?? .notification(method)
                } else {
                    .answer(id ?? .null)
                }
            return ServerMessage(kind: kind, value: JSONValue(message))
        }
    }
}

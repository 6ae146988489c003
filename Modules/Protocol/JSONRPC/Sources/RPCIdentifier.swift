package import JSON

/// The `id` of a request, as it is echoed.
///
/// A number is kept as the digits that were sent (any size, never rounded); a string is written again scalar by scalar,
/// so that it is equal to the byte after decoding and holds no raw line separator. Two ids are the same when their
/// bytes are.
package struct RPCIdentifier: Sendable, Hashable {
    /// One JSON value: a number, a string or `null`.
    package let text: [UInt8]

    package static let null = RPCIdentifier(text: Array("null".utf8))

    private init(text: [UInt8]) {
        self.text = text
    }

    /// - Returns: nil when `node` is neither a number, a string nor null (JSON-RPC 2.0 section 4).
    package init?(_ node: JSONNode) {
        switch node.kind {
        case .number, .null: text = Array(node.rawText)
        case .string:
            var writer = JSONWriter(reserving: node.rawText.count)
            writer.node(node)
            text = writer.bytes
        default: return nil
        }
    }

    package var isNull: Bool { self == .null }
}

package import JSON

/// The `id` of a request, as it is echoed.
///
/// A number is kept as the digits that were sent (any size, never rounded), a string as it was spelled, but without raw
/// line separators. Two ids are the same when their digits or, once unescaped, their bytes are.
package struct RPCIdentifier: Sendable, Hashable {
    /// One JSON value: a number, a string or `null`.
    package let text: [UInt8]
    /// `text` in its one spelling: `"a"` and `"\u0061"` are one id.
    private let key: [UInt8]

    package static let null = RPCIdentifier(text: Array("null".utf8))

    private init(text: [UInt8]) {
        self.text = text
        self.key = text
    }

    /// An id of our own.
    init(text: String) {
        var writer = JSONWriter(reserving: text.utf8.count + 2)
        writer.string(text)
        self.init(text: writer.bytes)
    }

    /// - Returns: nil when `node` is neither a number, a string nor null (JSON-RPC 2.0 section 4).
    package init?(_ node: JSONNode) {
        switch node.kind {
        case .number, .null:
            text = Array(node.rawText)
            key = text
        case .string:
            var writer = JSONWriter(reserving: node.rawText.count)
            writer.node(node)
            text = writer.bytes
            if text.contains(UInt8(ascii: "\\")), let unescaped = node.string {
                writer.removeAll()
                writer.string(unescaped)
                key = writer.bytes
            } else {
                key = text
            }
        default: return nil
        }
    }

    package static func == (left: Self, right: Self) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }

    package var isNull: Bool { self == .null }
}

package import JSON
import Values

/// The `id` of a request, as it is echoed.
///
/// A number is kept as the digits that were sent (any size, never rounded), a string as it was spelled, but without raw
/// line separators. Two ids are the same when their digits or, once unescaped, their bytes are.
package struct RPCIdentifier: Sendable, Hashable {
    /// One JSON value: a number, a string or `null`. A String holds up to 15 bytes without memory of its own.
    package let text: String
    /// `text` in its one spelling, `"a"` for `"\u0061"`, where it has several; nil where it is `text` itself.
    private let unescaped: String?

    package static let null = RPCIdentifier(text: "null", unescaped: nil)

    private init(text: String, unescaped: String?) {
        self.text = text
        self.unescaped = unescaped
    }

    /// An id of our own.
    init(text: String) {
        self.init(text: Self.quoted(text), unescaped: nil)
    }

    /// - Returns: nil when `node` is neither a number, a string nor null (JSON-RPC 2.0 section 4).
    package init?(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .number:
            guard let text = node.numberText else { return nil }
            self.init(text: text, unescaped: nil)
        case .string:
            var writer = JSONWriter(reserving: node.rawText.count)
            writer.node(node)
            let isEscaped = writer.bytes.contains(UInt8(ascii: "\\"))
            self.init(
                text: String(decoding: writer.bytes, as: UTF8.self),
                unescaped: isEscaped ? node.string.map(Self.quoted) : nil)
        default: return nil
        }
    }

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter(reserving: text.utf8.count + 2)
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private var key: String { unescaped ?? text }

    // By byte: a String would hold composed and decomposed letters for the same.

    package static func == (left: Self, right: Self) -> Bool {
        // Nearly none has two spellings; to take the one that counts would copy it.
        if left.unescaped == nil, right.unescaped == nil { return left.text.isExactly(right.text) }
        return left.key.isExactly(right.key)
    }

    package func hash(into hasher: inout Hasher) {
        var key = key
        key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    package var isNull: Bool { text.utf8.first == UInt8(ascii: "n") }
}

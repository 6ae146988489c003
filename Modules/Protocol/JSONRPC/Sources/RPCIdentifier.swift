package import JSON
import Values

/// The `id` of a request, as it is echoed.
///
/// A number is kept as the digits that were sent (any size, never rounded), a string as it was spelled, but without raw
/// line separators. Two ids are the same when their digits or, once unescaped, their bytes are.
package struct RPCIdentifier: Sendable {
    private enum Spelling: Sendable {
        /// A number of at most 15 bytes, as nearly all ids are: without memory of its own.
        case short(ShortSpelling)
        /// `null`, a longer number, or a string that was sent without escapes.
        case text(String)
        /// A string as it was sent, with escapes, and as it would be without them: `"\u0061"`, `"a"`.
        case escaped(String, unescaped: String)
    }

    private let spelling: Spelling

    package static let null = RPCIdentifier(.text("null"))

    private init(_ spelling: Spelling) { self.spelling = spelling }

    /// An id of our own.
    init(text: String) { self.init(.text(Self.quoted(text))) }

    /// - Returns: nil when `node` is neither a number, a string nor null (JSON-RPC 2.0 section 4).
    package init?(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .number:
            var short: ShortSpelling?
            node.withNumber { short = ShortSpelling($0) }
            if let short {
                self.init(.short(short))
            } else {
                guard let text = node.numberText else { return nil }
                self.init(.text(text))
            }
        case .string:
            var writer = JSONWriter(reserving: node.rawText.count)
            writer.node(node)
            let text = String(decoding: writer.bytes, as: UTF8.self)
            if writer.bytes.contains(UInt8(ascii: "\\")), let string = node.string {
                self.init(.escaped(text, unescaped: Self.quoted(string)))
            } else {
                self.init(.text(text))
            }
        default: return nil
        }
    }

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter(reserving: text.utf8.count + 2)
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// One JSON value: a number, a string or `null`.
    package var text: String {
        switch spelling {
        case .short(let short): short.text
        case .text(let text), .escaped(let text, _): text
        }
    }

    /// Writes the value.
    package func write(into writer: inout JSONWriter) {
        switch spelling {
        case .short(let short): short.withBytes { writer.value(encoded: $0) }
        case .text(let text), .escaped(let text, _): writer.raw(text)
        }
    }

    private var key: String {
        switch spelling {
        case .short(let short): short.text
        case .text(let text), .escaped(_, let text): text
        }
    }

    package var isNull: Bool {
        if case .text(let text) = spelling { text.utf8.first == UInt8(ascii: "n") } else { false }
    }
}

extension RPCIdentifier: Hashable {
    // By byte: a String would hold composed and decomposed letters for the same. What is short is of one spelling, so it never equals
    // what is not.

    package static func == (left: Self, right: Self) -> Bool {
        switch (left.spelling, right.spelling) {
        case (.short(let left), .short(let right)): left == right
        case (.short, _), (_, .short): false
        default: left.key.isExactly(right.key)
        }
    }

    package func hash(into hasher: inout Hasher) {
        if case .short(let short) = spelling { return short.hash(into: &hasher) }
        var key = key
        key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// At most 15 bytes of ASCII as a value.
private struct ShortSpelling: Hashable, Sendable {
    /// The first eight bytes, the first of them lowest; zeros behind fewer.
    private var head: UInt64 = 0
    /// The bytes behind them in the same way; in the highest one their number.
    private var tail: UInt64

    /// - Returns: nil for more.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count <= 15 else { return nil }
        tail = UInt64(truncatingIfNeeded: bytes.count) &<< 56
        var place = 0
        while place < bytes.count {
            let shifted = UInt64(bytes[place]) &<< UInt64(truncatingIfNeeded: 8 &* (place & 7))
            if place < 8 { head |= shifted } else { tail |= shifted }
            place &+= 1
        }
    }

    /// Gives `body` the bytes.
    func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let words: InlineArray<2, UInt64> = [head.littleEndian, tail.littleEndian]
        words.span.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { bytes in
                body(UnsafeBufferPointer(rebasing: bytes[..<Int(truncatingIfNeeded: tail &>> 56)]))
            }
        }
    }

    var text: String {
        var text = ""
        withBytes { text = String(decoding: $0, as: UTF8.self) }
        return text
    }
}

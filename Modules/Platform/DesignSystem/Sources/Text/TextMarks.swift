import CByteKinds

/// Marks of a text that answers in several forms ask for, found in one look at its bytes.
package struct TextMarks {
    /// Whether no byte of it has to be escaped in JSON; nil for a text beyond ASCII, of which more than its bytes has to be known.
    package let isClean: Bool?
    /// See ``isPlainMarkdown(_:)``.
    package let isPlain: Bool
    /// See ``isPlainLinkTarget(_:)``.
    package let isLink: Bool

    /// - Parameter text: well-formed UTF-8.
    package init(_ text: UnsafeBufferPointer<UInt8>) {
        let found = byteKinds.withUnsafeBufferPointer { table in
            guard let bytes = text.baseAddress, let table = table.baseAddress else { return 0 as UInt8 }
            return galleria_byte_kinds(bytes, UInt(text.count), table)
        }
        guard found & ByteKind.beyondASCII == 0 else {
            (isClean, isPlain, isLink) = (nil, isPlainMarkdown(text), isPlainLinkTarget(text))
            return
        }
        isClean = found & (ByteKind.control | ByteKind.escaped) == 0
        isPlain =
            found & (ByteKind.control | ByteKind.markup) == 0 && text.count <= TextLimits.line
            && (found & ByteKind.ampersand == 0 || found & ByteKind.semicolon == 0 && text.last != UInt8(ascii: "&"))
            && text.first ?? 0x20 != 0x20 && text.last ?? 0x20 != 0x20
        isLink = found & (ByteKind.control | ByteKind.encoded) == 0 && isOfPlainLink(text)
    }
}

/// Kinds of bytes, a bit each.
private enum ByteKind {
    static var control: UInt8 { 1 }
    /// Escaped in JSON, besides controls.
    static var escaped: UInt8 { 2 }
    /// See ``isInlineMarkup(_:)``; all but the ampersand.
    static var markup: UInt8 { 4 }
    /// Percent-encoded in the target of a link.
    static var encoded: UInt8 { 8 }
    static var beyondASCII: UInt8 { 16 }
    /// Begins a character reference, which a semicolon ends.
    static var ampersand: UInt8 { 32 }
    static var semicolon: UInt8 { 64 }
}

/// The kinds of each byte. Letters, digits, and what stands from comma to colon are of none, which `galleria_byte_kinds` counts on.
private let byteKinds: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    if byte >= 0x80 { return ByteKind.beyondASCII }
    return (byte < 0x20 || byte == 0x7F ? ByteKind.control : 0)
        | (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? ByteKind.escaped : 0)
        | (byte == UInt8(ascii: "&") ? ByteKind.ampersand : isInlineMarkup(byte) ? ByteKind.markup : 0)
        | (byte == UInt8(ascii: ";") ? ByteKind.semicolon : 0)
        | (needsEncoding(byte) ? ByteKind.encoded : 0)
}

import CByteKinds
import Glibc

/// Marks of a text that answers in several forms ask for, found in one look at its bytes.
package struct TextMarks {
    private let text: UnsafeBufferPointer<UInt8>
    private let found: UInt32

    /// - Parameter text: well-formed UTF-8, which stays where it is.
    package init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        found = byteKinds.withUnsafeBufferPointer { table in
            guard let bytes = text.baseAddress, let table = table.baseAddress else { return 0 }
            return galleria_byte_kinds(bytes, UInt(text.count), table)
        }
    }

    @inline(__always)
    private func has(_ kinds: UInt8) -> Bool { found & UInt32(kinds) != 0 }

    /// True if a space stands behind another.
    private var hasSpaces: Bool { found & UInt32(GALLERIA_HAS_SPACES) != 0 }

    /// True if nothing to trim stands at the ends; false for some beyond ASCII.
    private var hasInkAtEnds: Bool { text.first.map(isInk) ?? false && text.last.map(isInk) ?? false }

    /// True if no scalar of it has to be escaped in JSON.
    package var isClean: Bool {
        !has(ByteKind.control | ByteKind.escaped) && (!has(ByteKind.beyondASCII) || !holdsEscapedBeyondASCII(text))
    }

    /// True if it means nothing to Markdown but at the start of a line, stands in JSON as it is, needs no sanitising, and is short.
    package var isPlain: Bool { text.count <= TextLimits.line && !has(ByteKind.escaped) && isPlainProse }

    /// The same of any length, in which quotes may stand.
    var isPlainProse: Bool {
        guard !has(ByteKind.control | ByteKind.markup), let first = text.first, let last = text.last, first != 0x20,
            last != 0x20
        else { return false }
        // A character reference ends with a semicolon; behind a last ampersand may stand more.
        if has(ByteKind.ampersand), has(ByteKind.semicolon) || last == UInt8(ascii: "&") { return false }
        // U+00A0 at the start would be trimmed.
        return !(first == 0xC2 && text.count > 1 && text[1] == 0xA0) && isSimple
    }

    /// True if every scalar is simple.
    var isSimple: Bool {
        !has(ByteKind.control) && (!has(ByteKind.beyondASCII) || areSimpleBeyondASCII(text))
    }

    /// True for an address that is a link as it stands: what `safeLinkTarget` leaves as it is.
    package var isLink: Bool {
        !has(ByteKind.control | ByteKind.encoded | ByteKind.beyondASCII) && found & UInt32(GALLERIA_HAS_SPACE) == 0
            && isOfPlainLink(text)
    }

    /// True if it says the same where it is HTML: no tag, no reference and no white space to collapse; false for some texts beyond ASCII.
    package var isPlainHTML: Bool {
        hasInkAtEnds && !has(ByteKind.control | ByteKind.ampersand | ByteKind.less) && !hasSpaces
    }

    /// The same of a line in which references count alone.
    package var isPlainHTMLLine: Bool { hasInkAtEnds && !(has(ByteKind.ampersand) && has(ByteKind.semicolon)) }
}

/// The place from which on a text says something else in HTML, tags apart: that of a reference, or of white space to collapse.
/// - Parameters:
///   - start: the place to look from.
///   - followsBlank: whether a space before it was kept, or nothing.
package func endOfPlainHTML(_ text: UnsafeBufferPointer<UInt8>, from start: Int, followsBlank: Bool) -> Int {
    guard let bytes = text.baseAddress, start >= 0, start <= text.count else { return text.count }
    return Int(galleria_end_of_plain_html(bytes, UInt(start), UInt(text.count), followsBlank ? 1 : 0))
}

/// Whether a byte is a character of ASCII that can be seen: nothing to trim stands there.
package func isInk(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

/// Whether every scalar beyond ASCII of well-formed UTF-8 is simple. Those of four bytes never are.
private func areSimpleBeyondASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let bytes = text.baseAddress else { return true }
    var index = 0
    while true {
        index = Int(galleria_end_of_ascii(bytes, UInt(index), UInt(text.count)))
        guard index < text.count else { return true }
        let byte = text[index]
        let length = byte < 0xE0 ? 2 : 3
        guard byte < 0xF0, index + length <= text.count else { return false }
        var value = UInt32(byte) & (length == 2 ? 0x1F : 0x0F)
        for offset in 1..<length { value = value << 6 | UInt32(text[index + offset]) & 0x3F }
        guard let scalar = Unicode.Scalar(value), scalar.isSimple else { return false }
        index += length
    }
}

/// Whether a C1 control, U+2028 or U+2029 stands in well-formed UTF-8.
private func holdsEscapedBeyondASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    /// Whether a byte stands there with such bytes behind it.
    func holds(_ lead: UInt8, before isEscaped: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool) -> Bool {
        var start = 0
        while let base = text.baseAddress, let found = memchr(base + start, Int32(lead), text.count - start) {
            start = base.distance(to: found.assumingMemoryBound(to: UInt8.self)) + 1
            if isEscaped(text[start...].prefix(2)) { return true }
        }
        return false
    }
    return holds(0xC2) { rest in rest.first.map { $0 < 0xA0 } ?? true }
        || holds(0xE2) { rest in rest.first == 0x80 && rest.dropFirst().first.map { $0 | 1 == 0xA9 } ?? true }
}

/// Kinds of bytes, a bit each.
private enum ByteKind {
    static var control: UInt8 { 1 }
    /// Escaped in JSON, besides controls.
    static var escaped: UInt8 { 2 }
    /// See ``isInlineMarkup(_:)``; all but the ampersand, the less-than sign among them.
    static var markup: UInt8 { 4 }
    /// Percent-encoded in the target of a link, besides the space.
    static var encoded: UInt8 { 8 }
    static var beyondASCII: UInt8 { 16 }
    /// Begins a character reference, which a semicolon ends.
    static var ampersand: UInt8 { 32 }
    static var semicolon: UInt8 { 64 }
    /// Begins a tag.
    static var less: UInt8 { 128 }
}

/// The kinds of each byte. Letters, digits, what stands from comma to colon and the space are of none, which `galleria_byte_kinds` counts on.
private let byteKinds: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    if byte >= 0x80 { return ByteKind.beyondASCII }
    return (byte < 0x20 || byte == 0x7F ? ByteKind.control : 0)
        | (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? ByteKind.escaped : 0)
        | (byte == UInt8(ascii: "&") ? ByteKind.ampersand : isInlineMarkup(byte) ? ByteKind.markup : 0)
        | (byte == UInt8(ascii: ";") ? ByteKind.semicolon : 0)
        | (byte == UInt8(ascii: "<") ? ByteKind.less : 0)
        | (needsEncoding(byte) && byte != 0x20 ? ByteKind.encoded : 0)
}

import Values

/// The target of a link as it may be written into a document, or nil when it must be shown as text (T5).
///
/// Compared by byte: the scheme must be `http`, `https` or `galleria`, followed by `://`. Characters that could end the
/// target in any renderer (spaces, quotes, angle brackets, backslash, non-ASCII …) are percent-encoded (RFC 3986);
/// a control, or more than `TextLimits.linkTarget` bytes, makes the target unsafe.
///
/// - Parameter target: An address from outside.
/// - Returns: ASCII without spaces, quotes, parentheses, angle brackets, backslashes or controls; nil when unsafe.
package func safeLinkTarget(_ target: String) -> String? {
    guard target.utf8.count <= TextLimits.linkTarget else { return nil }
    var target = target
    let (isSafe, isEncoded) = target.withUTF8 { bytes in
        var (isSafe, isEncoded) = (startsWithLinkScheme(bytes, anyCase: true), false)
        for byte in bytes where !isPlain(byte) {
            if byte < 0x20 || byte == 0x7F { isSafe = false }
            if needsEncoding(byte) { isEncoded = true }
        }
        return (isSafe, isEncoded)
    }
    guard isSafe else { return nil }
    // Most targets are written as they should be.
    guard isEncoded else { return target }
    var result: [UInt8] = []
    result.reserveCapacity(target.utf8.count + 32)
    for byte in target.utf8 {
        guard needsEncoding(byte) else {
            result.append(byte)
            continue
        }
        result += byte < 0x10 ? "%0".utf8 : "%".utf8
        result += String(byte, radix: 16, uppercase: true).utf8
    }
    return String(decoding: result, as: UTF8.self)
}

/// Whether a target has the length and the scheme of one that is safe.
func isOfPlainLink(_ target: UnsafeBufferPointer<UInt8>) -> Bool {
    target.count <= TextLimits.linkTarget && startsWithLinkScheme(target, anyCase: true)
}

// Switches and literals: a global made at run time costs a call at each look.

/// Common bytes of addresses; no such byte needs encoding.
private func isPlain(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || (0x2A...0x3B).contains(byte)
}

/// Whether a byte is percent-encoded in a target.
func needsEncoding(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
        UInt8(ascii: "|"),
        UInt8(ascii: "}"), 0x80...0xFF:
        true
    default: false
    }
}

/// - Parameter anyCase: whether capital letters are the same as small ones.
private func startsWithLinkScheme(_ bytes: UnsafeBufferPointer<UInt8>, anyCase: Bool) -> Bool {
    func starts(with scheme: StaticString) -> Bool {
        guard bytes.count >= scheme.utf8CodeUnitCount else { return false }
        return scheme.withUTF8Buffer { scheme in
            zip(bytes, scheme).allSatisfy { byte, letter in
                byte == letter || anyCase && (0x41...0x5A).contains(byte) && byte | 0x20 == letter
            }
        }
    }
    return starts(with: "https://") || starts(with: "http://") || starts(with: "galleria://")
}

/// Whether a word is an address that is better left whole than broken across lines.
func isAddress(_ word: some StringProtocol) -> Bool {
    var word = String(word.prefix(16))
    return word.withUTF8 { startsWithLinkScheme($0, anyCase: false) }
}

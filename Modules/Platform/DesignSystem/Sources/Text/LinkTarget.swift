/// The target of a link as it may be written into a document, or nil when it must be shown as text (T5).
///
/// Compared by byte: the scheme must be `http`, `https` or `galleria`, followed by `://`. Characters that could end the
/// target in any renderer (spaces, quotes, angle brackets, backslash, non-ASCII …) are percent-encoded (RFC 3986);
/// a control, or more than `TextLimits.linkTarget` bytes, makes the target unsafe.
///
/// - Parameter target: An address from outside.
/// - Returns: ASCII without spaces, quotes, parentheses, angle brackets, backslashes or controls; nil when unsafe.
package func safeLinkTarget(_ target: String) -> String? {
    let bytes = target.utf8
    guard bytes.count <= TextLimits.linkTarget, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = bytes[..<colon].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard linkSchemes.contains(where: { scheme.elementsEqual($0.utf8) }), bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    if target.containsByte(where: { $0 < 0x20 || $0 == 0x7F }) { return nil }
    // Most targets are written as they should be.
    guard target.containsByte(where: isEncoded) else { return target }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 32)
    for byte in bytes {
        guard isEncoded(byte) else {
            result.append(byte)
            continue
        }
        result += byte < 0x10 ? "%0".utf8 : "%".utf8
        result += String(byte, radix: 16, uppercase: true).utf8
    }
    return String(decoding: result, as: UTF8.self)
}

private func isEncoded(_ byte: UInt8) -> Bool { byte >= 0x80 || bytesToEncode[Int(byte)] }

private let linkSchemes = ["http", "https", "galleria"]
/// For each ASCII byte whether it is percent-encoded.
private let bytesToEncode: [Bool] = (0..<128).map { " \"'()<>\\^`{|}".utf8.contains(UInt8($0)) }

/// Whether a word is an address that is better left whole than broken across lines.
func isAddress(_ word: some StringProtocol) -> Bool {
    linkSchemes.contains { word.utf8.starts(with: ($0 + "://").utf8) }
}

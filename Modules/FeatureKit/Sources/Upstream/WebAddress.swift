/// An address as an upstream gave it, when it is one that can be asked for (T5).
///
/// Caches go by the exact text, so nothing is normalised; only a scheme that was left out (`//host/…`) becomes https.
/// - Returns: nil for another scheme, no host, a space or control in it, or more bytes than a request takes.
package func webAddress(_ text: String) -> String? {
    var address = text.utf8.starts(with: "//".utf8) ? "https:" + text : text
    return address.withUTF8 { isWebAddress($0.span) } ? address : nil
}

/// Whether an address can be asked for as it stands.
///
/// By bytes where they lie: by a string and its views an address of 60 took 4,600 instructions.
/// - Parameter isLink: whether it is known to be the target of a link as it stands, so that it has no spaces and no controls.
func isWebAddress(_ text: Span<UInt8>, isLink: Bool = false) -> Bool {
    let start = text.schemeLength
    guard start > 0, text.count <= longestAddress else { return false }
    switch text[start] {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
    default: break
    }
    if isLink { return true }
    for index in text.indices where text[index] <= 0x20 || text[index] == 0x7F { return false }
    return true
}

extension Span<UInt8> {
    /// Bytes of `http://` or `https://`, in any case, before at least one more; 0 without.
    fileprivate var schemeLength: Int {
        guard count >= 8 else { return 0 }
        let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(as: UInt64.self))
        // The bit by which a capital differs is set in the letters alone.
        if count > 8, word | 0x20_2020_2020 == 0x2F2F_3A73_7074_7468 { return 8 }
        return (word | 0x2020_2020) & (1 << 56 - 1) == 0x2F_2F3A_7074_7468 ? 7 : 0
    }
}

/// Bytes; no request takes a longer one.
private let longestAddress = 8_192

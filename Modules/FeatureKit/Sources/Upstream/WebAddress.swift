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
    let start = text.starts(with: "https://") ? 8 : text.starts(with: "http://") ? 7 : 0
    guard start > 0, start < text.count, text.count <= longestAddress else { return false }
    switch text[start] {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
    default: break
    }
    if isLink { return true }
    for index in text.indices where text[index] <= 0x20 || text[index] == 0x7F { return false }
    return true
}

extension Span<UInt8> {
    /// Whether the text begins with a scheme in any case.
    /// - Parameter scheme: in lower case.
    fileprivate func starts(with scheme: StaticString) -> Bool {
        guard count >= scheme.utf8CodeUnitCount else { return false }
        return scheme.withUTF8Buffer { scheme in
            for index in scheme.indices {
                let byte = self[index]
                let isCapital = (0x41...0x5A).contains(byte)
                if (isCapital ? byte | 0x20 : byte) != scheme[index] { return false }
            }
            return true
        }
    }
}

/// Bytes; no request takes a longer one.
private let longestAddress = 8_192

/// An address as an upstream gave it, when it is one that can be asked for (T5).
///
/// Caches go by the exact text, so nothing is normalised; only a scheme that was left out (`//host/…`) becomes https.
/// - Returns: nil for another scheme, no host, a space or control in it, or more bytes than a request takes.
package func webAddress(_ text: String) -> String? {
    let isRelative = text.utf8.starts(with: "//".utf8)
    let address = isRelative ? "https:" + text : text
    let bytes = address.utf8
    guard bytes.count <= longestAddress, !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }),
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    let scheme = bytes[..<colon].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8) else { return nil }
    let host = bytes[colon...].dropFirst(3).prefix { !"/?#".utf8.contains($0) }
    return host.isEmpty ? nil : address
}

/// Bytes; no request takes a longer one.
private let longestAddress = 8_192

/// The two alphabets of RFC 4648.
package enum Base64Alphabet: Sendable {
    /// Section 4, with padding.
    case standard
    /// Section 5, without padding.
    case url

    fileprivate var letters: [UInt8] {
        Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
            + Array((self == .standard ? "+/" : "-_").utf8)
    }
}

/// - Returns: the base64 text of `bytes`.
package func base64(_ bytes: [UInt8], _ alphabet: Base64Alphabet) -> String {
    let letters = alphabet.letters
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
        for place in 0...group.count {
            text.append(letters[Int(bits >> UInt32(18 - 6 * place)) & 63])
        }
        if alphabet == .standard { text += Array(repeating: UInt8(ascii: "="), count: 3 - group.count) }
    }
    return String(decoding: text, as: UTF8.self)
}

/// The bytes of an unpadded base64url text; nil when it is not one in its only canonical form.
package func bytes(base64URL text: String) -> [UInt8]? {
    let letters = Base64Alphabet.url.letters
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var held: UInt32 = 0
    for byte in text.utf8 {
        guard let value = letters.firstIndex(of: byte) else { return nil }
        bits = bits << 6 | UInt32(value)
        held += 6
        guard held >= 8 else { continue }
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
        bits &= (1 << held) - 1
    }
    return bits == 0 && held < 6 ? bytes : nil
}

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
    // A plain loop over memory: pictures have megabytes.
    return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
        var end = 0
        func put(_ bits: UInt32, letterCount: Int) {
            for place in 0..<letterCount {
                text[end] = letters[Int(bits >> UInt32(18 - 6 * place)) & 63]
                end += 1
            }
        }
        var start = 0
        while start + 3 <= bytes.count {
            put(UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]), letterCount: 4)
            start += 3
        }
        let rest = bytes.count - start
        if rest > 0 {
            put(UInt32(bytes[start]) << 16 | (rest == 2 ? UInt32(bytes[start + 1]) << 8 : 0), letterCount: rest + 1)
            while alphabet == .standard, !end.isMultiple(of: 4) {
                text[end] = UInt8(ascii: "=")
                end += 1
            }
        }
        return end
    }
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

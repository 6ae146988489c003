/// The two alphabets of RFC 4648.
package enum Base64Alphabet: Sendable {
    /// Section 4, with padding.
    case standard
    /// Section 5, without padding.
    case url

    fileprivate var letters: [UInt8] { self == .standard ? Self.standardLetters : Self.urlLetters }

    /// Two letters by the 12 bits that they stand for, the first in the lower byte: for texts of many letters.
    fileprivate var pairs: [UInt16] { self == .standard ? Self.standardPairs : Self.urlPairs }

    private static let standardLetters = shared + Array("+/".utf8)
    private static let urlLetters = shared + Array("-_".utf8)
    private static let shared = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let standardPairs = pairs(of: standardLetters)
    private static let urlPairs = pairs(of: urlLetters)

    private static func pairs(of letters: [UInt8]) -> [UInt16] {
        letters.flatMap { first in letters.map { UInt16(first) | UInt16($0) << 8 } }
    }
}

/// - Returns: the base64 text of `bytes`.
package func base64(_ bytes: [UInt8], _ alphabet: Base64Alphabet) -> String {
    let letters = alphabet.letters
    return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
        // Pictures have megabytes: eight letters at a time, which takes a third of the time of one by one.
        var start = 0
        if bytes.count >= 4096 { start = writeEights(bytes, alphabet.pairs, into: UnsafeMutableRawBufferPointer(text)) }
        var end = start / 3 * 4
        func put(_ bits: UInt32, letterCount: Int) {
            for place in 0..<letterCount {
                text[end] = letters[Int(bits >> UInt32(18 - 6 * place)) & 63]
                end += 1
            }
        }
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

/// Writes eight letters for each six bytes, as long as eight bytes can be read.
/// - Returns: bytes written so, a multiple of six.
private func writeEights(_ bytes: [UInt8], _ pairs: [UInt16], into text: UnsafeMutableRawBufferPointer) -> Int {
    bytes.withUnsafeBytes { bytes in
        pairs.withUnsafeBufferPointer { pairs in
            var (start, end) = (0, 0)
            while start + 8 <= bytes.count {
                let bits = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian
                let low = UInt64(pairs[Int(bits >> 52)]) | UInt64(pairs[Int(bits >> 40) & 4095]) << 16
                let high = UInt64(pairs[Int(bits >> 28) & 4095]) | UInt64(pairs[Int(bits >> 16) & 4095]) << 16
                text.storeBytes(of: (low | high << 32).littleEndian, toByteOffset: end, as: UInt64.self)
                (start, end) = (start + 6, end + 8)
            }
            return start
        }
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

internal import CBase64

/// The two alphabets of RFC 4648.
package enum Base64Alphabet: Sendable {
    /// Section 4, with padding.
    case standard
    /// Section 5, without padding.
    case url

    fileprivate static let urlLetters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

/// - Parameter widest: letters written at once: 32, 16 or 1. What the processor has is taken in any case; tests try each.
/// - Returns: the base64 text of `bytes`.
package func base64(_ bytes: [UInt8], _ alphabet: Base64Alphabet, widest: Int = 32) -> String {
    bytes.withUnsafeBytes { bytes in
        String(unsafeUninitializedCapacity: base64Room(of: bytes.count)) { letters in
            writeBase64(bytes, alphabet, widest: widest, into: UnsafeMutableRawBufferPointer(letters))
        }
    }
}

/// Letters of so many bytes with their padding.
package func base64Room(of byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

/// Writes the base64 text of `bytes` where it is wanted.
/// - Parameters:
///   - widest: as above.
///   - letters: has room for `base64Room`, which is checked.
/// - Returns: letters written.
package func writeBase64(
    _ bytes: UnsafeRawBufferPointer, _ alphabet: Base64Alphabet, widest: Int = 32,
    into letters: UnsafeMutableRawBufferPointer
) -> Int {
    precondition(letters.count >= base64Room(of: bytes.count), "no room was made for base64")
    return cbase64_write(
        bytes.baseAddress, bytes.count, alphabet == .url, UInt32(clamping: widest), letters.baseAddress)
}

/// The bytes of an unpadded base64url text; nil when it is not one in its only canonical form.
package func bytes(base64URL text: String) -> [UInt8]? {
    let letters = Base64Alphabet.urlLetters
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

/// A new identifier of 122 random bits: a version 4 UUID (RFC 9562 section 5.4), in small letters.
/// - Parameter random: 64 random bits each time; those of the system by default.
package func newUUID(random: () -> UInt64 = { UInt64.random(in: .min ... .max) }) -> String {
    let words = [random() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000]
    let digits = words.map { word in
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }.joined()
    return digits.utf8.enumerated().reduce(into: "") { text, digit in
        if [8, 12, 16, 20].contains(digit.offset) { text += "-" }
        text.unicodeScalars.append(UnicodeScalar(digit.element))
    }
}

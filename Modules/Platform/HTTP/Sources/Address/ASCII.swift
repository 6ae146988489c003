/// Classes of ASCII bytes, as RFC 3986 and RFC 9110 name them.
enum ASCII {
    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    static func isLetter(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return isDigit(byte) || (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "f"))
    }

    /// RFC 9110, 5.6.2: the bytes of a field name.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// The byte with `A`…`Z` made lower case, and no other change.
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// Whether two texts differ in nothing but the case of ASCII letters.
    static func equalsIgnoringCase(_ left: String, _ right: String) -> Bool {
        let (left, right) = (left.utf8.span, right.utf8.span)
        guard left.count == right.count else { return false }
        for index in left.indices where lowercased(left[index]) != lowercased(right[index]) { return false }
        return true
    }
}

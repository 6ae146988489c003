/// Walks over one number of the text (RFC 8259 section 6).
enum NumberScan {
    /// - Parameters:
    ///   - start: the minus or the first digit.
    ///   - isInteger: set to false when there is a fraction or an exponent; not touched otherwise.
    /// - Returns: the offset of the first byte after the number.
    @inline(never)
    static func end(of bytes: RawSpan, from start: Int, isInteger: inout Bool) throws(JSONFault) -> Int {
        var at = start
        if ByteScan.byte(of: bytes, at: at) == UInt8(ascii: "-") { at &+= 1 }
        let leading = at
        at = try endOfDigits(of: bytes, from: at)
        if ByteScan.byte(of: bytes, at: leading) == UInt8(ascii: "0"), at > leading &+ 1 {
            throw ByteScan.unexpected(in: bytes, at: leading &+ 1)
        }
        if ByteScan.byte(of: bytes, at: at) == UInt8(ascii: ".") {
            isInteger = false
            at = try endOfDigits(of: bytes, from: at &+ 1)
        }
        if ByteScan.byte(of: bytes, at: at) | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            at &+= 1
            let sign = ByteScan.byte(of: bytes, at: at)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { at &+= 1 }
            at = try endOfDigits(of: bytes, from: at)
        }
        return at
    }

    /// Walks over one digit or more.
    @inline(__always)
    private static func endOfDigits(of bytes: RawSpan, from start: Int) throws(JSONFault) -> Int {
        var at = start
        while ByteScan.byte(of: bytes, at: at) &- 0x30 < 10 { at &+= 1 }
        if at == start { throw ByteScan.unexpected(in: bytes, at: at) }
        return at
    }

    /// Whether these bytes, all of them, are one JSON number.
    static func isNumber(_ bytes: RawSpan) -> Bool {
        guard !bytes.isEmpty else { return false }
        var isInteger = true
        do throws(JSONFault) {
            return try end(of: bytes, from: 0, isInteger: &isInteger) == bytes.byteCount
        } catch {
            return false
        }
    }
}

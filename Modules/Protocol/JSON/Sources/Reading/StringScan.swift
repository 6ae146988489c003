/// Walks over one string of the text and checks it: UTF-8 (Unicode 3.9, table 3-7), escapes, no raw control characters
/// (RFC 8259 section 7).
enum StringScan {
    /// - Parameters:
    ///   - start: the first byte after the opening quote.
    ///   - escaped: set when there is a backslash; not touched otherwise.
    /// - Returns: the offset of the closing quote.
    @inline(__always)
    static func closingQuote(
        of bytes: RawSpan, from start: Int, escaped: inout Bool
    ) throws(JSONFault) -> Int {
        var at = start
        while true {
            if let stops = ByteScan.stops(of: bytes, at: at) {
                if stops == 0 {
                    at &+= 16
                    continue
                }
                at &+= stops.trailingZeroBitCount
            } else {
                at = ByteScan.stopNearEnd(of: bytes, from: at)
            }
            let byte = ByteScan.byte(of: bytes, at: at)
            if byte == UInt8(ascii: "\"") { return at }
            if byte >= 0x80 {
                at = try endOfNonASCII(of: bytes, from: at)
            } else if byte == UInt8(ascii: "\\") {
                escaped = true
                at = try endOfEscape(of: bytes, from: at)
            } else if byte < 0x20 {
                if at >= bytes.byteCount { throw JSONFault(.unexpectedEnd, at: bytes.byteCount) }
                throw JSONFault(.controlCharacterInString(byte), at: at)
            } else {
                at &+= 1
            }
        }
    }

    /// Walks over a run of characters beyond ASCII; `start` is at the first lead byte.
    @inline(never)
    private static func endOfNonASCII(of bytes: RawSpan, from start: Int) throws(JSONFault) -> Int {
        var at = start
        while at < bytes.byteCount {
            let lead = ByteScan.byte(of: bytes, at: at)
            if lead < 0x80 { break }
            let second: ClosedRange<UInt8>
            let length: Int
            switch lead {
            case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: throw JSONFault(.invalidUTF8, at: at)
            }
            // Beyond the end there are zeros, which continue nothing.
            guard second.contains(ByteScan.byte(of: bytes, at: at &+ 1)) else {
                throw JSONFault(.invalidUTF8, at: at)
            }
            var next = 2
            while next < length {
                guard ByteScan.byte(of: bytes, at: at &+ next) & 0xC0 == 0x80 else {
                    throw JSONFault(.invalidUTF8, at: at)
                }
                next &+= 1
            }
            at &+= length
        }
        return at
    }

    /// Walks over one escape, both halves of a surrogate pair included; `start` is at the backslash.
    @inline(never)
    private static func endOfEscape(of bytes: RawSpan, from start: Int) throws(JSONFault) -> Int {
        switch ByteScan.byte(of: bytes, at: start &+ 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start &+ 2
        case UInt8(ascii: "u"):
            break
        default:
            throw ByteScan.unexpected(in: bytes, at: start &+ 1)
        }
        let unit = try fourDigits(of: bytes, from: start &+ 2)
        if unit & 0xF800 != 0xD800 { return start &+ 6 }
        guard unit < 0xDC00,
            ByteScan.byte(of: bytes, at: start &+ 6) == UInt8(ascii: "\\"),
            ByteScan.byte(of: bytes, at: start &+ 7) == UInt8(ascii: "u"),
            try fourDigits(of: bytes, from: start &+ 8) & 0xFC00 == 0xDC00
        else { throw JSONFault(.loneSurrogate, at: start) }
        return start &+ 12
    }

    /// The value of the four hexadecimal digits after `\u`.
    private static func fourDigits(of bytes: RawSpan, from start: Int) throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for at in start..<start &+ 4 {
            guard let digit = Escapes.hexadecimal(ByteScan.byte(of: bytes, at: at)) else {
                throw ByteScan.unexpected(in: bytes, at: at)
            }
            value = value << 4 | digit
        }
        return value
    }
}

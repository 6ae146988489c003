/// Copies UTF-8 and escapes what must not stand raw in a JSON text of one line.
enum LineEscapes {
    /// Bytes of a string besides its text at most (a comma, two quotes, a colon), and a word's length of room behind
    /// it.
    static let roomBesideText = 12

    /// Appends the opening quote and the start of `text` up to the first byte that may have to be escaped; when there is
    /// none, the closing quote as well.
    /// - Parameters:
    ///   - isAfterComma: whether a comma comes before.
    ///   - isName: whether a colon follows the closing quote.
    ///   - target: has room for all of `text` and ``roomBesideText``; the one check of that stands before all bytes.
    /// - Returns: how many bytes of `text` were appended.
    @inline(__always)
    static func appendClean(
        _ text: RawSpan, isAfterComma: Bool, isName: Bool, to target: inout OutputSpan<UInt8>
    ) -> Int {
        target.withUnsafeMutableBufferPointer { buffer, count in
            let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
            precondition(free.count >= text.byteCount &+ roomBesideText, "no room was made for a string")
            var place = 0
            if isAfterComma {
                free[place] = UInt8(ascii: ",")
                place = 1
            }
            free[place] = UInt8(ascii: "\"")
            place &+= 1
            var at = 0
            while let word = ByteScan.word(of: text, at: at) {
                if ByteScan.stopsWriting(word) != 0 { break }
                free.storeBytes(of: word.littleEndian, toByteOffset: place &+ at, as: UInt64.self)
                at &+= 8
            }
            let rest = text.byteCount &- at
            if rest < 8 {
                // The zeros after the last byte count as stops, so there always is one.
                let word = ByteScan.lastBytes(rest, of: text)
                free.storeBytes(of: word.littleEndian, toByteOffset: place &+ at, as: UInt64.self)
                at &+= min(rest, ByteScan.lowest(ByteScan.stopsWriting(word)))
            }
            place &+= at
            if at == text.byteCount {
                free[place] = UInt8(ascii: "\"")
                place &+= 1
                if isName {
                    free[place] = UInt8(ascii: ":")
                    place &+= 1
                }
            }
            count &+= place
            return at
        }
    }

    /// Appends the inside of a string: quote, backslash, U+0000…U+001F, U+007F…U+009F, U+2028 and U+2029
    /// are escaped.
    static func appendString(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        appendEscaping(text, to: &bytes, isString: true)
    }

    /// Appends finished JSON: U+007F…U+009F, U+2028 and U+2029, which are inside strings there, are escaped; control
    /// characters, which are white space between tokens there, are left out.
    static func appendJSON(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        appendEscaping(text, to: &bytes, isString: false)
    }

    private static func appendEscaping(
        _ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], isString: Bool
    ) {
        let source = text.span.bytes
        var at = 0
        var copied = 0
        while true {
            at = firstStop(in: source, from: at, isString: isString)
            if at == source.byteCount { break }
            let (scalar, length) = character(in: source, at: at)
            if let scalar {
                append(text[copied..<at], to: &bytes)
                if isString || scalar >= 0x20 { appendEscape(of: scalar, to: &bytes) }
                copied = at + length
            }
            at += length
        }
        append(text[copied...], to: &bytes)
    }

    /// Copies bytes with half the instructions of `append(contentsOf:)`.
    @inline(__always)
    private static func append(_ text: Slice<UnsafeBufferPointer<UInt8>>, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: text.count) { target in
            target.withUnsafeMutableBufferPointer { buffer, count in
                UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                    .copyMemory(from: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text)))
                count &+= text.count
            }
        }
    }

    /// The offset from `start` on where a closer look is due, or the end.
    private static func firstStop(in source: RawSpan, from start: Int, isString: Bool) -> Int {
        var at = start
        while let word = ByteScan.word(of: source, at: at) {
            let marks = isString ? ByteScan.stopsWriting(word) : ByteScan.stopsCopying(word)
            if marks != 0 { return at &+ ByteScan.lowest(marks) }
            at &+= 8
        }
        while at < source.byteCount {
            let byte = ByteScan.byte(of: source, at: at)
            if isString ? stopsString(byte) : stopsJSON(byte) { break }
            at &+= 1
        }
        return at
    }

    @inline(__always)
    private static func stopsString(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || stopsJSON(byte)
    }

    @inline(__always)
    private static func stopsJSON(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }

    /// Character at a stop: the scalar to escape, or nil for a harmless one, and the number of bytes to step over.
    private static func character(in source: RawSpan, at stop: Int) -> (scalar: UInt16?, length: Int) {
        func next(_ steps: Int) -> UInt8 { ByteScan.byte(of: source, at: stop + steps) }
        let lead = ByteScan.byte(of: source, at: stop)
        switch lead {
        case 0xC2:
            let second = next(1)
            // C1 controls, which a terminal may act on.
            return (0x80...0x9F).contains(second) ? (UInt16(second), 2) : (nil, 1)
        case 0xE2 where next(1) == 0x80 && next(2) == 0xA8: return (0x2028, 3)
        case 0xE2 where next(1) == 0x80 && next(2) == 0xA9: return (0x2029, 3)
        case 0xE2: return (nil, 1)
        default: return (UInt16(lead), 1)
        }
    }

    private static func appendEscape(of scalar: UInt16, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch scalar {
        case 0x22, 0x5C: bytes.append(UInt8(truncatingIfNeeded: scalar))
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(UInt8(ascii: "u"))
            for shift: UInt16 in stride(from: 12, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: scalar >> shift & 0xF)
                bytes.append(digit < 10 ? digit + 0x30 : digit + 0x57)
            }
        }
    }
}

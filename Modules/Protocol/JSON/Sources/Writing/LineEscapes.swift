import CByteScan
import Values

/// Copies UTF-8 and escapes what must not stand raw in a JSON text of one line.
enum LineEscapes {
    /// Bytes of a string besides its text at most (a comma, two quotes, a colon), and a block's length of room behind it.
    static let roomBesideText = 36

    /// Puts the opening quote and the start of `text` up to the first byte that may have to be escaped; when all bytes are
    /// clean, the closing quote as well.
    /// - Parameters:
    ///   - isAfterComma: whether a comma comes before.
    ///   - isName: whether a colon follows the closing quote.
    ///   - free: has room for all of `text` and ``roomBesideText``.
    ///   - clean: is given how many bytes of `text` were put.
    /// - Returns: bytes put.
    @inline(__always)
    static func putClean(
        _ text: UnsafeBufferPointer<UInt8>, isAfterComma: Bool, isName: Bool, into free: UnsafeMutableRawBufferPointer,
        _ clean: inout Int
    ) -> Int {
        precondition(free.count >= text.count &+ roomBesideText, "no room was made for a string")
        guard let target = free.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        var place = 0
        if isAfterComma {
            target[0] = UInt8(ascii: ",")
            place = 1
        }
        target[place] = UInt8(ascii: "\"")
        place &+= 1
        if let source = text.baseAddress {
            clean = Int(bitPattern: galleria_copy_clean(source, UInt(bitPattern: text.count), target + place))
        }
        place &+= clean
        if clean == text.count {
            target[place] = UInt8(ascii: "\"")
            place &+= 1
            if isName {
                target[place] = UInt8(ascii: ":")
                place &+= 1
            }
        }
        return place
    }

    /// Appends the inside of a string: quote, backslash, U+0000…U+001F, U+007F…U+009F, U+2028 and U+2029
    /// are escaped.
    static func appendString(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout ByteBuffer) {
        appendEscaping(text, to: &bytes, isString: true)
    }

    /// Appends finished JSON: U+007F…U+009F, U+2028 and U+2029, which are inside strings there, are escaped; control
    /// characters, which are white space between tokens there, are left out.
    static func appendJSON(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout ByteBuffer) {
        appendEscaping(text, to: &bytes, isString: false)
    }

    @inline(__always)
    private static func appendEscaping(
        _ text: UnsafeBufferPointer<UInt8>, to bytes: inout ByteBuffer, isString: Bool
    ) {
        guard let start = text.baseAddress else { return }
        var at = 0
        while at < text.count {
            // Room for a piece is made at once, two bytes for each; of a text whole it could be a lot.
            let end = min(at &+ 2048, text.count)
            bytes.append(room: 2 &* (end &- at) &+ 64) { free in
                guard let target = free.bindMemory(to: UInt8.self).baseAddress else { return 0 }
                var written: UInt = 0
                at &+= Int(
                    bitPattern: galleria_copy_line(
                        start + at, UInt(bitPattern: end &- at), target, &written, isString ? 1 : 0))
                return Int(bitPattern: written)
            }
            if at == end { continue }
            bytes.append(room: longestEscape) { free in
                copyStop(of: text.span.bytes, at: &at, to: free, isString: isString)
            }
        }
    }

    /// Bytes of `\u` and four digits.
    private static var longestEscape: Int { 6 }

    /// Copies the character at a stop, escaped where it has to be.
    /// - Returns: bytes written.
    @inline(never)
    private static func copyStop(
        of source: RawSpan, at: inout Int, to free: UnsafeMutableRawBufferPointer, isString: Bool
    ) -> Int {
        let (scalar, length) = character(in: source, at: at)
        defer { at &+= length }
        guard let scalar else {
            free[0] = ByteScan.byte(of: source, at: at)
            return 1
        }
        // In finished JSON only white space between tokens is as low.
        return isString || scalar >= 0x20 ? write(escapeOf: scalar, to: free) : 0
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

    /// - Returns: bytes written.
    private static func write(escapeOf scalar: UInt16, to free: UnsafeMutableRawBufferPointer) -> Int {
        free[0] = UInt8(ascii: "\\")
        let letter: UInt8
        switch scalar {
        case 0x22, 0x5C: letter = UInt8(truncatingIfNeeded: scalar)
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        default:
            free[1] = UInt8(ascii: "u")
            for step in 0..<4 {
                let digit = UInt8(truncatingIfNeeded: scalar &>> UInt16(truncatingIfNeeded: 12 &- 4 &* step) & 0xF)
                free[2 &+ step] = digit < 10 ? digit &+ 0x30 : digit &+ 0x57
            }
            return 6
        }
        free[1] = letter
        return 2
    }
}

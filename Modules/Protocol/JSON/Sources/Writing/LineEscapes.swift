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
            while let stops = ByteScan.stops(of: text, at: at), let words = ByteScan.words(of: text, at: at) {
                if stops != 0 { break }
                free.storeBytes(of: words, toByteOffset: place &+ at, as: SIMD2<UInt64>.self)
                at &+= 16
            }
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
        while at < source.byteCount {
            // Room for the escapes of a piece is made at once, six bytes each: to make it at each stop took twice the instructions.
            let end = min(at &+ 512, source.byteCount)
            bytes.append(addingCapacity: 6 &* (end &- at) &+ 16) { target in
                target.withUnsafeMutableBufferPointer { buffer, count in
                    let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                    precondition(free.count >= 6 &* (end &- at) &+ 16, "no room was made for a text")
                    count &+= copyEscaping(source, from: &at, to: end, into: free, isString: isString)
                }
            }
        }
    }

    /// - Parameter free: has six bytes for each of the text's, and two words' length of room behind.
    /// - Returns: bytes written.
    @inline(__always)
    private static func copyEscaping(
        _ source: RawSpan, from at: inout Int, to end: Int, into free: UnsafeMutableRawBufferPointer, isString: Bool
    ) -> Int {
        guard let target = free.baseAddress else { return 0 }
        var place = 0
        while at < end {
            // In loops of their own: most of a text is clean.
            while isString, at &+ 16 <= end, let words = ByteScan.words(of: source, at: at),
                let stops = ByteScan.stops(of: source, at: at)
            {
                target.storeBytes(of: words, toByteOffset: place, as: SIMD2<UInt64>.self)
                let clean = stops == 0 ? 16 : stops.trailingZeroBitCount
                at &+= clean
                place &+= clean
                if clean < 16 { break }
            }
            // As most stops of a text of several lines are.
            if isString, at < end, ByteScan.byte(of: source, at: at) == UInt8(ascii: "\n") {
                target.storeBytes(of: UInt8(ascii: "\\"), toByteOffset: place, as: UInt8.self)
                target.storeBytes(of: UInt8(ascii: "n"), toByteOffset: place &+ 1, as: UInt8.self)
                at &+= 1
                place &+= 2
                continue
            }
            var words = 0
            while words < 2, at &+ 8 <= end, let word = ByteScan.word(of: source, at: at) {
                target.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
                let marks = isString ? ByteScan.stopsWriting(word) : ByteScan.stopsCopying(word)
                let clean = marks == 0 ? 8 : ByteScan.lowest(marks)
                at &+= clean
                place &+= clean
                if marks != 0 { break }
                words &+= 1
            }
            if at >= end { break }
            if words == 2 { continue }
            let byte = ByteScan.byte(of: source, at: at)
            if isString ? !stopsString(byte) : !stopsJSON(byte) {
                target.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
                at &+= 1
                place &+= 1
                continue
            }
            let (scalar, length) = character(in: source, at: at)
            if let scalar {
                if isString || scalar >= 0x20 { place &+= write(escapeOf: scalar, to: free, at: place) }
            } else {
                free[place] = ByteScan.byte(of: source, at: at)
                place &+= 1
            }
            at &+= length
        }
        return place
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

    /// - Returns: bytes written.
    private static func write(escapeOf scalar: UInt16, to free: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
        free[place] = UInt8(ascii: "\\")
        let letter: UInt8
        switch scalar {
        case 0x22, 0x5C: letter = UInt8(truncatingIfNeeded: scalar)
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        default:
            free[place &+ 1] = UInt8(ascii: "u")
            for step in 0..<4 {
                let digit = UInt8(truncatingIfNeeded: scalar &>> UInt16(truncatingIfNeeded: 12 &- 4 &* step) & 0xF)
                free[place &+ 2 &+ step] = digit < 10 ? digit &+ 0x30 : digit &+ 0x57
            }
            return 6
        }
        free[place &+ 1] = letter
        return 2
    }
}

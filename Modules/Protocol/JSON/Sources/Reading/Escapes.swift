/// Turns the inside of a checked string into the bytes it stands for.
enum Escapes {
    /// - Parameters:
    ///   - bytes: the text, whose string was checked by ``StringScan``.
    ///   - start: the first byte after the opening quote.
    ///   - end: the closing quote.
    /// - Returns: UTF-8, never longer than what was read.
    static func decoded(_ bytes: RawSpan, from start: Int, to end: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(end - start)
        var at = start
        while at < end {
            // Up to the next escape at once.
            let next = backslash(in: bytes, from: at, to: end)
            if next > at { bytes.extracting(at..<next).withUnsafeBytes { text.append(contentsOf: $0) } }
            at = next
            guard at < end else { break }
            let letter = ByteScan.byte(of: bytes, at: at + 1)
            if letter == UInt8(ascii: "u") {
                var unit = fourDigits(of: bytes, from: at + 2, to: end)
                at += 6
                if unit & 0xFC00 == 0xD800 {
                    unit = 0x10000 + (unit & 0x3FF) << 10 + fourDigits(of: bytes, from: at + 2, to: end) & 0x3FF
                    at += 6
                }
                // The reader refused lone surrogates, so the replacement never shows.
                let encoded = Unicode.Scalar(unit).flatMap { UTF8.encode($0) }
                text.append(contentsOf: encoded ?? UTF8.encodedReplacementCharacter)
            } else {
                text.append(simple(letter))
                at += 2
            }
        }
        return text
    }

    /// The place of the next backslash with a byte behind it; `end` without one.
    private static func backslash(in bytes: RawSpan, from start: Int, to end: Int) -> Int {
        var at = start
        while at &+ 8 < end, let word = ByteScan.word(of: bytes, at: at) {
            let marks = ByteScan.backslashes(word)
            if marks != 0 { return at &+ ByteScan.lowest(marks) }
            at &+= 8
        }
        while at &+ 1 < end, ByteScan.byte(of: bytes, at: at) != UInt8(ascii: "\\") { at &+= 1 }
        return at &+ 1 < end ? at : end
    }

    /// The value of a hexadecimal digit, or nil.
    @inline(__always)
    static func hexadecimal(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 0x37
        default: nil
        }
    }

    private static func fourDigits(of bytes: RawSpan, from start: Int, to end: Int) -> UInt32 {
        guard start + 4 <= end else { return 0 }
        var value: UInt32 = 0
        for at in start..<start + 4 {
            value = value << 4 | (hexadecimal(ByteScan.byte(of: bytes, at: at)) ?? 0)
        }
        return value
    }

    /// Byte that the letter after a backslash stands for, other than `u`.
    private static func simple(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }
}

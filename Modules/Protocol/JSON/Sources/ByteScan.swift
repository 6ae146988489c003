/// Looks at eight bytes at once, as one little-endian word.
///
/// A test marks the top bit of each byte that has the property. A borrow can mark a byte above a true one by mistake, never
/// below, so the lowest mark is exact and that is the only one used.
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The word of eight bytes from `offset`, which must be inside.
    @inline(__always)
    static func word(of bytes: RawSpan, at offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The byte at `offset`, which must be inside.
    @inline(__always)
    static func byte(of bytes: RawSpan, at offset: Int) -> UInt8 {
        bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The index (0...7) of the lowest marked byte.
    @inline(__always)
    static func lowest(_ marks: UInt64) -> Int { marks.trailingZeroBitCount &>> 3 }

    /// Marks the bytes at which reading a string stops: control characters, quote, backslash, anything beyond ASCII.
    @inline(__always)
    static func stopsReading(_ word: UInt64) -> UInt64 {
        (below0x20(word) | equal(word, 0x22) | equal(word, 0x5C) | word) & tops
    }

    /// Marks the bytes at which writing a string stops: those to be escaped, and the lead bytes of U+0085, U+2028, U+2029.
    @inline(__always)
    static func stopsWriting(_ word: UInt64) -> UInt64 {
        (below0x20(word) | equal(word, 0x22) | equal(word, 0x5C) | equal(word, 0x7F) | equal(word, 0xC2)
            | equal(word, 0xE2)) & tops
    }

    /// Marks the bytes at which copying finished JSON stops: those that must not stand raw on a line.
    @inline(__always)
    static func stopsCopying(_ word: UInt64) -> UInt64 {
        (below0x20(word) | equal(word, 0x7F) | equal(word, 0xC2) | equal(word, 0xE2)) & tops
    }

    @inline(__always)
    private static func below0x20(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word }

    @inline(__always)
    private static func equal(_ word: UInt64, _ byte: UInt64) -> UInt64 {
        let difference = word ^ (ones &* byte)
        return (difference &- ones) & ~difference
    }

    /// Whether two stretches of `length` bytes are the same. Both must be inside.
    @inline(__always)
    static func areEqual(_ bytes: RawSpan, _ first: Int, _ second: Int, length: Int) -> Bool {
        var done = 0
        while done &+ 8 <= length {
            if word(of: bytes, at: first &+ done) != word(of: bytes, at: second &+ done) { return false }
            done &+= 8
        }
        while done < length {
            if byte(of: bytes, at: first &+ done) != byte(of: bytes, at: second &+ done) { return false }
            done &+= 1
        }
        return true
    }
}

import CByteScan

/// Looks at eight bytes at once, as one little-endian word.
///
/// A test marks the top bit of each byte that has the property. A borrow can mark a byte above a true one by mistake,
/// never below, so the lowest mark is exact and that is the only one used.
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The word of eight bytes from `offset`, or nil when they are not all inside.
    @inline(__always)
    static func word(of bytes: RawSpan, at offset: Int) -> UInt64? {
        // Unsigned, a negative offset is beyond any end: one comparison covers both ends.
        guard bytes.byteCount >= 8, UInt(bitPattern: offset) <= UInt(bitPattern: bytes.byteCount &- 8) else {
            return nil
        }
        return UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The two words of sixteen bytes from `offset`, as they lie in memory; nil when they are not all inside.
    @inline(__always)
    static func words(of bytes: RawSpan, at offset: Int) -> SIMD2<UInt64>? {
        guard bytes.byteCount >= 16, UInt(bitPattern: offset) <= UInt(bitPattern: bytes.byteCount &- 16) else {
            return nil
        }
        return bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD2<UInt64>.self)
    }

    /// Marks, a bit each, those of the sixteen bytes from `offset` that are not ASCII or do not stand in a string as they are; nil when
    /// the bytes are not all inside. A comparison of the processor's own: 12 instructions, where words took 31.
    @inline(__always)
    static func stops(of bytes: RawSpan, at offset: Int) -> UInt32? {
        guard bytes.byteCount >= 16, UInt(bitPattern: offset) <= UInt(bitPattern: bytes.byteCount &- 16) else {
            return nil
        }
        return galleria_string_stops(
            bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: galleria_sixteen.self))
    }

    /// Offset of the first byte from `start` on that is not ASCII or does not stand in a string as it is, or of one before it from
    /// which to look on: within the last sixteen bytes of a text, where no more are loaded at once.
    @inline(never)
    static func stopNearEnd(of bytes: RawSpan, from start: Int) -> Int {
        var at = start
        while let word = word(of: bytes, at: at) {
            let marks = stopsReading(word)
            if marks != 0 { return at &+ lowest(marks) }
            at &+= 8
        }
        return at
    }

    /// The byte at `offset`, or 0 when it is not inside. NUL has no place in JSON, so whoever meets it asks only then
    /// whether it is the end.
    @inline(__always)
    static func byte(of bytes: RawSpan, at offset: Int) -> UInt8 {
        guard UInt(bitPattern: offset) < UInt(bitPattern: bytes.byteCount) else { return 0 }
        return bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }

    /// The last `count` (0...7) bytes as the low bytes of a word, zeros above them.
    @inline(__always)
    static func lastBytes(_ count: Int, of bytes: RawSpan) -> UInt64 {
        let end = bytes.byteCount
        if let word = word(of: bytes, at: end &- 8) {
            // Shifted in two steps: a shift by all 64 bits would shift by none.
            return (word &>> 8) &>> UInt64(truncatingIfNeeded: (7 &- count) &* 8)
        }
        // Loads that overlap, in place of a loop over so few bytes.
        if count == 0 { return 0 }
        if count >= 4, end >= count {
            let low = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: end &- count, as: UInt32.self)
            let high = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: end &- 4, as: UInt32.self)
            return UInt64(UInt32(littleEndian: low))
                | UInt64(UInt32(littleEndian: high)) &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
        }
        let middle = count / 2
        return UInt64(byte(of: bytes, at: end &- count))
            | UInt64(byte(of: bytes, at: end &- count &+ middle)) &<< UInt64(truncatingIfNeeded: middle &* 8)
            | UInt64(byte(of: bytes, at: end &- 1)) &<< UInt64(truncatingIfNeeded: (count &- 1) &* 8)
    }

    /// The fault of meeting, at `offset`, a byte with no place there, or the end.
    @inline(never)
    static func unexpected(in bytes: RawSpan, at offset: Int) -> JSONFault {
        offset >= bytes.byteCount
            ? JSONFault(.unexpectedEnd, at: bytes.byteCount)
            : JSONFault(.unexpectedByte(byte(of: bytes, at: offset)), at: offset)
    }

    /// The index (0...7) of the lowest marked byte.
    @inline(__always)
    static func lowest(_ marks: UInt64) -> Int { marks.trailingZeroBitCount &>> 3 }

    /// Marks the bytes at which reading a string stops: control characters, quote, backslash, anything beyond ASCII.
    @inline(__always)
    static func stopsReading(_ word: UInt64) -> UInt64 {
        (below0x20(word) | equal(word, 0x22) | equal(word, 0x5C) | word) & tops
    }

    /// Marks backslashes.
    @inline(__always)
    static func backslashes(_ word: UInt64) -> UInt64 { equal(word, 0x5C) & tops }

    @inline(__always)
    private static func below0x20(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word }

    @inline(__always)
    private static func equal(_ word: UInt64, _ byte: UInt64) -> UInt64 {
        let difference = word ^ (ones &* byte)
        return (difference &- ones) & ~difference
    }

    /// Whether two stretches of `length` bytes, both inside, are the same.
    @inline(__always)
    static func areEqual(_ bytes: RawSpan, _ first: Int, _ second: Int, length: Int) -> Bool {
        var done = 0
        while done &+ 8 <= length {
            if word(of: bytes, at: first &+ done) != word(of: bytes, at: second &+ done) { return false }
            done &+= 8
        }
        if done == length { return true }
        if length >= 8 {
            // Eight that overlap those before.
            return word(of: bytes, at: first &+ length &- 8) == word(of: bytes, at: second &+ length &- 8)
        }
        while done < length {
            if byte(of: bytes, at: first &+ done) != byte(of: bytes, at: second &+ done) { return false }
            done &+= 1
        }
        return true
    }
}

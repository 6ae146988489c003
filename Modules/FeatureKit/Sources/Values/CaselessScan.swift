/// Looks for lowercased bytes in a text of any case, eight bytes at once, without making the lowercased text.
///
/// It knows the case of ASCII and Latin-1, and that there is none in punctuation and the scripts of East Asia; of any other character it
/// says that it does not know. Lowercasing is by scalar, so what it found in front of such a character is found.
struct CaselessScan: Sendable {
    enum Result {
        case found, absent
        /// There is a character whose lower case it does not know.
        case unknown
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    private let needle: [UInt8]
    /// The first and the last byte of the needle, eight times each.
    private let first: UInt64
    private let last: UInt64

    /// - Parameter needle: UTF-8, lowercased.
    /// - Returns: nil when it is empty.
    init?(for needle: [UInt8]) {
        guard let first = needle.first, let last = needle.last else { return nil }
        self.needle = needle
        self.first = Self.ones &* UInt64(first)
        self.last = Self.ones &* UInt64(last)
    }

    /// - Parameter text: well-formed UTF-8.
    func result(in text: RawSpan) -> Result {
        let behind = needle.count &- 1
        var at = 0
        while at < text.byteCount {
            let word = Self.word(of: text, at: at)
            if word & Self.tops != 0 { return slowResult(in: text, from: at) }
            let ends = Self.word(of: text, at: at &+ behind)
            // Beyond ASCII nothing is folded here, so a last byte of there may be missed: `slowResult` does not.
            if ends & Self.tops != 0 { return slowResult(in: text, from: at) }
            var marks = Self.equal(Self.lowercased(word), first) & Self.equal(Self.lowercased(ends), last)
            while marks != 0 {
                if isNeedle(in: text, at: at &+ marks.trailingZeroBitCount / 8) { return .found }
                marks &= marks &- 1
            }
            at &+= 8
        }
        return .absent
    }

    /// The same byte by byte, for what is not ASCII from `start` on.
    private func slowResult(in text: RawSpan, from start: Int) -> Result {
        for at in start..<text.byteCount {
            if isNeedle(in: text, at: at) { return .found }
            if !Self.isKnown(text, at: at) { return .unknown }
        }
        return .absent
    }

    private func isNeedle(in text: RawSpan, at start: Int) -> Bool {
        guard text.byteCount &- start >= needle.count else { return false }
        for offset in needle.indices where Self.lowercased(text, at: start &+ offset) != needle[offset] { return false }
        return true
    }

    /// The lower case of a byte in its place. After the lead byte 0xC3 stand the letters from U+00C0 to U+00FF, whose
    /// cases are 0x20 apart, but for × (U+00D7), which has none.
    private static func lowercased(_ text: RawSpan, at offset: Int) -> UInt8 {
        let byte = byte(of: text, at: offset)
        switch byte {
        case 0x41...0x5A: return byte | 0x20
        case 0x80...0x96, 0x98...0x9E:
            return offset > 0 && self.byte(of: text, at: offset &- 1) == 0xC3 ? byte | 0x20 : byte
        default: return byte
        }
    }

    /// Whether the character that begins here, if one does, is ASCII, Latin-1, from U+2000 to U+20FF or U+3000 to U+9FFF,
    /// or Hangul: their lower case is the one above.
    private static func isKnown(_ text: RawSpan, at offset: Int) -> Bool {
        switch byte(of: text, at: offset) {
        case ..<0xC4, 0xE3...0xE9, 0xEB...0xEC: true
        // Dashes, quotes, currencies; behind them U+2126, the Ohm sign, has a lower case.
        case 0xE2: byte(of: text, at: offset &+ 1) <= 0x83
        // From U+AC00 on: below are cased letters of other scripts.
        case 0xEA: byte(of: text, at: offset &+ 1) >= 0xB0
        // Up to U+D7FF, as well-formed text has no surrogates.
        case 0xED: true
        default: false
        }
    }

    private static func byte(of text: RawSpan, at offset: Int) -> UInt8 {
        offset < text.byteCount ? text.unsafeLoad(fromByteOffset: offset, as: UInt8.self) : 0
    }

    /// Eight bytes from `offset`, zeros beyond the end. NUL is a byte like another: who finds one looks at the length.
    @inline(__always)
    private static func word(of text: RawSpan, at offset: Int) -> UInt64 {
        let rest = text.byteCount &- offset
        if rest >= 8 {
            return UInt64(littleEndian: text.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        guard rest > 0 else { return 0 }
        if text.byteCount >= 8 {
            let word = text.unsafeLoadUnaligned(fromByteOffset: text.byteCount &- 8, as: UInt64.self)
            return UInt64(littleEndian: word) &>> UInt64(truncatingIfNeeded: (8 &- rest) &* 8)
        }
        var word: UInt64 = 0
        for step in 0..<rest {
            word |= UInt64(byte(of: text, at: offset &+ step)) &<< UInt64(truncatingIfNeeded: step &* 8)
        }
        return word
    }

    /// The lower case of eight bytes of ASCII.
    @inline(__always)
    private static func lowercased(_ word: UInt64) -> UInt64 {
        // The sums of no byte reach the next: all are below 0x80.
        let fromA = word &+ ones &* (0x80 - 0x41)
        let beyondZ = word &+ ones &* (0x80 - 0x5B)
        return word | (fromA & ~beyondZ & tops) &>> 2
    }

    /// Marks the equal bytes of two words of ASCII, in their top bits.
    @inline(__always)
    private static func equal(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let difference = left ^ right
        return ~(((difference & ~tops) &+ ~tops) | difference) & tops
    }
}

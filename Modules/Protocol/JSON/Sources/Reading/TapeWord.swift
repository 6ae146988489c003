/// One word of the tape: what stands at a place of the text, where it starts, and how many bytes it has.
///
/// A scalar is one word. An array or object is two, then its elements, or its members (the word of the name, then the
/// value). The second word is the tape index after the whole container (upper 32 bits) and how many elements or members
/// it has (lower 32). While a container is open the second word keeps instead its parent's index and the parent's count
/// so far, which is why the reader needs neither a stack nor recursion.
struct TapeWord {
    /// Kind of a word. The order matters: see ``isContainer``.
    enum Tag: UInt8 {
        case null, `false`, `true`
        /// A number with digits alone, maybe a minus.
        case integer
        /// A number with a fraction or an exponent.
        case number
        /// A string without escapes; offset and length leave out the quotes.
        case string
        /// A string with at least one backslash.
        case escapedString
        case array, object
    }

    let bits: UInt64

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    /// - Parameters:
    ///   - offset: bytes from the start of the text, below 2²⁸.
    ///   - length: bytes, below 2²⁸.
    @inline(__always)
    init(_ tag: Tag, offset: Int, length: Int) {
        bits =
            UInt64(truncatingIfNeeded: tag.rawValue) << 56 | UInt64(truncatingIfNeeded: length) << 28
            | UInt64(truncatingIfNeeded: offset)
    }

    @inline(__always)
    var tag: Tag { Tag(rawValue: UInt8(truncatingIfNeeded: bits >> 56)) ?? .null }

    /// Bytes from the start of the text.
    @inline(__always)
    var offset: Int { Int(truncatingIfNeeded: bits & 0xFFF_FFFF) }

    /// Bytes.
    @inline(__always)
    var length: Int { Int(truncatingIfNeeded: bits >> 28 & 0xFFF_FFFF) }

    /// The first byte after it.
    @inline(__always)
    var end: Int { offset &+ length }

    /// True for arrays and objects, which have a second word.
    @inline(__always)
    var isContainer: Bool { bits >> 56 >= UInt64(Tag.array.rawValue) }

    /// The same with a length, given that there was none.
    @inline(__always)
    func withLength(_ length: Int) -> TapeWord { TapeWord(bits: bits | UInt64(truncatingIfNeeded: length) << 28) }

    /// True for objects.
    @inline(__always)
    var isObject: Bool { bits >> 56 == UInt64(Tag.object.rawValue) }

    /// True for strings, with and without escapes.
    @inline(__always)
    var isString: Bool { bits >> 56 &- UInt64(Tag.string.rawValue) < 2 }

    /// True for strings with escapes.
    @inline(__always)
    var isEscaped: Bool { bits >> 56 == UInt64(Tag.escapedString.rawValue) }
}

/// The second word of a container: two numbers below 2³².
struct TapePair {
    let bits: UInt64

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    init(index: Int, count: Int) {
        bits = UInt64(truncatingIfNeeded: index) << 32 | UInt64(truncatingIfNeeded: count)
    }

    @inline(__always)
    var index: Int { Int(truncatingIfNeeded: bits >> 32) }

    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
}

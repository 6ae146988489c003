import CByteScan

/// Capacity of the tape of a text.
enum TapeCapacity {
    /// A number of words that the tape of `bytes` never exceeds at any moment, broken texts included: one for the root,
    /// one for each comma and colon, two for each opening bracket (its second word, its first element).
    static func words(for bytes: RawSpan) -> Int {
        // A short text is not looked at twice: a byte never brings more than two words.
        if bytes.byteCount <= 64 { return min(bytes.byteCount &* 2 &+ 1, most(for: bytes.byteCount)) }
        let words = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { galleria_most_words($0, UInt(bytes.count)) } ?? 0
        }
        return min(Int(truncatingIfNeeded: words) &+ 1, most(for: bytes.byteCount))
    }

    /// The same from the length alone: a closed container has at least as many bytes as words, an open one may have a
    /// word more.
    static func most(for byteCount: Int) -> Int { byteCount &+ JSONLimits.deepest &+ 1 }

    /// Bytes of the longest text whose words are counted in any case: its tape has no word too many.
    static let counted = 512

    /// A number of words that suffices for nearly all texts: pages of upstreams have a word for ten to thirteen bytes.
    static func guess(for byteCount: Int) -> Int { byteCount / 6 &+ 32 }
}

/// Capacity of the tape of a text, so that the reader appends without checks.
enum TapeCapacity {
    /// A number of words that the tape of `bytes` never exceeds at any moment, broken texts included: one for the root,
    /// one for each comma and colon, two for each opening bracket (its second word, its first element).
    static func words(for bytes: RawSpan) -> Int {
        // A short text is not looked at twice: a byte never brings more than two words.
        if bytes.byteCount <= 64 { return min(bytes.byteCount &* 2 &+ 1, most(for: bytes.byteCount)) }
        var words: UInt64 = 1
        var at = 0
        // Eight bytes at a time, each counting in its own eight bits: at most 2 a step, so 64 steps fit.
        while at &+ 8 <= bytes.byteCount {
            let end = at &+ 64 &* 8
            var lanes: UInt64 = 0
            while at < end, let word = ByteScan.word(of: bytes, at: at) {
                lanes &+= ByteScan.separators(word) &>> 7 &+ ByteScan.openingBrackets(word) &>> 6
                at &+= 8
            }
            let pairs = lanes & 0x00FF_00FF_00FF_00FF &+ lanes &>> 8 & 0x00FF_00FF_00FF_00FF
            words &+= (pairs &* 0x0001_0001_0001_0001) &>> 48
        }
        while at < bytes.byteCount {
            let byte = ByteScan.byte(of: bytes, at: at)
            words &+= byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") ? 1 : 0
            // "[" and "{" differ in the bit 0x20 alone.
            words &+= byte | 0x20 == UInt8(ascii: "{") ? 2 : 0
            at &+= 1
        }
        return min(Int(truncatingIfNeeded: words), most(for: bytes.byteCount))
    }

    /// The same from the length alone: a closed container has at least as many bytes as words, an open one may have a
    /// word more.
    static func most(for byteCount: Int) -> Int { byteCount &+ JSONLimits.deepest &+ 1 }
}

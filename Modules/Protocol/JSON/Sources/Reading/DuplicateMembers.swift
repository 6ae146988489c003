/// Finds a name that comes twice in one object (RFC 8259 section 4: names should be unique; here they must be).
///
/// Names are compared after unescaping and byte by byte, so `"a"` equals `"\u0061"`, and composed and decomposed forms
/// differ. Few names are compared when their marks agree. Many go through a hash table seeded per process, so
/// that nobody can prepare names that collide: 100,000 members take time in proportion.
enum DuplicateMembers {
    /// Up to this many names do without the table. Of 32 that differ about three are compared with those before.
    static let few = 32

    /// - Parameters:
    ///   - bytes: the text.
    ///   - tape: the tape, in which the object at `first` is complete.
    ///   - first: the tape index of the first member's name.
    ///   - count: how many members there are.
    /// - Returns: the tape index of the first name that repeats an earlier one, or nil.
    @inline(never)
    static func firstRepeated(
        _ bytes: RawSpan, _ tape: UnsafeBufferPointer<UInt64>, from first: Int, count: Int
    ) -> Int? {
        if count > few { return hashed(bytes, tape, from: first, count: count) }
        var index = first
        for _ in 0..<count {
            let name = TapeWord(bits: tape[index])
            if name.isEscaped { return hashed(bytes, tape, from: first, count: count) }
            if comesEarlier(name, bytes, tape, from: first, to: index) { return index }
            index = next(after: index, tape)
        }
        return nil
    }

    /// True if one of the names from the tape index `first` up to `end` is `name`.
    @inline(never)
    static func comesEarlier(
        _ name: TapeWord, _ bytes: RawSpan, _ tape: UnsafeBufferPointer<UInt64>, from first: Int, to end: Int
    ) -> Bool {
        var index = first
        while index < end {
            if areEqual(name, TapeWord(bits: tape[index]), bytes) { return true }
            index = next(after: index, tape)
        }
        return false
    }

    /// The name itself, cut to ``JSONFault/longestName`` bytes at a scalar.
    static func shortened(_ name: TapeWord, _ bytes: RawSpan) -> String {
        var text = ""
        for scalar in String(decoding: Escapes.decoded(bytes, from: name.offset, to: name.end), as: UTF8.self)
            .unicodeScalars
        {
            if text.utf8.count + UTF8.width(scalar) > JSONFault.longestName { break }
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    /// The index of the name after the one at `index`.
    @inline(__always)
    private static func next(after index: Int, _ tape: UnsafeBufferPointer<UInt64>) -> Int {
        let value = index &+ 1
        return TapeWord(bits: tape[value]).isContainer ? TapePair(bits: tape[value &+ 1]).index : value &+ 1
    }

    /// Open addressing in a table at most half full. An entry is the upper half of the hash and the tape index plus
    /// one.
    @inline(never)
    private static func hashed(
        _ bytes: RawSpan, _ tape: UnsafeBufferPointer<UInt64>, from first: Int, count: Int
    ) -> Int? {
        var capacity = 32
        while capacity < count * 2 { capacity *= 2 }
        var table = [UInt64](repeating: 0, count: capacity)
        var index = first
        let keys = keys
        for _ in 0..<count {
            let name = TapeWord(bits: tape[index])
            let hash =
                name.isEscaped
                ? Escapes.decoded(bytes, from: name.offset, to: name.end).span.bytes.hash(keys)
                : bytes.extracting(name.offset..<name.end).hash(keys)
            var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
            while table[slot] != 0 {
                let earlier = Int(truncatingIfNeeded: table[slot] & 0xFFFF_FFFF) - 1
                if table[slot] >> 32 == hash >> 32, areEqual(name, TapeWord(bits: tape[earlier]), bytes) {
                    return index
                }
                slot = (slot + 1) & (capacity - 1)
            }
            table[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: index + 1)
            index = next(after: index, tape)
        }
        return nil
    }

    /// Random per process.
    private static let keys: HashKeys = (.random(in: .min ... .max), .random(in: .min ... .max) | 1)

    private static func areEqual(_ one: TapeWord, _ other: TapeWord, _ bytes: RawSpan) -> Bool {
        if !one.isEscaped, !other.isEscaped {
            return one.length == other.length
                && ByteScan.areEqual(bytes, one.offset, other.offset, length: one.length)
        }
        return Escapes.decoded(bytes, from: one.offset, to: one.end)
            == Escapes.decoded(bytes, from: other.offset, to: other.end)
    }
}

/// Names of one object in 128 bits: tells which name may have come before, as few have.
struct SeenNames {
    // A name sets one bit in each. Only when both are set already may it have come before.
    private var one: UInt64 = 0
    private var other: UInt64 = 0

    /// Names that are looked at once they are all there.
    static var toLookAt: SeenNames {
        var names = SeenNames()
        names.lookInTheEnd()
        return names
    }

    /// Whether the names have to be looked at in the end: one comes twice or has escapes.
    // 32 names never set all bits.
    @inline(__always)
    var needLook: Bool { one & other == .max }

    @inline(__always)
    private mutating func lookInTheEnd() { (one, other) = (.max, .max) }

    /// Puts a name in.
    /// - Parameters:
    ///   - head: the eight bytes of the text from its first on.
    ///   - length: bytes.
    /// - Returns: whether it may have been there; the names themselves tell.
    @inline(__always)
    mutating func mayHave(_ head: UInt64, length: Int) -> Bool {
        // Sixty-four bits that depend on the length and the first eight bytes of the name, on nothing else.
        let kept = length < 8 ? head & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1) : head
        let mark = (kept ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
        let bits = (1 as UInt64 &<< (mark &>> 58), 1 as UInt64 &<< (mark &>> 52))
        defer { (one, other) = (one | bits.0, other | bits.1) }
        return one & bits.0 != 0 && other & bits.1 != 0
    }

    /// The same of a name on the tape.
    @inline(never)
    mutating func mayHave(_ name: TapeWord, _ bytes: RawSpan) -> Bool {
        if name.isEscaped {
            lookInTheEnd()
            return false
        }
        // Near the end of the text no word can be loaded; the bytes beyond it read as zeros.
        let head =
            ByteScan.word(of: bytes, at: name.offset)
            ?? (0..<8).reversed().reduce(0) { $0 << 8 | UInt64(ByteScan.byte(of: bytes, at: name.offset &+ $1)) }
        return mayHave(head, length: name.length)
    }

    /// Compares a name that may have been there with the names before it.
    /// - Parameters:
    ///   - first: the tape index of the object's first name.
    ///   - end: that of `name`.
    @inline(never)
    mutating func judge(
        _ name: TapeWord, _ bytes: RawSpan, _ tape: UnsafeBufferPointer<UInt64>, from first: Int, to end: Int
    ) {
        if !needLook, DuplicateMembers.comesEarlier(name, bytes, tape, from: first, to: end) { lookInTheEnd() }
    }
}

private typealias HashKeys = (start: UInt64, factor: UInt64)

extension RawSpan {
    /// A hash of the bytes. Each step takes eight of them and folds a product of 128 bits, as the wyhash family does; who does
    /// not know the keys can't tell which texts have hashes alike.
    fileprivate func hash(_ keys: HashKeys) -> UInt64 {
        func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
            let (high, low) = (hash ^ word).multipliedFullWidth(by: keys.factor)
            return high ^ low
        }
        var hash = keys.start &+ UInt64(truncatingIfNeeded: byteCount)
        var at = 0
        while at &+ 8 <= byteCount, let word = ByteScan.word(of: self, at: at) {
            hash = mixed(hash, word)
            at &+= 8
        }
        // Once more at the end, so that all bits depend on the last word as well.
        return mixed(mixed(hash, ByteScan.lastBytes(byteCount &- at, of: self)), keys.start)
    }
}

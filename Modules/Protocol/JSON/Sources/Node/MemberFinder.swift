/// Finds the members of some names in one object after another of a document, each in one pass.
///
/// The rows of a list have the same members in the same order, so each is looked for where it stood in the object before: 60 instructions
/// a member in place of 150.
package struct MemberFinder {
    /// A name of the object before.
    private struct Known {
        let word: TapeWord
        /// Its place in the table, or -1.
        let place: Int
    }

    private let table: MemberTable
    private var known: ContiguousArray<Known> = []
    /// Members of the object before; -1 before the first one, and behind what is no object.
    private var knownCount = -1
    /// The lengths of the table's names that were missing there, a bit each; the last one stands for all longer ones.
    private var missingLengths: UInt64 = 0
    /// The members that were found last, in the order of the table; `missing` for one that is not there.
    package private(set) var places: ContiguousArray<JSONPlace>

    package init(_ table: MemberTable) {
        self.table = table
        places = ContiguousArray(repeating: .missing, count: table.count)
    }

    /// Finds the members of a value; of what is no object all are missing.
    /// - Parameters:
    ///   - object: of `node`'s document.
    ///   - node: of the same document each time.
    package mutating func find(in object: JSONPlace, of node: JSONNode) {
        // In variables of their own, since both are changed at once.
        var (known, places) = (self.known, self.places)
        (self.known, self.places) = ([], [])
        defer { (self.known, self.places) = (known, places) }
        guard case .object = object.kind else {
            for place in places.indices { places[place] = .missing }
            knownCount = -1
            return
        }
        let (storage, index) = (node.storage, Int(object.index))
        let (bytes, tape) = (storage.bytes, storage.tape)
        let (table, count) = (table, TapePair(bits: tape[index &+ 1]).count)
        let first = index &+ 2
        // As many as the object has members, so that each has its own.
        if known.count < count {
            known.reserveCapacity(count)
            while known.count < count { known.append(Known(word: TapeWord(bits: 0), place: -1)) }
        }
        let (isAsMany, missingLengths) = (count == knownCount, missingLengths)
        let isSame = tape.withUnsafeBufferPointer { tape in
            known.withUnsafeMutableBufferPointer { known in
                // Asked once whether they are shared, not for each that is found.
                places.withUnsafeMutableBufferPointer { places in
                    let text = bytes.span.bytes
                    if isAsMany, Self.areSame(as: known, count, from: first, tape, text, missingLengths, places) {
                        return true
                    }
                    places.update(repeating: .missing)
                    var (name, guess) = (first, 0)
                    for position in 0..<count {
                        // A tape was written by the reader alone, and its places are those of its text.
                        let word = TapeWord(bits: tape[name])
                        let value = TapeWord(bits: tape[name &+ 1])
                        if !known[position].word.isSame(as: word, in: text) {
                            let place = Self.place(of: word, table, storage, guess) ?? -1
                            known[position] = Known(word: word, place: place)
                        }
                        let place = known[position].place
                        if place >= 0 {
                            places[place] = JSONPlace(value, at: name &+ 1)
                            guess = place &+ 1
                        }
                        name = value.isContainer ? TapePair(bits: tape[name &+ 2]).index : name &+ 2
                    }
                    return false
                }
            }
        }
        if isSame { return }
        knownCount = count
        self.missingLengths = 0
        for place in places.indices where places[place].isMissing {
            self.missingLengths |= Self.mark(ofLength: table.length(ofName: place))
        }
    }

    /// Finds the members where those of the object before were. The names that were found must be the same. Of the others only one
    /// that is as long as a missing one could be that: any name stands in an object once.
    /// - Returns: false where something else stands there; `places` holds nothing of use then.
    @inline(__always)
    private static func areSame(
        as known: UnsafeMutableBufferPointer<Known>, _ count: Int, from first: Int, _ tape: UnsafeBufferPointer<UInt64>,
        _ text: RawSpan, _ missingLengths: UInt64,
        _ places: UnsafeMutableBufferPointer<JSONPlace>
    ) -> Bool {
        var name = first
        for position in 0..<count {
            let word = TapeWord(bits: tape[name])
            let value = TapeWord(bits: tape[name &+ 1])
            let before = known[position]
            if before.place >= 0 {
                guard before.word.isSame(as: word, in: text) else { return false }
                places[before.place] = JSONPlace(value, at: name &+ 1)
            } else if word.isEscaped || missingLengths & mark(ofLength: word.length) != 0 {
                guard before.word.isSame(as: word, in: text) else { return false }
            }
            name = value.isContainer ? TapePair(bits: tape[name &+ 2]).index : name &+ 2
        }
        return true
    }

    @inline(__always)
    private static func mark(ofLength length: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: min(length, 63)) }

    @inline(never)
    private static func place(
        of name: TapeWord, _ table: MemberTable, _ storage: JSONStorage, _ guess: Int
    ) -> Int? {
        if name.isEscaped { return storage.withUTF8(of: name) { table.place(of: $0.span.bytes, guess: guess) } }
        let bytes = storage.bytes
        return table.place(from: name.offset, to: name.end, of: bytes.span.bytes, guess: guess)
    }
}

extension TapeWord {
    /// Whether two names are the same as they stand in the text; false for some with escapes that are.
    @inline(__always)
    fileprivate func isSame(as other: TapeWord, in text: RawSpan) -> Bool {
        // Kind and length at once.
        guard bits >> 28 == other.bits >> 28 else { return false }
        if length >= 8 { return ByteScan.areEqual(text, offset, other.offset, length: length) }
        guard let one = ByteScan.word(of: text, at: offset), let two = ByteScan.word(of: text, at: other.offset) else {
            return ByteScan.areEqual(text, offset, other.offset, length: length)
        }
        return (one ^ two) & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1) == 0
    }
}

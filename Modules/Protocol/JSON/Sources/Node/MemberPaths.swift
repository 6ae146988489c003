/// Paths of values below members, of all fields of a row in one piece: each row is walked along the same ones.
///
/// The steps stand side by side as plain numbers: a path of names that are arrays of bytes counted a reference to each name of each row.
package struct MemberPaths: Sendable {
    private struct Step: Sendable {
        /// The first eight bytes of the name, zeros behind a shorter one.
        let head: UInt64
        /// Bits of a word that are the name's.
        let mask: UInt64
        /// Place of the name among the bytes of all.
        let start: Int
        /// Bytes of the name, or `elements`.
        let length: Int
    }

    /// Length of a step to the elements of an array.
    private static let elements = -1

    private var steps: ContiguousArray<Step> = []
    private var names: [UInt8] = []

    package init() {}

    /// Adds a path.
    /// - Parameter path: names of members; nil for each element of an array.
    /// - Returns: the numbers of its steps.
    package mutating func add(_ path: [String?]) -> Range<Int> {
        let first = steps.count
        for name in path {
            guard let name else {
                steps.append(Step(head: 0, mask: 0, start: 0, length: Self.elements))
                continue
            }
            let (start, length) = (names.count, name.utf8.count)
            names.append(contentsOf: name.utf8)
            steps.append(
                Step(
                    head: name.utf8.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) },
                    mask: length < 8 ? (1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1 : .max, start: start,
                    length: length))
        }
        return first..<steps.count
    }

    /// Whether a step leads to the elements of an array.
    package func isOfElements(_ step: Int) -> Bool { steps[step].length == Self.elements }

    /// The member that a step leads to, compared byte for byte after unescaping; what is no object has no members.
    /// - Parameters:
    ///   - object: of `node`'s document.
    package func member(_ step: Int, of object: JSONPlace, in node: JSONNode) -> JSONPlace {
        guard case .object = object.kind else { return .missing }
        let (step, storage) = (steps[step], node.storage)
        let (bytes, tape) = (storage.bytes, storage.tape)
        let text = bytes.span.bytes
        return tape.withUnsafeBufferPointer { words in
            // A tape was written by the reader alone, and its places are those of its text.
            var name = Int(object.index) &+ 2
            for _ in 0..<TapePair(bits: words[name &- 1]).count {
                let word = TapeWord(bits: words[name])
                let value = TapeWord(bits: words[name &+ 1])
                if isSpelled(step, by: word, text, storage) { return JSONPlace(value, at: name &+ 1) }
                name = value.isContainer ? TapePair(bits: words[name &+ 2]).index : name &+ 2
            }
            return .missing
        }
    }

    @inline(__always)
    private func isSpelled(_ step: Step, by word: TapeWord, _ text: RawSpan, _ storage: JSONStorage) -> Bool {
        // Nearly all names differ in their length or their first eight bytes.
        if !word.isEscaped {
            if word.length != step.length { return false }
            if let start = ByteScan.word(of: text, at: word.offset) {
                if start & step.mask != step.head { return false }
                if word.length <= 8 { return true }
            }
        }
        return names.withUnsafeBufferPointer { names in
            storage.matches(word, UnsafeBufferPointer(rebasing: names[step.start..<step.start &+ step.length]))
        }
    }
}

extension JSONNode {
    /// The first element of an array at a place of the same document, and how many it has; none of what is no array.
    package func elements(at place: JSONPlace) -> (first: JSONPlace, count: Int) {
        guard case .array = place.kind else { return (.missing, 0) }
        let index = Int(place.index)
        let count = TapePair(bits: storage.tape[index &+ 1]).count
        return count == 0 ? (.missing, 0) : (JSONPlace(storage.word(at: index &+ 2), at: index &+ 2), count)
    }

    /// The element behind another one of an array.
    /// - Parameter element: not its last one.
    package func element(after element: JSONPlace) -> JSONPlace {
        let next = storage.end(of: Int(element.index))
        return JSONPlace(storage.word(at: next), at: next)
    }
}

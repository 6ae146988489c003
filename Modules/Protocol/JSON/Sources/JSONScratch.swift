/// A short text, read onto a tape that is used again for the next one: nothing is allocated. What outlives the
/// text becomes a document of its own.
package struct JSONScratch: ~Copyable {
    /// Bytes of the longest text that is read this way: a tape of 37 KB has room for its words.
    package static let longest = 4_096

    private let tape: UnsafeMutableBufferPointer<UInt64>
    /// The text with zeros behind it: where most messages end within the reach of one load, they would be read byte by byte.
    private let text: UnsafeMutableRawBufferPointer
    /// Behind the tape, so that an object which has this one need not be changed to read a text.
    private let countAddress: UnsafeMutablePointer<Int>
    private var count: Int { countAddress.pointee }

    package init() {
        tape = .allocate(capacity: TapeCapacity.most(for: Self.longest) + JSONReader.spareWords)
        text = .allocate(byteCount: Self.longest + PlainMembers.reach, alignment: 16)
        countAddress = .allocate(capacity: 1)
        countAddress.initialize(to: 0)
    }

    deinit {
        tape.deallocate()
        text.deallocate()
        countAddress.deallocate()
    }

    /// Reads `bytes`; the text before it is forgotten.
    /// - Parameter bytes: at most ``longest``.
    /// - Throws: the first fault of the text.
    package func read(_ bytes: RawSpan, limits: JSONLimits) throws(JSONFault) {
        countAddress.pointee = 0
        guard bytes.byteCount <= Self.longest else {
            throw JSONFault(.documentTooLong(limit: Self.longest), at: Self.longest)
        }
        if TapeCapacity.most(for: bytes.byteCount) > limits.values {
            let words = TapeCapacity.words(for: bytes)
            if words > limits.values { throw JSONFault(.tooManyValues(limit: limits.values), at: bytes.byteCount) }
        }
        bytes.withUnsafeBytes { text.copyMemory(from: $0) }
        text[bytes.byteCount..<(bytes.byteCount + PlainMembers.reach)].initializeMemory(as: UInt8.self, repeating: 0)
        let padded = UnsafeRawBufferPointer(rebasing: text[..<bytes.byteCount]).bytes
        var words = OutputSpan(buffer: tape, initializedCount: 0)
        do throws(JSONFault) {
            let hasRoom = try JSONReader.read(padded, limits: limits, into: &words, isPadded: true)
            precondition(hasRoom, "a text has more words than bytes")
        } catch {
            _ = consume words
            throw error
        }
        countAddress.pointee = words.finalize(for: tape)
    }

    /// Bytes that a document of the text holds, of which it has `bytes` itself.
    package func heldBytes(_ bytes: Int) -> Int { bytes &+ count &* MemoryLayout<UInt64>.stride }

    /// The places of the members of four names in the text that was read; all `missing` where it is no object.
    /// - Parameters:
    ///   - table: of four names.
    ///   - bytes: the text.
    package func find(_ table: MemberTable, in bytes: RawSpan) -> InlineArray<4, JSONPlace> {
        var places = InlineArray<4, JSONPlace>(repeating: .missing)
        guard count > 1, TapeWord(bits: tape[0]).isObject else { return places }
        var (index, guess) = (2, 0)
        for _ in 0..<TapePair(bits: tape[1]).count {
            let name = TapeWord(bits: tape[index])
            let value = index &+ 1
            let place =
                name.isEscaped
                ? table.place(of: Escapes.decoded(bytes, from: name.offset, to: name.end).span.bytes, guess: guess)
                : table.place(from: name.offset, to: name.end, of: bytes, guess: guess)
            let word = TapeWord(bits: tape[value])
            if let place {
                places[place] = JSONPlace(word, at: value)
                guess = place &+ 1
            }
            index = word.isContainer ? TapePair(bits: tape[value &+ 1]).index : value &+ 1
        }
        return places
    }

    /// The text that was read as a document, which copies it.
    package func document(of bytes: RawSpan, countedIn memory: JSONMemory?) -> JSONDocument {
        let words = UnsafeBufferPointer(rebasing: tape[..<count])
        return JSONDocument(
            JSONStorage(bytes: bytes.withUnsafeBytes { [UInt8]($0) }, tape: [UInt64](words), memory: memory))
    }
}

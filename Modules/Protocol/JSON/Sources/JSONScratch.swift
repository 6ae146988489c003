/// A short text, read onto a tape that is used again for the next one: nothing is allocated. What outlives the
/// text becomes a document of its own.
package struct JSONScratch: ~Copyable {
    /// Bytes of the longest text that is read this way: a tape of 37 KB has room for its words.
    package static let longest = 4_096
    private static let longestTape = TapeCapacity.most(for: longest) + JSONReader.spareWords

    private let tape: UnsafeMutableBufferPointer<UInt64>
    /// The text with zeros behind it: where most messages end within the reach of one load, they would be read byte by byte.
    private let text: UnsafeMutableRawBufferPointer
    /// Behind the tape, so that an object which has this one need not be changed to read a text.
    private let countAddress: UnsafeMutablePointer<Int>
    private var count: Int { countAddress.pointee }
    private let lent = Lent()

    /// Memory of a document that is lent, as long as the longest text. It is not filled with zeros, so that its pages are taken as they are
    /// needed; nothing behind a text is read as a part of it.
    private final class Lent {
        @exclusivity(unchecked) var bytes = [UInt8](unsafeUninitializedCapacity: longest) { $1 = longest }
        @exclusivity(unchecked) var tape = [UInt64](unsafeUninitializedCapacity: longestTape) { $1 = longestTape }
    }

    package init() {
        tape = .allocate(capacity: Self.longestTape)
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
        count > 0
            ? fourPlaces(of: table, in: UnsafeBufferPointer(tape), at: 0, bytes) : InlineArray(repeating: .missing)
    }

    /// The text that was read as a document in memory that is used again for the next one: for what is answered before that is read. What
    /// is held longer stays as it is, and the next one takes other memory; it counts nowhere, and is as long as the longest text.
    package func lentDocument(of bytes: RawSpan) -> JSONDocument {
        let lent = lent
        let words = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: tape[..<count]))
        // Arrays that are still held are copied here.
        lent.bytes.withUnsafeMutableBytes { target in bytes.withUnsafeBytes { target.copyMemory(from: $0) } }
        lent.tape.withUnsafeMutableBytes { $0.copyMemory(from: words) }
        return JSONDocument(JSONStorage(bytes: lent.bytes, tape: lent.tape, memory: nil))
    }

    /// The text that was read as a document, which copies it.
    package func document(of bytes: RawSpan, countedIn memory: JSONMemory?) -> JSONDocument {
        let words = UnsafeBufferPointer(rebasing: tape[..<count])
        return JSONDocument(
            JSONStorage(bytes: bytes.withUnsafeBytes { [UInt8]($0) }, tape: [UInt64](words), memory: memory))
    }
}

/// The places of the members of four names in the value at `index` of a tape; all `missing` where it is no object.
/// - Parameters:
///   - table: of four names.
///   - bytes: the text that the tape is of.
@inline(__always)
func fourPlaces(
    of table: MemberTable, in tape: UnsafeBufferPointer<UInt64>, at index: Int, _ bytes: RawSpan
) -> InlineArray<4, JSONPlace> {
    var places = InlineArray<4, JSONPlace>(repeating: .missing)
    guard TapeWord(bits: tape[index]).isObject else { return places }
    var (name, guess) = (index &+ 2, 0)
    for _ in 0..<TapePair(bits: tape[index &+ 1]).count {
        let (word, value) = (TapeWord(bits: tape[name]), name &+ 1)
        let place =
            word.isEscaped
            ? table.place(of: Escapes.decoded(bytes, from: word.offset, to: word.end).span.bytes, guess: guess)
            : table.place(from: word.offset, to: word.end, of: bytes, guess: guess)
        let found = TapeWord(bits: tape[value])
        if let place {
            places[place] = JSONPlace(found, at: value)
            guess = place &+ 1
        }
        name = found.isContainer ? TapePair(bits: tape[value &+ 1]).index : value &+ 1
    }
    return places
}

import Values

/// One JSON text that was read and found strict: RFC 8259, UTF-8 alone, no byte order mark, no duplicate members, no
/// lone surrogates, within ``JSONLimits``. Immutable, cheap to copy (one reference).
@frozen
@usableFromInline
package struct JSONDocument: Sendable {
    @usableFromInline let storage: JSONStorage

    init(_ storage: JSONStorage) { self.storage = storage }

    /// Reads `bytes`, which are kept without being copied.
    /// - Parameters:
    ///   - bytes: the whole text; white space around the value is allowed.
    ///   - limits: what is refused although it is JSON.
    ///   - memory: where the document counts as long as it is held.
    /// - Throws: the first fault; the text is taken whole or not at all.
    package init(
        parsing bytes: [UInt8], limits: JSONLimits = .standard, countedIn memory: JSONMemory? = nil
    ) throws(JSONFault) {
        guard bytes.count <= JSONLimits.longestDocument else {
            throw JSONFault(.documentTooLong(limit: JSONLimits.longestDocument), at: JSONLimits.longestDocument)
        }
        storage = JSONStorage(bytes: bytes, tape: try Self.tape(of: bytes, limits), memory: memory)
    }

    private static func tape(of bytes: [UInt8], _ limits: JSONLimits) throws(JSONFault) -> [UInt64] {
        let most = TapeCapacity.most(for: bytes.count)
        var counted: Int?
        if most > limits.values || bytes.count <= TapeCapacity.counted {
            counted = TapeCapacity.words(for: bytes.span.bytes)
        }
        guard counted ?? 0 <= limits.values else {
            throw JSONFault(.tooManyValues(limit: limits.values), at: bytes.count)
        }
        // Most texts have far fewer words than bytes: to count them took a tenth of the instructions of reading a page of 44 KB.
        if counted == nil, let tape = try tape(of: bytes, limits, capacity: TapeCapacity.guess(for: bytes.count)) {
            return tape
        }
        guard let tape = try tape(of: bytes, limits, capacity: counted ?? TapeCapacity.words(for: bytes.span.bytes))
        else { preconditionFailure("a text has more words than were counted") }
        return tape
    }

    /// - Returns: nil where the capacity does not suffice.
    private static func tape(of bytes: [UInt8], _ limits: JSONLimits, capacity: Int) throws(JSONFault) -> [UInt64]? {
        // Appended: the initializers that take a capacity are not specialised, and cost half as much as reading a ping.
        var tape: [UInt64] = []
        var hasRoom = false
        try tape.append(addingCapacity: capacity &+ JSONReader.spareWords) {
            (tape: inout OutputSpan<UInt64>) throws(JSONFault) in
            hasRoom = try JSONReader.read(bytes.span.bytes, limits: limits, into: &tape)
        }
        return hasRoom ? tape : nil
    }

    /// Reads `bytes`, which are copied, so that the buffer can be used again at once.
    /// - Parameters:
    ///   - bytes: the whole text; white space around the value is allowed.
    ///   - limits: what is refused although it is JSON.
    ///   - memory: where the document counts as long as it is held.
    /// - Throws: the first fault.
    package init(
        parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard, countedIn memory: JSONMemory? = nil
    ) throws(JSONFault) {
        try self.init(parsing: [UInt8](bytes), limits: limits, countedIn: memory)
    }

    /// Reads `text`; offsets in faults count its UTF-8 bytes.
    /// - Parameters:
    ///   - text: the whole text; white space around the value is allowed.
    ///   - limits: what is refused although it is JSON.
    /// - Throws: the first fault.
    package init(parsing text: String, limits: JSONLimits = .standard) throws(JSONFault) {
        try self.init(parsing: [UInt8](text.utf8), limits: limits)
    }

    /// The value that the text is.
    @inlinable package var root: JSONNode { JSONNode(storage, at: 0) }

    /// Bytes of memory, of the text and its tape together.
    package var heldBytes: Int { storage.heldBytes }
}

/// The text and its tape, owned together; every node of the document holds it.
@usableFromInline
final class JSONStorage: Sendable {
    /// The text as it came.
    let bytes: [UInt8]
    /// See ``TapeWord``.
    let tape: [UInt64]
    private let memory: JSONMemory?

    init(bytes: [UInt8], tape: [UInt64], memory: JSONMemory?) {
        self.bytes = bytes
        self.tape = tape
        self.memory = memory
        memory?.add(heldBytes)
    }

    deinit { memory?.add(-heldBytes) }

    var heldBytes: Int { bytes.count + tape.count * MemoryLayout<UInt64>.stride }

    /// The word at `index` of the tape.
    @inline(__always)
    func word(at index: Int) -> TapeWord { TapeWord(bits: tape[index]) }

    /// The tape index after the whole value at `index`.
    @inline(__always)
    func end(of index: Int) -> Int {
        word(at: index).isContainer ? TapePair(bits: tape[index &+ 1]).index : index &+ 1
    }

    /// The string whose word is `word`, unescaped.
    func text(of word: TapeWord) -> String {
        // Well-formed: the reader has looked at every byte.
        withUTF8(of: word) { String(wellFormed: $0.span) }
    }

    /// Gives `body` the unescaped bytes of the string whose word is `word`; no allocation without escapes.
    @inline(__always)
    func withUTF8<R, E: Error>(
        of word: TapeWord, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        if word.isEscaped {
            return try decoded(word).withUnsafeBufferPointer(body)
        }
        return try bytes.withUnsafeBufferPointer { all throws(E) in
            try body(UnsafeBufferPointer(rebasing: all[word.offset..<word.end]))
        }
    }

    private func decoded(_ word: TapeWord) -> [UInt8] {
        let bytes = bytes
        return Escapes.decoded(bytes.span.bytes, from: word.offset, to: word.end)
    }
}

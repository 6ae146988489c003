/// The memory of a document that nobody holds any more, for the next short one: asking for new memory and giving it back
/// costs as much as reading a ping.
package struct JSONSpare: Sendable {
    /// Bytes of text that are read into it; longer texts have memory of their own, which is given back.
    static let longestText = 1024

    var storage: JSONStorage?

    package init() {}

    /// Keeps a document's memory, unless it is a long one's or somebody still holds the document or a node of it.
    package mutating func keep(_ document: consuming JSONDocument) {
        var storage = document.storage
        _ = consume document
        guard storage.bytes.count <= Self.longestText, isKnownUniquelyReferenced(&storage) else { return }
        storage.giveUp()
        self.storage = storage
    }
}

/// The text and its tape, owned together; every node of the document holds it.
///
/// It changes only while its maker alone holds it, before a document has it and after the last one had it: that is why it
/// may be shared between threads, and why no access to it need be checked against others.
final class JSONStorage: @unchecked Sendable {
    /// The text as it came.
    @exclusivity(unchecked) private(set) var bytes: [UInt8]
    /// See ``TapeWord``.
    @exclusivity(unchecked) private(set) var tape: [UInt64]
    /// Nil for one that does not count, such as a spare one.
    @exclusivity(unchecked) private var memory: JSONMemory?

    init(bytes: [UInt8], tape: [UInt64], memory: JSONMemory?) {
        self.bytes = bytes
        self.tape = tape
        self.memory = memory
        memory?.add(heldBytes)
    }

    deinit { memory?.add(-heldBytes) }

    /// Reads another text into the same memory. Only for one that nobody else holds.
    /// - Throws: the first fault; it is spare then as before.
    func refill(
        _ text: UnsafeRawBufferPointer, _ limits: JSONLimits, _ memory: JSONMemory
    ) throws(JSONFault) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: text)
        tape.removeAll(keepingCapacity: true)
        let span = text.bytes
        let capacity = TapeCapacity.most(for: text.count, limits)
        try tape.append(addingCapacity: capacity) { (tape: inout OutputSpan<UInt64>) throws(JSONFault) in
            try JSONReader.read(span, limits: limits, into: &tape)
        }
        self.memory = memory
        memory.add(heldBytes)
    }

    /// Counts no more.
    func giveUp() {
        memory?.add(-heldBytes)
        memory = nil
    }

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
        if word.isEscaped { return String(decoding: decoded(word), as: UTF8.self) }
        return bytes.withUnsafeBufferPointer { all in
            String(decoding: UnsafeBufferPointer(rebasing: all[word.offset..<word.end]), as: UTF8.self)
        }
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

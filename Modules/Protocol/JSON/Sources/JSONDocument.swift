/// One JSON text that was read and found strict: RFC 8259, UTF-8 alone, no byte order mark, no duplicate members, no
/// lone surrogates, within ``JSONLimits``. Immutable, cheap to copy (one reference).
package struct JSONDocument: Sendable {
    let storage: JSONStorage

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
        // Appended: the initializers that take a capacity are not specialised, and cost half as much as reading a ping.
        var tape: [UInt64] = []
        let capacity = TapeCapacity.words(for: bytes.span.bytes)
        try tape.append(addingCapacity: capacity) { (tape: inout OutputSpan<UInt64>) throws(JSONFault) in
            try JSONReader.read(bytes.span.bytes, limits: limits, into: &tape)
        }
        storage = JSONStorage(bytes: bytes, tape: tape, memory: memory)
    }

    /// Reads `bytes`, which are copied, so that the buffer can be used again at once.
    /// - Parameters:
    ///   - bytes: the whole text; white space around the value is allowed.
    ///   - limits: what is refused although it is JSON.
    /// - Throws: the first fault.
    package init(parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard) throws(JSONFault) {
        try self.init(parsing: [UInt8](bytes), limits: limits)
    }

    /// The same, into memory that is there already.
    /// - Parameters:
    ///   - bytes: the whole text; white space around the value is allowed.
    ///   - limits: what is refused although it is JSON.
    ///   - memory: where the document counts as long as it is held.
    ///   - spare: memory of an earlier document, which a short text takes; given back by ``JSONSpare/keep(_:)``.
    /// - Throws: the first fault.
    package init(
        parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard, countedIn memory: JSONMemory,
        using spare: inout JSONSpare
    ) throws(JSONFault) {
        if bytes.count <= JSONSpare.longestText, let storage = spare.storage {
            try storage.refill(bytes, limits, memory)
            spare.storage = nil
            self.init(storage)
        } else {
            try self.init(parsing: [UInt8](bytes), limits: limits, countedIn: memory)
        }
    }

    private init(_ storage: JSONStorage) { self.storage = storage }

    /// Reads `text`; offsets in faults count its UTF-8 bytes.
    /// - Parameters:
    ///   - text: the whole text; white space around the value is allowed.
    ///   - limits: what is refused although it is JSON.
    /// - Throws: the first fault.
    package init(parsing text: String, limits: JSONLimits = .standard) throws(JSONFault) {
        try self.init(parsing: [UInt8](text.utf8), limits: limits)
    }

    /// The value that the text is.
    package var root: JSONNode { JSONNode(storage, at: 0) }

    /// Bytes of memory, of the text and its tape together.
    package var heldBytes: Int { storage.heldBytes }
}

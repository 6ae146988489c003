import JSON
import JSONRPC

/// Memory in which messages are read where they lie, and answers that are at hand are written. Used again for each message.
final class MessageDesk {
    /// Outcome of reading a message.
    enum Outcome {
        /// It is read, and to be answered by whoever asked.
        case document(JSONDocument)
        /// A short one that may be a request, in a document whose memory is used again: for what is answered at once. What waits takes
        /// ``MessageDesk/document(of:_:)``, which is counted.
        case lent(JSONDocument, RPCEnvelope)
        /// It was answered.
        case answered
    }

    private let scratch = JSONScratch()
    @exclusivity(unchecked) private var answer = JSONWriter(reserving: 0)

    /// Bytes of memory that are kept for the next answer: as many as a list of some rows takes.
    private static let keptBytes = 32 << 10

    /// Writes an answer, in the place of the one before.
    func write(_ write: (inout JSONWriter) -> Void) {
        answer.removeAll(keepingCapacity: answer.capacity <= Self.keptBytes)
        write(&answer)
    }

    /// Gives `body` the answer that was written last.
    func withAnswer<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { answer.withBytes(body) }

    /// Reads a message.
    /// - Parameters:
    ///   - counted: where a document counts as long as it is held.
    ///   - mostBytes: bytes that all messages in progress may take if this one is to be answered at once.
    ///   - mayAnswer: whether it may be answered here: false where its id may be that of a call in flight.
    ///   - send: takes the answer.
    /// - Throws: the first fault of the text.
    func read(
        _ message: UnsafeRawBufferPointer, _ limits: JSONLimits, _ counted: JSONMemory, atMost mostBytes: Int,
        mayAnswer: Bool, _ send: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(JSONFault) -> Outcome {
        guard message.count <= JSONScratch.longest else {
            return .document(try JSONDocument(parsing: message, limits: limits, countedIn: counted))
        }
        try scratch.read(message.bytes, limits: limits)
        guard isShort(mostBytes, counted, scratch.heldBytes(message.count)) else {
            return .document(document(of: message, counted))
        }
        let envelope = RPCEnvelope(scratch, of: message.bytes)
        if mayAnswer, let id = envelope.id(ofRequest: "ping", in: message.bytes) {
            RPCReply.withEmptyResult(UnsafeBufferPointer(rebasing: message.bindMemory(to: UInt8.self)[id]), send)
            return .answered
        }
        guard envelope.mayBeRequest else { return .document(document(of: message, counted)) }
        return .lent(scratch.lentDocument(of: message.bytes), envelope)
    }

    /// The message that was read last as a document of its own.
    func document(of message: UnsafeRawBufferPointer, _ counted: JSONMemory) -> JSONDocument {
        scratch.document(of: message.bytes, countedIn: counted)
    }

    /// Whether the messages in progress and this one take less than they may.
    private func isShort(_ mostBytes: Int, _ counted: JSONMemory, _ heldBytes: Int) -> Bool {
        counted.bytes &+ heldBytes <= max(mostBytes, heldBytes)
    }
}

import JSON
import JSONRPC

/// Memory in which messages are read where they lie, and answers that are at hand are written. Used again for each message.
final class MessageDesk {
    /// Outcome of reading a message.
    enum Outcome {
        /// It is read, and to be answered by whoever asked.
        case document(JSONDocument)
        /// It was answered.
        case answered
    }

    private let scratch = JSONScratch()
    private var answer = JSONWriter(reserving: 0)

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
    ///   - mayAnswer: bytes that all messages in progress may take if this one is to be answered here; nil where its id may be that of
    ///     a call in flight.
    ///   - send: takes the answer.
    /// - Throws: the first fault of the text.
    func read(
        _ message: UnsafeRawBufferPointer, _ limits: JSONLimits, _ counted: JSONMemory, mayAnswer mostBytes: Int?,
        _ send: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(JSONFault) -> Outcome {
        guard message.count <= JSONScratch.longest else {
            return .document(try JSONDocument(parsing: message, limits: limits, countedIn: counted))
        }
        try scratch.read(message.bytes, limits: limits)
        if let mostBytes, isShort(mostBytes, counted, scratch.heldBytes(message.count)),
            let id = RPCEnvelope(scratch, of: message.bytes).id(ofRequest: "ping", in: message.bytes)
        {
            RPCReply.withEmptyResult(UnsafeBufferPointer(rebasing: message.bindMemory(to: UInt8.self)[id]), send)
            return .answered
        }
        return .document(scratch.document(of: message.bytes, countedIn: counted))
    }

    /// Whether the messages in progress and this one take less than they may.
    private func isShort(_ mostBytes: Int, _ counted: JSONMemory, _ heldBytes: Int) -> Bool {
        counted.bytes &+ heldBytes <= max(mostBytes, heldBytes)
    }
}

import Glibc

/// Standard input as messages: reads when told to, and hands out what it has one by one. Touched on the loop's thread
/// only.
final class InputReader {
    /// Next piece of the input.
    enum Input {
        /// Valid until the next call of `next` or `read`.
        case message(UnsafeRawBufferPointer)
        case rejected(RejectedInput)
        /// Everything was handed out. Comes once.
        case end
    }

    private let descriptor: Int32
    private let buffer: ReadBuffer
    private var splitter: FrameSplitter
    /// Unread bytes the splitter asked for.
    private var wanted = 0
    /// Bytes of the message handed out last: they stay in place until the next call.
    private var handedOut = 0
    private var reachedEnd = false
    private var toldEnd = false

    /// - Parameter messageBytes: The longest message that is handed out.
    init(descriptor: Int32, framing: Framing, messageBytes: Int) {
        self.descriptor = descriptor
        buffer = ReadBuffer(messageBytes: messageBytes)
        splitter = FrameSplitter(framing: framing, messageBytes: messageBytes)
    }

    /// Framing of the messages; `.auto` before the first byte.
    var framing: Framing { splitter.framing }

    /// Nothing is left to read: the descriptor must not be polled any more.
    var isAtEnd: Bool { reachedEnd }

    /// Reads once. Called when `poll` says that a read will not wait.
    func read() {
        dropHandedOut()
        guard !reachedEnd else { return }
        switch buffer.fill(from: descriptor, wanted: wanted) {
        case .read, .nothing: break
        // An input that fails (a terminal that went away) has ended as well.
        case .endOfInput, .failed: reachedEnd = true
        }
    }

    /// The next piece of what was read; nil when more must be read first.
    func next() -> Input? {
        dropHandedOut()
        while true {
            let unread = buffer.unread
            switch splitter.next(in: unread, atEnd: reachedEnd) {
            case .message(let range, let consumed):
                handedOut = consumed
                return .message(UnsafeRawBufferPointer(rebasing: unread[range]))
            case .skip(let count):
                buffer.consume(count)
            case .rejected(let input, let consumed):
                buffer.consume(consumed)
                return .rejected(input)
            case .needsMore(let total):
                wanted = total
                guard reachedEnd, !toldEnd else { return nil }
                toldEnd = true
                return .end
            }
        }
    }

    private func dropHandedOut() {
        buffer.consume(handedOut)
        handedOut = 0
    }
}

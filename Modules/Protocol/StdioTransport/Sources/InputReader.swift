import Glibc

/// Reads standard input and hands out messages, as long as it may. Touched on the loop's thread only.
///
/// Two things hold delivery back: the host (too many requests in flight) and output nobody reads. Then nothing is read
/// either, so that memory stays bounded and the client feels it.
final class InputReader {
    private let descriptor: Int32
    private let handler: any TransportHandler
    private var buffer: ReadBuffer
    private var splitter: FrameSplitter
    /// Unread bytes the splitter asked for.
    private var wanted = 0
    private var reachedEnd = false
    private var toldEnd = false
    private var isClosed = false
    /// Delivery was held back while there may have been something to deliver.
    private(set) var isHeld = false

    init(descriptor: Int32, framing: Framing, messageBytes: Int, handler: any TransportHandler) {
        self.descriptor = descriptor
        self.handler = handler
        buffer = ReadBuffer(messageBytes: messageBytes)
        splitter = FrameSplitter(framing: framing, messageBytes: messageBytes)
    }

    /// How messages are told apart; `.auto` while nothing was read.
    var framing: Framing { splitter.framing }

    /// False once there is nothing left to read: the descriptor must not be polled any more.
    var wantsInput: Bool { !reachedEnd && !isClosed }

    /// Delivers nothing from here on.
    func close() {
        isClosed = true
    }

    /// Reads once. Called when `poll` says that a read will not wait.
    func read() {
        guard wantsInput else { return }
        switch buffer.fill(from: descriptor, wanted: wanted) {
        case .read, .nothing: break
        // An input that fails (a terminal that went away) has ended as well.
        case .endOfInput, .failed: reachedEnd = true
        }
    }

    /// Hands out what the buffer holds, as long as `mayDeliver` says so, asked before each message.
    /// - Parameters:
    ///   - framingKnown: Told before the first message is handed out.
    ///   - delivered: Called after each message.
    func deliver(while mayDeliver: () -> Bool, framingKnown: (Framing) -> Void, delivered: () -> Void) {
        isHeld = false
        while !isClosed {
            guard mayDeliver() else {
                isHeld = true
                return
            }
            let unread = buffer.unread
            let wasKnown = splitter.framing != .auto
            let step = splitter.next(in: unread, atEnd: reachedEnd)
            if !wasKnown, splitter.framing != .auto { framingKnown(splitter.framing) }
            switch step {
            case .needsMore(let total):
                wanted = total
                if reachedEnd, !toldEnd {
                    toldEnd = true
                    handler.endOfInput()
                }
                return
            case .skip(let count):
                buffer.consume(count)
            case .message(let range, let consumed):
                handler.received(UnsafeRawBufferPointer(rebasing: unread[range]))
                buffer.consume(consumed)
                delivered()
            case .rejected(let input, let consumed):
                buffer.consume(consumed)
                handler.rejected(input)
                delivered()
            }
        }
    }
}

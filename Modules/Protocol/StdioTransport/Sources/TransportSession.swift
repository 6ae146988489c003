import Glibc
import Runtime

/// One conversation on the loop's thread: when to read, when to deliver, when to write. Touched on that thread only.
///
/// Delivery is held back by three things: the host (too many requests in flight), output that nobody reads, and an
/// observer that can't keep up. Then nothing is read either, so that memory stays bounded and the client feels it.
final class TransportSession {
    private let loop: EventLoop
    private let handler: any TransportHandler
    private let input: Int32
    private let reader: InputReader
    private let writer: OutputWriter
    private let outbox: Outbox
    private let pause: InputPause
    private let events: ProcessEventWatch
    private let log: DiagnosticLog
    private let observer: (any WireObserver)?
    private let queuedOutputBytes: Int
    private var inputWatch: WatchID?
    private var outputWatch: WatchID?
    /// Output nobody reads has reached its limit, and is not yet back at half of it.
    private var isBacklogged = false
    /// Delivery was held back while there may have been something to deliver.
    private var isHeld = false
    private var knowsFraming = false
    /// Nothing is delivered any more: the output is closed, or the transport has finished.
    private var isClosed = false

    /// - Parameter parts: What the transport was set up with.
    init(loop: EventLoop, parts: TransportParts, handler: any TransportHandler) {
        self.loop = loop
        self.handler = handler
        input = parts.input
        reader = InputReader(
            descriptor: parts.input, framing: parts.framing, messageBytes: parts.limits.messageBytes)
        writer = parts.writer
        outbox = parts.outbox
        pause = parts.pause
        events = parts.events
        log = parts.log
        observer = parts.observer
        queuedOutputBytes = parts.limits.queuedOutputBytes
    }

    func start() {
        inputWatch = loop.watches.add(input, events: Int16(POLLIN)) { [self] _ in
            reader.read()
            deliver()
        }
        outputWatch = loop.watches.add(writer.descriptor, events: 0) { [self] _ in writer.becameWritable() }
        events.start(on: loop) { [handler] in handler.signalled($0) }
        loop.setTurnEnd { [self] in endTurn() }
    }

    /// Lets go of everything; what is still in the outbox is the transport's to write.
    func close() {
        isClosed = true
        events.stop(on: loop)
        for watch in [inputWatch, outputWatch].compactMap({ $0 }) { loop.watches.remove(watch) }
        loop.setTurnEnd(nil)
    }

    // MARK: A turn

    /// Hands out what was read, as long as nothing holds it back.
    private func deliver() { InputBatch.handOut(deliverAll) }

    private func deliverAll() {
        isHeld = false
        while !isClosed {
            guard mayDeliver() else {
                isHeld = true
                return
            }
            guard let input = reader.next() else { return }
            adoptFraming()
            switch input {
            case .message(let bytes):
                observer?.received(bytes)
                handler.received(bytes)
            case .rejected(let rejected):
                observer?.rejected(rejected)
                handler.rejected(rejected)
            case .end:
                observer?.inputEnded()
                handler.endOfInput()
            }
        }
    }

    /// Writes what was sent so far, unless the reader has to be waited for.
    func write() { writer.flush() }

    /// Replies use the framing of the first message.
    private func adoptFraming() {
        guard !knowsFraming, reader.framing != .auto else { return }
        knowsFraming = true
        outbox.setFraming(reader.framing)
    }

    private func mayDeliver() -> Bool {
        judgeBacklog()
        return !isBacklogged && !pause.isOn
    }

    private func judgeBacklog() {
        let pending = outbox.pendingBytes
        if pending > queuedOutputBytes {
            isBacklogged = true
        } else if pending <= queuedOutputBytes / 2 {
            isBacklogged = false
        }
    }

    /// The turn's output in one batch; then what was held back, if it need not be any more; then what to wait for.
    private func endTurn() {
        writer.flush()
        if isHeld, mayDeliver() {
            deliver()
            writer.flush()
        }
        if let number = writer.closedBy {
            tellOutputClosed(errno: number)
        } else {
            if outbox.pendingBytes == 0 { handler.outboxDrained() }
            handler.turnEnded()
            writer.flush()
        }
        let mayDeliver = !isClosed && mayDeliver()
        // Held back, but free again through the writes just made: nothing else would wake the loop for it.
        if isHeld, mayDeliver { loop.wake() }
        if let inputWatch {
            loop.watches.setEvents(mayDeliver && !reader.isAtEnd ? Int16(POLLIN) : 0, for: inputWatch)
        }
        if let outputWatch {
            loop.watches.setEvents(writer.isBlocked ? Int16(POLLOUT) : 0, for: outputWatch)
        }
    }

    private func tellOutputClosed(errno number: Int32) {
        guard !isClosed else { return }
        isClosed = true
        log.write(.warning, outputClosedSentence(errno: number))
        handler.outputClosed()
    }
}

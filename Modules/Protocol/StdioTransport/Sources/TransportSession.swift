import Glibc

/// One conversation on the loop's thread: when to read, when to deliver, when to write. Touched on that thread only.
final class TransportSession {
    private let input: Int32
    private let framing: Framing
    private let limits: TransportLimits
    private let outbox: Outbox
    private let writer: OutputWriter
    private let events: ProcessEventWatch
    private let log: DiagnosticLog
    private var live: Live?
    /// Output nobody reads has reached its limit, and is not yet back at half of it.
    private var isBacklogged = false
    private var toldOutputClosed = false

    /// What exists from `start` to `finish`.
    private struct Live {
        let reader: InputReader
        let handler: any TransportHandler
        let inputWatch: WatchID
        let outputWatch: WatchID
        let isPaused: () -> Bool
    }

    init(
        input: Int32, framing: Framing, limits: TransportLimits, outbox: Outbox, writer: OutputWriter,
        events: ProcessEventWatch, log: DiagnosticLog
    ) {
        self.input = input
        self.framing = framing
        self.limits = limits
        self.outbox = outbox
        self.writer = writer
        self.events = events
        self.log = log
    }

    func start(on loop: EventLoop, handler: any TransportHandler, isPaused: @escaping () -> Bool) {
        let reader = InputReader(
            descriptor: input, framing: framing, messageBytes: limits.messageBytes, handler: handler)
        live = Live(
            reader: reader, handler: handler,
            inputWatch: loop.watches.add(input, events: Int16(POLLIN)) { [self] _ in
                reader.read()
                deliver()
            },
            outputWatch: loop.watches.add(writer.descriptor, events: 0) { [writer] _ in writer.becameWritable() },
            isPaused: isPaused)
        events.start(on: loop) { handler.signalled($0) }
        loop.atTurnEnds { [self] in endTurn(on: loop) }
    }

    /// Writes what is left, waiting at most `timeout` for the client, and lets go of everything.
    func finish(on loop: EventLoop, within timeout: Duration) {
        writer.finish(within: timeout, clock: .system)
        guard let live else { return }
        self.live = nil
        live.reader.close()
        events.stop(on: loop)
        loop.watches.remove(live.inputWatch)
        loop.watches.remove(live.outputWatch)
        loop.removeTurnEnds()
    }

    // MARK: A turn

    private func deliver() {
        guard let live else { return }
        live.reader.deliver(
            while: { mayDeliver(live) },
            framingKnown: { outbox.setFraming($0) },
            delivered: { if outbox.pendingBytes >= Outbox.chunkBytes { writer.flush() } })
    }

    private func mayDeliver(_ live: Live) -> Bool {
        let pending = outbox.pendingBytes
        if pending > limits.queuedOutputBytes {
            isBacklogged = true
        } else if pending <= limits.queuedOutputBytes / 2 {
            isBacklogged = false
        }
        return !isBacklogged && !live.isPaused()
    }

    /// The turn's output in one batch; then what was held back, if it need not be any more; then what to wait for.
    private func endTurn(on loop: EventLoop) {
        guard let live else { return }
        writer.flush()
        if live.reader.isHeld, mayDeliver(live) {
            deliver()
            writer.flush()
        }
        if let number = writer.closedBy {
            tellOutputClosed(live, errno: number)
        } else if outbox.pendingBytes == 0 {
            live.handler.outboxDrained()
            writer.flush()
        }
        let mayRead = live.reader.wantsInput && mayDeliver(live)
        // Held back, but free again through the writes just made: nothing would wake the loop for it.
        if live.reader.isHeld, mayDeliver(live) { loop.wake() }
        loop.watches.setEvents(mayRead ? Int16(POLLIN) : 0, for: live.inputWatch)
        loop.watches.setEvents(writer.isBlocked ? Int16(POLLOUT) : 0, for: live.outputWatch)
    }

    private func tellOutputClosed(_ live: Live, errno number: Int32) {
        guard !toldOutputClosed else { return }
        toldOutputClosed = true
        live.reader.close()
        log.write(.warning, outputClosedSentence(errno: number))
        live.handler.outputClosed()
    }
}

import Glibc
package import Runtime
package import Values

/// The program's conversation with its client: whole messages in, whole messages out, over two descriptors.
///
/// One owner, one thread: everything is read and written on the thread of `loop`. `send` may be called from any thread;
/// frames go out whole and in the order of sending, the output of one turn of the loop in one write.
package final class StdioTransport: Sendable {
    /// Events that the transport reports besides messages.
    package struct ProcessEvents: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// SIGTERM, SIGINT and SIGHUP.
        package static let signals = ProcessEvents(rawValue: 1)
        /// The end of the parent process.
        package static let parent = ProcessEvents(rawValue: 2)
    }

    package let loop: EventLoop
    private let outbox: Outbox
    private let pause: InputPause
    private let limits: TransportLimits
    private let state: LoopConfined<TransportState>

    /// Serves over the standard streams, listening to signals and the parent's end.
    /// - Parameter observer: watches the conversation go by.
    /// - Throws: `DescriptorFault` when a stream was closed at the start, or input is a directory.
    package convenience init(
        loop: EventLoop, streams: StandardStreams, framing: Framing = .auto,
        limits: TransportLimits = TransportLimits(),
        log: DiagnosticLog, observer: (any WireObserver)? = nil
    ) throws(DescriptorFault) {
        guard streams.hasInput else { throw .inputUnavailable }
        guard streams.hasOutput else { throw .outputUnavailable }
        try self.init(
            loop: loop, input: streams.input, output: streams.output, framing: framing, limits: limits, log: log,
            listeningTo: [.signals, .parent], observer: observer)
    }

    /// Serves over any two descriptors, which stay the caller's and must stay open as long as the transport.
    /// - Parameters:
    ///   - events: Signals are blocked in the calling thread, so it must be the one that runs the loop, and no
    ///     other thread may have been started before.
    ///   - observer: watches the conversation go by.
    /// - Throws: `DescriptorFault` when a descriptor is closed, input is a directory, or no descriptor is left.
    package init(
        loop: EventLoop, input: Int32, output: Int32, framing: Framing = .auto,
        limits: TransportLimits = TransportLimits(), log: DiagnosticLog, listeningTo events: ProcessEvents = [],
        observer: (any WireObserver)? = nil
    ) throws(DescriptorFault) {
        var status = stat()
        guard fstat(input, &status) == 0 else { throw .inputUnavailable }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .inputIsDirectory }
        guard fcntl(output, F_GETFD) != -1 else { throw .outputUnavailable }
        self.loop = loop
        self.limits = limits
        outbox = Outbox(framing: framing, observer: observer)
        pause = InputPause()
        let parts = TransportParts(
            input: input, framing: framing, limits: limits, outbox: outbox, pause: pause,
            writer: OutputWriter(descriptor: output, outbox: outbox), events: try ProcessEventWatch(events), log: log,
            observer: observer)
        state = LoopConfined(TransportState(parts: parts))
    }

    /// Bytes sent and not yet taken by the client.
    package var pendingOutputBytes: Int { outbox.pendingBytes }

    /// Bytes sent so far: where the next message will begin in the output.
    package var sentBytes: Int { outbox.sentBytes }

    /// Whether the client took, or can't get any more, what was sent before the output was this long.
    package func isWritten(upTo sentBytes: Int) -> Bool { outbox.sentBytes - outbox.pendingBytes >= sentBytes }

    /// Adds one message, without framing, to the output. Any thread; never waits; dropped when the output is closed.
    /// - Parameter message: One JSON text. With line framing it must hold no newline byte.
    package func send(_ message: [UInt8]) {
        outbox.add(message)
        added()
    }

    /// The same of a text with an inset, which is spelled as far as the client reads.
    package func send(_ message: InsetText) {
        outbox.add(message)
        added()
    }

    /// The same for a message that is copied, since its memory is soon used for another.
    package func send(_ message: UnsafeBufferPointer<UInt8>) {
        outbox.add(message)
        added()
    }

    /// Has what was added written: by the turn that is running, which writes at once where there is much, or by the next.
    private func added() {
        guard loop.isOnLoopThread else { return loop.wake() }
        if outbox.pendingBytes >= Outbox.writtenAtOnce { state.value(on: loop).session?.write() }
    }

    /// Delivers no further message, and reads none, until `resumeInput`. Holds from the next message on when called
    /// inside `received`. Any thread.
    package func pauseInput() {
        pause.set(true)
    }

    /// Delivers and reads again, from the end of this turn on. Any thread.
    package func resumeInput() {
        pause.set(false)
        if !loop.isOnLoopThread { loop.wake() }
    }

    /// Starts listening: `handler` is called from the loop's turns from now on. Call once, before `run`, on its thread.
    package func start(handler: any TransportHandler) {
        let state = state.value(on: loop)
        guard let parts = state.parts, state.session == nil else { return }
        let session = TransportSession(loop: loop, parts: parts, handler: handler)
        state.session = session
        session.start()
    }

    /// Runs the loop on the calling thread until `stop`, then writes what is left for at most `limits.flushTimeout`,
    /// and lets go of the handler and of every descriptor it opened. A transport runs once.
    package func run() {
        loop.run()
        let state = state.value(on: loop)
        state.parts?.writer.finish(within: limits.flushTimeout, clock: .system)
        outbox.close()
        state.session?.close()
        // What a timer holds mostly holds the loop.
        loop.forgetTimers()
        state.session = nil
        state.parts = nil
    }

    /// Ends `run` after the current turn. Any thread.
    package func stop() {
        loop.stop()
    }
}

/// State of the loop's thread alone.
private final class TransportState {
    var parts: TransportParts?
    var session: TransportSession?

    init(parts: TransportParts) {
        self.parts = parts
    }
}

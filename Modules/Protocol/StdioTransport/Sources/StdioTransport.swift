import Glibc
import Synchronization

/// The program's conversation with its client: whole messages in, whole messages out, over two descriptors.
///
/// One owner, one thread: everything is read and written on the thread of `loop`. `send` may be called from any thread;
/// frames go out whole and in the order of sending, the output of one turn of the loop in one write.
package final class StdioTransport: Sendable {
    /// What the transport tells its handler besides messages.
    package struct ProcessEvents: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// SIGTERM, SIGINT and SIGHUP.
        package static let signals = ProcessEvents(rawValue: 1)
        /// The end of the parent process.
        package static let parent = ProcessEvents(rawValue: 2)
    }

    package let loop: EventLoop
    private let limits: TransportLimits
    private let outbox: Outbox
    private let log: DiagnosticLog
    private let isPaused = Atomic<Bool>(false)
    private let session: LoopConfined<TransportSession>

    /// Serves over the standard streams, listening to signals and the parent's end.
    /// - Throws: `TransportFault` when a stream was closed at the start, or input is a directory.
    package convenience init(
        loop: EventLoop, streams: StandardStreams, framing: Framing = .auto, limits: TransportLimits = TransportLimits(),
        log: DiagnosticLog
    ) throws(TransportFault) {
        guard streams.hasInput else { throw .inputUnavailable }
        guard streams.hasOutput else { throw .outputUnavailable }
        try self.init(
            loop: loop, input: streams.input, output: streams.output, framing: framing, limits: limits, log: log,
            listeningTo: [.signals, .parent])
    }

    /// Serves over any two descriptors, which stay the caller's and must stay open as long as the transport.
    /// - Parameter listeningTo: Signals are blocked in the calling thread, so it must be the one that runs the loop, and
    ///   no other thread may have been started before.
    package init(
        loop: EventLoop, input: Int32, output: Int32, framing: Framing = .auto,
        limits: TransportLimits = TransportLimits(), log: DiagnosticLog, listeningTo events: ProcessEvents = []
    ) throws(TransportFault) {
        var status = stat()
        guard fstat(input, &status) == 0 else { throw .inputUnavailable }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .inputIsDirectory }
        guard fcntl(output, F_GETFD) != -1 else { throw .outputUnavailable }
        self.loop = loop
        self.limits = limits
        self.log = log
        outbox = Outbox(framing: framing)
        session = LoopConfined(
            TransportSession(
                input: input, framing: framing, limits: limits, outbox: outbox,
                writer: OutputWriter(descriptor: output, outbox: outbox),
                events: try ProcessEventWatch(events), log: log))
    }

    /// Bytes sent and not yet taken by the client.
    package var pendingOutputBytes: Int { outbox.pendingBytes }

    /// Adds one message, without framing, to the output. Any thread; never waits; dropped when the output is closed.
    /// - Parameter message: One JSON text. With line framing it must hold no newline byte.
    package func send(_ message: [UInt8]) {
        outbox.add(message)
        if !loop.isOnLoopThread { loop.wake() }
    }

    /// Delivers no further message, and reads none, until `resumeInput`. Holds from the next message on when called
    /// inside `received`. Any thread.
    package func pauseInput() {
        isPaused.store(true, ordering: .relaxed)
    }

    /// Delivers and reads again, from the end of this turn on. Any thread.
    package func resumeInput() {
        guard isPaused.exchange(false, ordering: .relaxed), !loop.isOnLoopThread else { return }
        loop.wake()
    }

    /// Starts listening: `handler` is called from the loop's turns from now on. Call once, before `run`, on its thread.
    package func start(handler: any TransportHandler) {
        session.value(on: loop).start(on: loop, handler: handler) { self.isPaused.load(ordering: .relaxed) }
    }

    /// Runs the loop on the calling thread until `stop`, then writes what is left for at most `limits.flushTimeout`.
    package func run() {
        loop.run()
        session.value(on: loop).finish(on: loop, within: limits.flushTimeout)
    }

    /// Ends `run` after the current turn. Any thread.
    package func stop() {
        loop.stop()
    }
}

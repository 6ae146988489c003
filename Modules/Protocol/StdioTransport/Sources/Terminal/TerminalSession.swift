import Glibc
package import Runtime

/// A program's time on its terminal: signals, the size, and, in a full screen, each key as it is typed. However it ends,
/// the terminal is as it was before. Touched on the loop's thread only.
package final class TerminalSession {
    package enum Form: Sendable {
        /// All of the window, on the alternate screen; the bytes of keys, none of which makes a signal.
        case fullScreen
        /// Lines as everywhere. The input is not read: it stays the shell's.
        case lines
    }

    /// Maximum pause within a sequence: longer than ssh takes, shorter than a user notices.
    private static let sequencePause = Duration.milliseconds(40)

    private let loop: EventLoop
    private let streams: StandardStreams
    private let form: Form
    private let signals: ProcessSignals
    private var modes: TerminalModes?
    private var watches: [WatchID] = []
    private weak var handler: (any TerminalHandler)?
    private var pause: TimerID?
    private var hasEnded = false

    /// Blocks its signals in the calling thread, so it is made before any other thread is.
    /// - Throws: `DescriptorFault` when no descriptor is left.
    package init(_ form: Form, loop: EventLoop, streams: StandardStreams) throws(DescriptorFault) {
        self.form = form
        self.loop = loop
        self.streams = streams
        // What stops a program that prints lines needs no help; a full screen must be left first, and entered again.
        signals = try ProcessSignals(
            [SIGTERM, SIGINT, SIGHUP, SIGWINCH] + (form == .fullScreen ? [SIGTSTP, SIGCONT] : []))
    }

    /// Its size now; nil when it does not say.
    package var window: TerminalWindow? { streams.outputWindow }

    /// Tells `handler` what happens until `finished` says so after a turn, or `stop` is called; then restores the terminal.
    package func run(_ handler: any TerminalHandler, until finished: () -> Bool) {
        self.handler = handler
        enter()
        watches.append(loop.watches.add(signals.descriptor, events: Int16(POLLIN)) { [self] _ in readSignals() })
        if form == .fullScreen {
            watches.append(loop.watches.add(streams.input, events: Int16(POLLIN)) { [self] _ in readInput() })
        } else if !streams.outputIsTerminal {
            // Urgent data never comes on a pipe or a file; what comes is the news that nobody reads any more.
            watches.append(loop.watches.add(streams.output, events: Int16(POLLPRI)) { [self] _ in tellEnd() })
        }
        loop.setTurnEnd { [weak handler] in handler?.turnEnded() }
        loop.run(until: finished)
        loop.setTurnEnd(nil)
        for watch in watches { loop.watches.remove(watch) }
        watches = []
        forgetPause()
        leave()
        // Whoever wants to end the program while it closes what it has open ends it at once.
        ProcessSignals.exitOnNext()
    }

    /// Writes all bytes, waiting for the terminal.
    /// - Returns: False when it is gone.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool { streams.writeOutput(bytes) }

    /// Gives the terminal back and stops, as Ctrl-Z does; goes on when the shell says so, and then tells `resumed`.
    package func suspend() {
        leave()
        ProcessSignals.stopUntilContinued()
        enter()
        handler?.resumed()
    }

    /// Tells `reminded` once, after a while.
    package func remind(after delay: Duration) {
        let confined = LoopConfined(self)
        loop.schedule(after: delay) { [loop] in confined.value(on: loop).handler?.reminded() }
    }

    private func enter() {
        guard form == .fullScreen else { return }
        modes = modes ?? TerminalModes(streams)
        modes?.enterFullScreen()
    }

    private func leave() {
        modes?.restore()
        modes = nil
    }

    private func readSignals() {
        while let number = signals.next() {
            switch number {
            case SIGWINCH: handler?.resized()
            case SIGTSTP: suspend()
            case SIGCONT:
                // Stopped by a signal that can't be caught: a shell changed the terminal's modes meanwhile.
                modes?.enterFullScreen()
                handler?.resumed()
            default: tellEnd()
            }
        }
    }

    private func readInput() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(streams.input, &chunk, chunk.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        // A terminal that went away fails with EIO.
        guard count > 0 else { return tellEnd() }
        forgetPause()
        guard handler?.typed(Array(chunk[..<count])) == true else { return }
        let confined = LoopConfined(self)
        pause = loop.schedule(after: Self.sequencePause) { [loop] in
            let session = confined.value(on: loop)
            session.pause = nil
            session.handler?.typingPaused()
        }
    }

    private func forgetPause() {
        if let pause { loop.cancel(pause) }
        pause = nil
    }

    private func tellEnd() {
        guard !hasEnded else { return }
        hasEnded = true
        // They stay readable from now on.
        for watch in watches { loop.watches.setEvents(0, for: watch) }
        handler?.ended()
    }
}

import Synchronization

/// Lines for people on standard error: one line per event, from any thread, and never a wait.
///
/// When nobody reads standard error, lines are dropped and counted; the next line that goes through tells the count.
package final class DiagnosticLog: Sendable {
    private struct State: ~Copyable {
        var channel: OutputChannel
        var dropped = 0
    }

    private let threshold: Atomic<Int>
    private let state: Mutex<State>

    /// - Parameters:
    ///   - level: The most talkative level that is written.
    ///   - descriptor: Where the lines go. Borrowed: the log never closes it.
    package init(level: LogLevel = .info, descriptor: Int32 = 2) {
        threshold = Atomic(level.rank)
        state = Mutex(State(channel: OutputChannel(descriptor: descriptor)))
    }

    /// Changes what is written from now on; used when settings are reloaded.
    package func setLevel(_ level: LogLevel) {
        threshold.store(level.rank, ordering: .relaxed)
    }

    /// Whether a line of this level would be written. Ask before building an expensive message.
    package func isEnabled(_ level: LogLevel) -> Bool {
        level.rank <= threshold.load(ordering: .relaxed)
    }

    /// Writes one line, or drops and counts it when standard error would block.
    package func write(_ level: LogLevel, _ message: String) {
        guard isEnabled(level) else { return }
        state.withLock { state in
            let line = LogLine.bytes(level: level, message: message, dropped: state.dropped)
            switch line.withUnsafeBytes({ state.channel.write($0) }) {
            case .wrote: state.dropped = 0
            case .wouldBlock, .closed: state.dropped = state.dropped &+ 1
            }
        }
    }

    /// The number of lines dropped since the last one that went through.
    package var droppedLines: Int {
        state.withLock { $0.dropped }
    }
}

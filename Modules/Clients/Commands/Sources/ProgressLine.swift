import Composition
import DesignSystem
import FeatureKit
import Runtime
import StdioTransport
import Synchronization

/// One line on standard error that says what a command waits for, while it waits for long and people watch.
///
/// It is erased when the wait is over. Where a terminal takes no control sequences it is printed once, and stays.
final class ProgressLine: Sendable {
    private struct State {
        /// Nil when nothing is waited for.
        var text: String?
        /// Text on the terminal; nil before the first.
        var shown: String?
        var timer: TimerID?
    }

    /// Delay before the first line: shorter waits print nothing.
    private static let delay = Duration.milliseconds(300)

    private let streams: StandardStreams
    private let loop: EventLoop
    private let columns: Int
    private let canErase: Bool
    private let state = Mutex(State())

    /// - Parameter loop: which runs while it is waited for.
    /// - Returns: nil where standard error is no terminal.
    init?(_ invocation: Invocation, loop: EventLoop) {
        streams = invocation.console.streams
        guard streams.errorIsTerminal else { return nil }
        self.loop = loop
        columns = streams.errorColumns ?? 80
        let variables = invocation.variables
        canErase =
            !invocation[Options.plain] && variables["NO_COLOR", default: ""].isEmpty
            && !["", "dumb"].contains(variables["TERM", default: ""])
    }

    /// Shows `text` in a moment, unless it is over by then.
    func begin(_ text: String) {
        let timer = loop.schedule(after: Self.delay) { [self] in
            state.withLock { $0.timer = nil }
            show()
        }
        state.withLock { $0 = State(text: text, shown: nil, timer: timer) }
    }

    /// Sets the text of the current wait.
    func update(_ text: String) {
        let isShown = state.withLock { state in
            state.text = text
            return state.shown != nil && canErase
        }
        if isShown { show() }
    }

    /// Shows the progress that an operation reports.
    func report(_ progress: Progress) {
        let extent = progress.total.map { "\(progress.done) of \($0)" } ?? "\(progress.done)"
        update(progress.message.isEmpty ? extent : "\(progress.message) (\(extent))")
    }

    /// It is over: the line is erased.
    func end() {
        let (timer, isShown) = state.withLock { state in
            defer { state = State() }
            return (state.timer, state.shown != nil)
        }
        if let timer { loop.cancel(timer) }
        if isShown, canErase { streams.writeError(Array("\r\u{1b}[K".utf8)) }
    }

    private func show() {
        let text = state.withLock { state -> String? in
            guard state.text != state.shown else { return nil }
            state.shown = state.text
            return state.text
        }
        guard let text else { return }
        // One column is left: a full line would make some terminals begin the next.
        let line = truncated(sanitized("galleria: \(text) …"), toWidth: max(1, columns - 1))
        streams.writeError(Array((canErase ? "\r\(line)\u{1b}[K" : "\(line)\n").utf8))
    }
}

extension Workplace {
    /// Waits for work, with a line of progress for those who watch.
    func telling<Result, Failure>(
        _ text: String, _ work: (ProgressLine?) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let line = ProgressLine(invocation, loop: storefront.loop)
        line?.begin(text)
        defer { line?.end() }
        return try await work(line)
    }
}

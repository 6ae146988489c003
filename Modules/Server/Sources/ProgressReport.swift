import FeatureKit
import HTTP
import JSONRPC
import MCP
import Runtime
import Synchronization

/// Progress of one call under its progress token: the call's own steps, and a sign of life between them, since hosts
/// give up silent calls.
final class ProgressReport: Sendable {
    private struct State {
        var last = Progress(done: 0, total: nil, message: "")
        /// Heartbeats since the last step.
        var beats = 0
        var isQuiet = true
        var timer: TimerID?
        var isOver = false
        /// When something was told last; nil while nothing was.
        var told: ContinuousClock.Instant?
    }

    private let token: MCPProgressToken
    private let revision: MCPRevision?
    private let interval: Duration
    private let gap: Duration
    private let loop: EventLoop
    private let send: @Sendable ([UInt8]) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - revision: of the client; nil for one without a handshake.
    ///   - interval: after which a call that tells nothing itself is told of.
    ///   - gap: the least time between a notification and the answer.
    init(
        _ token: MCPProgressToken, for revision: MCPRevision?, every interval: Duration, gap: Duration, loop: EventLoop,
        send: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.token = token
        self.revision = revision
        self.interval = interval
        self.gap = gap
        self.loop = loop
        self.send = send
        scheduleBeat()
    }

    /// Tells a step of the call, unless it is over.
    func report(_ progress: Progress) {
        let isOpen = state.withLock { state in
            state.last = progress
            state.beats = 0
            state.isQuiet = false
            return !state.isOver
        }
        if isOpen { tell(progress, thousandths: 0) }
    }

    /// The call is over: nothing more is told of it.
    func end() {
        let timer = state.withLock { state in
            state.isOver = true
            return state.timer
        }
        if let timer { loop.cancel(timer) }
    }

    /// Ends it, and returns when the answer may follow: `@modelcontextprotocol/sdk` takes the answers of what it reads at
    /// once before the notifications, has forgotten the token by then, and its user closes the connection.
    func settle() async {
        end()
        // Without descriptors the runtime's timer can't start.
        guard let told = state.withLock({ $0.told }), WorkerPool.isUsable else { return }
        // Throws when the call is cancelled: then there is no answer to wait with.
        try? await ContinuousClock().sleep(until: told + gap)
    }

    private func scheduleBeat() {
        let timer = loop.schedule(after: interval) { [weak self] in self?.beat() }
        state.withLock { $0.timer = timer }
    }

    private func beat() {
        let (last, beats, isOver) = state.withLock { state in
            defer { state.isQuiet = true }
            if state.isQuiet { state.beats += 1 }
            return (state.last, state.isQuiet ? state.beats : 0, state.isOver)
        }
        guard !isOver else { return }
        // Progress must rise, and a beat is no step: it rises by a thousandth.
        if (1...999).contains(beats) {
            tell(Progress(done: last.done, total: last.total, message: "Still waiting."), thousandths: beats)
        }
        scheduleBeat()
    }

    private func tell(_ progress: Progress, thousandths: Int) {
        state.withLock { $0.told = .now }
        send(
            RPCReply.notification("notifications/progress") { writer in
                token.write(
                    done: progress.done, thousandths: thousandths, total: progress.total, message: progress.message,
                    for: revision, into: &writer)
            })
    }
}

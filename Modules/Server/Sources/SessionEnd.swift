import Composition
import FeatureKit
import JSONRPC
import Runtime
import Settings
import StdioTransport
import Synchronization

/// End of one client's session: calls in flight get some time, the last states are told, the state is closed, and the client
/// gets time to read.
final class SessionEnd: Sendable {
    private struct State {
        var isShutDown = false
        var isEnding = false
        var isClosed = false
        /// Everything is done, but the client has not read all of it.
        var isLingering = false
        /// A signal, `exit` or a closed output: what is unread is not waited for.
        var isHurried = false
        var exitStatus: Int32 = 0
        /// Timers that end the session if nothing else does; cancelled then, or a loop that stopped would keep them.
        var deadlines: [TimerID] = []
    }

    private let storefront: Storefront
    private let transport: StdioTransport
    private let calls: InFlightCalls
    private let tasks: (any TaskExtension)?
    private let outgoing: OutgoingRequests
    private let subscriptions: Subscriptions
    private let changes: ChangeNotifications
    private let state = Mutex(State())

    init(
        storefront: Storefront, transport: StdioTransport, calls: InFlightCalls, tasks: (any TaskExtension)?,
        outgoing: OutgoingRequests,
        subscriptions: Subscriptions, changes: ChangeNotifications
    ) {
        self.storefront = storefront
        self.transport = transport
        self.calls = calls
        self.tasks = tasks
        self.outgoing = outgoing
        self.subscriptions = subscriptions
        self.changes = changes
    }

    /// The process's exit status, once the loop has ended.
    var exitStatus: Int32 { state.withLock { $0.exitStatus } }

    /// True while only the client's reading is waited for.
    var isLingering: Bool { state.withLock { $0.isLingering } }

    /// Answers `shutdown`: what follows is `exit`.
    func shutDown() { state.withLock { $0.isShutDown = true } }

    /// Ends by `exit`: the status is 0 after `shutdown`, and 1 without.
    func exit() {
        state.withLock { state in state.exitStatus = state.isShutDown ? 0 : 1 }
        begin(within: .milliseconds(500))
    }

    /// Lets calls in flight be answered for at most `grace`, then closes. Asked again, such as by a signal after the end
    /// of input, the shorter time holds.
    func begin(within grace: Duration) {
        state.withLock { $0.isEnding = true }
        // Nothing is read any more, so nothing that was asked can be answered.
        outgoing.end()
        tasks?.end()
        if isQuiet { closeWhenQuiet() }
        later(after: grace) { [self] in
            storefront.hurryState()
            // Those that are still in flight are answered as cancelled, and closing follows with the last of them.
            calls.cancelAll()
            if state.withLock(\.isHurried) {
                later(after: .milliseconds(300)) { [self] in close() }
            } else {
                closeWhenStalled(calls.count, seconds: 10)
            }
        }
    }

    /// Closes after a second in which no call ended: to answer cancelled calls with ids of a megabyte takes longer.
    /// - Parameters:
    ///   - count: calls in flight when the second begins.
    ///   - seconds: the most to wait in all.
    private func closeWhenStalled(_ count: Int, seconds: Int) {
        later(after: .seconds(1)) { [self] in
            let left = calls.count
            if left < count, seconds > 1, !state.withLock(\.isHurried) {
                closeWhenStalled(left, seconds: seconds - 1)
            } else {
                close()
            }
        }
    }

    /// Called when a call or a task has ended: the last one of a session that is ending closes it.
    func callEnded() {
        if state.withLock({ $0.isEnding }), isQuiet { closeWhenQuiet() }
    }

    /// Waits no longer for a client that does not read.
    func hurry() {
        let isLingering = state.withLock { state in
            state.isHurried = true
            return state.isLingering
        }
        if isLingering { transport.stop() }
    }

    private var isQuiet: Bool { calls.isEmpty && tasks?.isIdle ?? true }

    /// Closes once no screen loads any more, so that what the client opened is told to the end.
    private func closeWhenQuiet() {
        Task.immediate(executorPreference: storefront.loop) { [self] in
            await storefront.background.idle()
            close()
        }
    }

    private func later(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        guard !state.withLock({ $0.isClosed }) else { return }
        let deadline = storefront.loop.schedule(after: delay, body)
        state.withLock { $0.deadlines.append(deadline) }
    }

    private func close() {
        let (isFirst, deadlines) = state.withLock { state in
            defer { (state.isClosed, state.deadlines) = (true, []) }
            return (!state.isClosed, state.deadlines)
        }
        guard isFirst else { return }
        for deadline in deadlines { storefront.loop.cancel(deadline) }
        // The last state of each screen is told, even if the client has said all it had to say.
        changes.publish(limit: .max)
        for (result, place) in subscriptions.end() { place.take(result) }
        storefront.hurryState()
        // A disk that stalls keeps the state from being closed. What was acknowledged is durable; nothing else is waited for.
        let deadline = storefront.loop.schedule(after: .milliseconds(200)) { [self] in linger() }
        Task.immediate(executorPreference: storefront.loop) { [self] in
            await storefront.close()
            storefront.loop.cancel(deadline)
            if !isLingering { linger() }
        }
    }

    /// Stops when the client has read everything. One that takes nothing for as long as `limits.drain` is not waited for.
    /// - Parameter unread: bytes that were unread when this was asked last.
    private func linger(unread: Int = .max) {
        let pending = transport.pendingOutputBytes
        let isHurried = state.withLock { state in
            state.isLingering = true
            return state.isHurried
        }
        guard !isHurried, pending > 0, pending < unread else { return transport.stop() }
        storefront.loop.schedule(after: storefront.settings[ProgramSettings.drain]) { [self] in linger(unread: pending)
        }
    }
}

import Synchronization

/// Load of one screen: the newest wins. The one place where loads are begun, superseded and cancelled.
package final class Loader: Sendable {
    private let background: Background
    private let current = Mutex<Task<Void, Never>?>(nil)

    package init(_ background: Background) { self.background = background }

    /// Runs a load in the background.
    /// - Parameter supersedes: whether what runs is cancelled; a further page leaves it alone.
    package func start(supersedes: Bool, _ work: @escaping @Sendable () async -> Void) {
        let task = background.run(work)
        let earlier = current.withLock { current in
            defer { current = task }
            return current
        }
        if supersedes { earlier?.cancel() }
    }

    /// Cancels what runs.
    package func cancel() { current.withLock { $0 }?.cancel() }
}

/// Lets the first of many triggers through, then none for an interval: a scroll says dozens of times that its end is near. What
/// is not let through is dropped, not kept for later: whoever still stands at the end triggers again.
struct TriggerThrottle: Sendable, Equatable {
    let interval: Duration
    private var lastPassed: Duration?

    init(interval: Duration) {
        self.interval = interval
    }

    /// Whether a trigger at `now`, on any clock that does not go back, is let through.
    func isOpen(at now: Duration) -> Bool {
        lastPassed.map { now - $0 >= interval } ?? true
    }

    /// Begins an interval: the trigger at `now` had an effect.
    mutating func close(at now: Duration) {
        lastPassed = now
    }
}

/// The time since the call, on a clock that is known only by its protocol.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}

import Synchronization

/// A clock that stands still until a test advances it.
///
/// Sleepers wake in the order of their deadlines, those of one deadline in the order in which they fell asleep. A
/// cancelled sleeper wakes at once with `CancellationError`.
package final class ManualClock: Clock {
    /// Time since the clock was made.
    package struct Instant: InstantProtocol {
        package let offset: Duration

        package init(offset: Duration) {
            self.offset = offset
        }

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        package func duration(to other: Instant) -> Duration { other.offset - offset }

        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private typealias Wake = CheckedContinuation<Void, any Error>

    private struct Sleeper {
        let number: Int
        let deadline: Instant
        let wake: Wake
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastNumber = 0
        /// By deadline, then by number.
        var sleepers: [Sleeper] = []
        /// Cancelled before they fell asleep.
        var cancelled: Set<Int> = []
    }

    private enum FallingAsleep {
        case asleep, due, cancelled
    }

    private let state = Mutex(State())

    package init() {}

    package var now: Instant { state.withLock { $0.now } }

    package var minimumResolution: Duration { .nanoseconds(1) }

    /// Number of sleepers now.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The time until the next sleeper wakes; nil when nobody sleeps.
    package var nextWake: Duration? {
        state.withLock { state in state.sleepers.first.map { state.now.duration(to: $0.deadline) } }
    }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (wake: Wake) in
                switch fallAsleep(Sleeper(number: number, deadline: deadline, wake: wake)) {
                case .asleep: break
                case .due: wake.resume()
                case .cancelled: wake.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Moves the time on, from one deadline to the next, and wakes whom it reaches.
    /// - Parameter step: called after each wake, so that the test can let the woken run, and perhaps sleep again.
    package func advance(by duration: Duration, afterEach step: () -> Void = {}) {
        let target = now.advanced(by: duration)
        while let sleeper = wakeNext(until: target) {
            sleeper.wake.resume()
            step()
        }
        state.withLock { $0.now = max($0.now, target) }
    }

    private func wakeNext(until target: Instant) -> Sleeper? {
        state.withLock { state in
            guard let first = state.sleepers.first, first.deadline <= target else { return nil }
            state.now = max(state.now, first.deadline)
            return state.sleepers.removeFirst()
        }
    }

    private func fallAsleep(_ sleeper: Sleeper) -> FallingAsleep {
        state.withLock { state in
            if state.cancelled.contains(sleeper.number) { return .cancelled }
            if sleeper.deadline <= state.now { return .due }
            let place = state.sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? state.sleepers.endIndex
            state.sleepers.insert(sleeper, at: place)
            return .asleep
        }
    }

    private func cancel(_ number: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else {
                state.cancelled.insert(number)
                return nil
            }
            return state.sleepers.remove(at: place)
        }
        sleeper?.wake.resume(throwing: CancellationError())
    }
}

import Glibc
import Runtime

/// The time that a client goes by; tests bring their own.
package struct HTTPClock: Sendable {
    /// Monotonic time since some fixed moment: for deadlines.
    package var now: @Sendable () -> Duration
    /// Seconds since 1970: for `Retry-After` dates alone.
    package var secondsSince1970: @Sendable () -> Int64
    /// Returns after this long, or throws at once when the task is cancelled or nobody can wake it.
    package var sleep: @Sendable (Duration) async throws -> Void

    package init(
        now: @escaping @Sendable () -> Duration, secondsSince1970: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.secondsSince1970 = secondsSince1970
        self.sleep = sleep
    }

    /// The machine's clocks.
    package static let system = HTTPClock(
        now: {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        },
        secondsSince1970: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec)
        },
        sleep: { time in
            // The runtime wakes sleepers by its pool.
            guard WorkerPool.isUsable else { throw HTTPFailure.outOfDescriptors }
            try await Task.sleep(for: time)
        })
}

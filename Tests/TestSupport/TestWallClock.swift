import Synchronization

/// A clock that the test moves. Each look is a nanosecond later than the one before, so uses have an order.
package final class TestWallClock: Sendable {
    private let nanoseconds: Mutex<Int64>

    package init(seconds: Int64 = 1_760_000_000) {
        nanoseconds = Mutex(seconds * 1_000_000_000)
    }

    package func advance(_ seconds: Int64) { nanoseconds.withLock { $0 += seconds * 1_000_000_000 } }

    /// Nanoseconds since 1970.
    package var now: @Sendable () -> Int64 {
        { [self] in
            nanoseconds.withLock { now in
                now += 1
                return now
            }
        }
    }
}

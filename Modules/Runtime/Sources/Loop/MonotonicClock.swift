import Glibc

/// The clock timers run on: it never jumps, whatever happens to the time of day. Injected, so that tests own the time.
package struct MonotonicClock: Sendable {
    /// Nanoseconds since some fixed moment.
    package let nanoseconds: @Sendable () -> UInt64

    package init(nanoseconds: @escaping @Sendable () -> UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// CLOCK_MONOTONIC.
    package static let system = MonotonicClock {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }

    /// The moment `duration` from now. A negative duration is now; an endless one is the end of time.
    package func moment(after duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        let whole = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let length = whole.partialValue.addingReportingOverflow(UInt64(clamping: attoseconds / 1_000_000_000))
        guard !whole.overflow, !length.overflow else { return .max }
        let moment = nanoseconds().addingReportingOverflow(length.partialValue)
        return moment.overflow ? .max : moment.partialValue
    }
}

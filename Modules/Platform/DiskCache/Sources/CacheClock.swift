import Glibc

/// The time that caches stamp their entries with; tests bring their own.
package struct CacheClock: Sendable {
    /// Nanoseconds since 1970.
    package var now: @Sendable () -> Int64

    package init(now: @escaping @Sendable () -> Int64) {
        self.now = now
    }

    /// The machine's clock.
    package static let system = CacheClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Seconds since 1970.
    package var seconds: Int64 { now() / 1_000_000_000 }
}

extension Duration {
    /// Up to some 292 years.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(seconds, Int64.max / 1_000_000_000 - 1) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

import DiskCache
import Glibc
import Values

/// The time by which tasks are dated and kept: it never goes back, whatever happens to the machine's clock.
package struct TaskClock: Sendable {
    /// Milliseconds since 1970 when the clock was made.
    let start: Int
    /// The time since then.
    let elapsed: @Sendable () -> Duration

    package init(start: Int, elapsed: @escaping @Sendable () -> Duration) {
        self.start = start
        self.elapsed = elapsed
    }

    /// The machine's, from now on.
    package static var system: TaskClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let began = ContinuousClock.now
        return TaskClock(start: Int(time.tv_sec) &* 1000 &+ Int(time.tv_nsec) / 1_000_000) {
            ContinuousClock.now - began
        }
    }

    /// A moment by ISO 8601 with milliseconds, in UTC: `2026-07-28T09:30:00.125Z`.
    func text(_ moment: Duration) -> String {
        let (milliseconds, overflow) = start.addingReportingOverflow(milliseconds(moment))
        let (seconds, rest) = (overflow ? 0 : milliseconds).quotientAndRemainder(dividingBy: 1000)
        guard let day = CivilDate(secondsSince1970: seconds, offset: 0) else { return "1970-01-01T00:00:00.000Z" }
        let second = seconds % 86_400
        func digits(_ number: Int, _ width: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        let time = [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
        return "\(day.text)T\(time).\(digits(rest, 3))Z"
    }
}

/// Up to the largest number of nanoseconds.
func milliseconds(_ time: Duration) -> Int { Int(time.wholeNanoseconds / 1_000_000) }

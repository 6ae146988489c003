import TestSupport
import Testing

@testable import Runtime

@Suite("Timers as a value")
struct TimerQueueTests {
    /// Adds timers of these deadlines and takes what is due at `now`, as indices of `deadlines`.
    private func due(_ deadlines: [UInt64], cancelling: [Int] = [], now: UInt64) -> [Int] {
        var queue = TimerQueue()
        let fired = Locked<[Int]>([])
        let ids = deadlines.enumerated().map { index, deadline in
            queue.add(deadline: deadline) { fired.withLock { $0.append(index) } }
        }
        for index in cancelling {
            let isCancelled = queue.cancel(ids[index])
            #expect(isCancelled)
        }
        while let body = queue.popDue(now: now) { body() }
        return fired.current
    }

    @Test("Soonest first, equal deadlines in order of making, none before its time")
    func order() {
        #expect(due([30, 10, 20], now: 30) == [1, 2, 0])
        #expect(due([10, 10, 10], now: 10) == [0, 1, 2])
        #expect(due([5, 10, 5, 10], now: 20) == [0, 2, 1, 3])
        #expect(due([10, 11, 9], now: 10) == [2, 0])
        #expect(due([1], now: 0) == [])
    }

    @Test("A cancelled timer is gone, and can't be cancelled twice")
    func cancel() {
        #expect(due([10, 20, 30], cancelling: [1], now: 30) == [0, 2])
        var queue = TimerQueue()
        let id = queue.add(deadline: 1) {}
        let (first, second) = (queue.cancel(id), queue.cancel(id))
        #expect(first && !second)
        #expect(queue.isEmpty)
        let fired = queue.add(deadline: 1) {}
        #expect(fired != id)
        let body = queue.popDue(now: 1)
        #expect(body != nil)
        let third = queue.cancel(fired)
        #expect(!third)
    }

    @Test("The next deadline is the soonest")
    func nextDeadline() {
        var queue = TimerQueue()
        #expect(queue.nextDeadline == nil)
        _ = queue.add(deadline: 7) {}
        let soon = queue.add(deadline: 3) {}
        #expect(queue.nextDeadline == 3)
        _ = queue.cancel(soon)
        #expect(queue.nextDeadline == 7)
    }

    @Test(
        "Moments saturate instead of trapping",
        arguments: [
            (Duration.seconds(1), UInt64(1_000_000_100)), (.zero, 100), (.nanoseconds(5), 105), (.seconds(-3), 100),
            (.milliseconds(-1), 100), (.seconds(Int64.max), UInt64.max), (Duration.seconds(20_000_000_000), UInt64.max),
        ])
    func moments(duration: Duration, expected: UInt64) {
        #expect(MonotonicClock { 100 }.moment(after: duration) == expected)
    }

    @Test("The wait is rounded up, so that the timer is due after it")
    func waits() {
        func wait(until deadline: UInt64?, now: UInt64) -> Int32? {
            var work = PendingWork()
            if let deadline { _ = work.timers.add(deadline: deadline) {} }
            return work.goToSleep(MonotonicClock { now })
        }
        #expect(wait(until: nil, now: 5) == -1)
        #expect(wait(until: 1, now: 0) == 1)
        #expect(wait(until: 1_000_000, now: 0) == 1)
        #expect(wait(until: 1_000_001, now: 0) == 2)
        #expect(wait(until: 10, now: 10) == 0)
        #expect(wait(until: 10, now: 11) == 0)
        #expect(wait(until: .max, now: 0) == 86_400_000)
    }
}

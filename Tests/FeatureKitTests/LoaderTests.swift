import TestSupport
import Testing

@testable import FeatureKit

@Suite("The throttle of triggers")
struct TriggerThrottleTests {
    @Test("lets one trigger through for each interval, counted from the last that was let through")
    func intervals() {
        var throttle = TriggerThrottle(interval: .milliseconds(200))
        var passed: [Int] = []
        for now in [-50, 0, 100, 149, 150, 151, 349, 350, 1_000, 1_199, 1_200, 1_100] {
            let instant = Duration.milliseconds(now)
            if throttle.isOpen(at: instant) {
                throttle.close(at: instant)
                passed.append(now)
            }
        }
        #expect(passed == [-50, 150, 350, 1_000, 1_200])
    }

    @Test("stays open while nothing was let through")
    func open() {
        let throttle = TriggerThrottle(interval: .seconds(1))
        #expect(throttle.isOpen(at: .zero) && throttle.isOpen(at: .zero))
    }

    @Test("a stopwatch counts from its start, on a clock known by its protocol alone")
    func stopwatchCounts() {
        let clock = ManualClock()
        clock.advance(by: .seconds(5))
        let erased: any Clock<Duration> = clock
        let elapsed = stopwatch(erased)
        #expect(elapsed() == .zero)
        clock.advance(by: .milliseconds(1_500))
        #expect(elapsed() == .milliseconds(1_500))
    }
}

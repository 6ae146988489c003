import Runtime
import Testing

@Suite("A semaphore that is waited for so long at most")
struct SemaphoreTests {
    @Test("what was posted before or meanwhile ends the wait; without it the wait ends by itself")
    func wait() {
        let semaphore = Semaphore()
        semaphore.post()
        // Longer than any test may take.
        semaphore.wait(milliseconds: 3_600_000)
        #expect(startThread(stackBytes: 1 << 18) { semaphore.post() } == nil)
        semaphore.wait(milliseconds: 3_600_000)
        let clock = ContinuousClock()
        let began = clock.now
        semaphore.wait(milliseconds: 20)
        #expect(clock.now - began >= .milliseconds(20))
        semaphore.wait(milliseconds: 0)
    }
}

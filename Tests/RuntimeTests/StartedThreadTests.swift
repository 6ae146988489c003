import Glibc
import Testing

@testable import Runtime

@Suite("Threads of their own")
struct StartedThreadTests {
    /// `SCHED_BATCH`, which Swift's Glibc does not name.
    private static let batch: Int32 = 3

    @Test("one is a batch where that is asked for, and its starter stays as it is", arguments: [false, true])
    func policy(_ isBatch: Bool) async {
        let before = sched_getscheduler(0)
        let found = await withCheckedContinuation { continuation in
            let code = startThread(stackBytes: 1 << 18, isBatch: isBatch) {
                continuation.resume(returning: sched_getscheduler(0))
            }
            if code != nil { continuation.resume(returning: -1) }
        }
        #expect(found == (isBatch ? Self.batch : before))
    }

    @Test("it takes no signal: those are for the main thread")
    func signals() async {
        let isBlocked = await withCheckedContinuation { continuation in
            let code = startThread(stackBytes: 1 << 18) {
                var signals = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &signals)
                continuation.resume(returning: [SIGTERM, SIGINT, SIGHUP].map { sigismember(&signals, $0) == 1 })
            }
            if code != nil { continuation.resume(returning: []) }
        }
        #expect(isBlocked == [true, true, true])
    }
}

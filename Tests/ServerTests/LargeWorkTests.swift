import FeatureKit
import Foundation
import Runtime
import Testing

@Suite("Work on large answers") struct LargeWorkTests {
    @Test("P12: a large answer is read beside the thread that answers everybody, a small one on it")
    func thread() async throws {
        let loop = try EventLoop()
        Thread.detachNewThread { loop.run() }
        defer { loop.stop() }
        func isAside(_ bytes: Int) async -> Bool {
            await Task(executorPreference: loop) {
                let home = pthread_self()
                let there = await LargeWork.run(ofBytes: bytes) { UInt(pthread_self()) }
                // It comes back, whichever way it went.
                #expect(home == pthread_self())
                return there != UInt(home)
            }.value
        }
        #expect(await isAside(LargeWork.bytes))
        #expect(await !isAside(LargeWork.bytes - 1))
    }
}

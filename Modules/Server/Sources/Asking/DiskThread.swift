import Runtime
import Synchronization

/// Runs what may wait for a disk on a thread of its own, one after the other: a disk that stalls keeps that thread, not the
/// loop's and none of the pool's. The thread is there while there is work.
final class DiskThread: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
    }

    /// Jobs that wait.
    private static let limit = 64

    private let state = Mutex(State())

    /// Does the work, and gives what it gives; nil when that takes longer than `patience`, too much waits
    /// already, or descriptors are short. Work
    /// that was begun, or waits, is done all the same.
    func run<Value: Sendable>(
        within patience: Duration, _ work: @escaping @Sendable () -> Value
    ) async -> Value? {
        // Without descriptors the runtime's timer can't start: then nothing would end the wait.
        guard WorkerPool.isUsable else { return nil }
        let answer = FirstAnswer<Value?>()
        guard submit({ answer.give(work()) }) else { return nil }
        let deadline = Task {
            try? await ContinuousClock().sleep(for: patience)
            answer.give(nil)
        }
        defer { deadline.cancel() }
        return await answer.value
    }

    private func submit(_ job: @escaping Job) -> Bool {
        state.withLock { state in
            guard state.jobs.count < Self.limit else { return false }
            state.jobs.append(job)
            if state.isRunning { return true }
            state.isRunning = startThread(stackBytes: 1 << 18) { [self] in work() } == nil
            if !state.isRunning { state.jobs = [] }
            return state.isRunning
        }
    }

    /// The thread.
    private func work() {
        while let job = next() { job() }
    }

    private func next() -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}

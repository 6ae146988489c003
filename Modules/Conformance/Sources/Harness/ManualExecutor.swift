import Synchronization

/// A task executor whose jobs run when the test says so, on the test's own thread, in the order they were queued.
///
/// So a test knows when work has come to its end or to a suspension that only the test can end: nothing runs beside it.
package final class ManualExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Far above what a test needs: work that breeds work for ever must not hang the test.
    private static let mostJobs = 100_000

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs jobs, also those that they queue, until the queue is empty. Not to be called from a job.
    /// - Returns: false when there is no end: 100,000 jobs have run, and more wait.
    package func run() -> Bool {
        for _ in 0..<Self.mostJobs {
            guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return true }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        return false
    }
}

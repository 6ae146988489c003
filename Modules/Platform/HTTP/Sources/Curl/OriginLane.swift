/// The requests of one origin: how many run, and who waits, first come first served.
///
/// All bulkheads between upstreams are here: a circuit breaker would be one more state of a lane, asked in `admit`. An object: one that is
/// changed within a dictionary as a value took three allocations each time.
final class OriginLane<Job> {
    private(set) var running = 0
    private var waiting: [(job: Job, deadline: Duration)] = []

    var isEmpty: Bool { running == 0 && waiting.isEmpty }
    /// When the first of the waiting gives up, in the clock of their deadlines.
    var firstDeadline: Duration? {
        var first: Duration?
        // By their places: an iterator copies each job, whose references are counted, at every turn.
        for index in waiting.indices {
            let deadline = waiting[index].deadline
            if first.map({ deadline < $0 }) ?? true { first = deadline }
        }
        return first
    }

    /// Takes a job in; false when the queue is full.
    func admit(_ job: Job, deadline: Duration, queueLimit: Int, concurrency: Int) -> Bool {
        // A job that will start at once does not count as waiting.
        guard waiting.count < queueLimit + max(0, concurrency - running) else { return false }
        waiting.append((job, deadline))
        return true
    }

    /// The next job to run, which then counts as running until `finish`.
    func next(concurrency: Int) -> (job: Job, deadline: Duration)? {
        guard running < concurrency, !waiting.isEmpty else { return nil }
        running += 1
        return waiting.removeFirst()
    }

    func finish() {
        running -= 1
    }

    /// Takes out the waiting jobs for which `condition` holds.
    func removeWaiting(where condition: (Job, Duration) -> Bool) -> [Job] {
        let removed = waiting.filter { condition($0.job, $0.deadline) }.map(\.job)
        if !removed.isEmpty { waiting.removeAll { condition($0.job, $0.deadline) } }
        return removed
    }
}

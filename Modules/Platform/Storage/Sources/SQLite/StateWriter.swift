internal import Glibc
internal import Synchronization

/// The one writer of a state file in this process: a thread, started by the first write, that takes all requests
/// waiting each time it comes round. Idle it sleeps in the kernel, without wake-ups.
final class StateWriter: Sendable {
    private struct Queue: Sendable {
        var phase = Phase.idle
        var waiting: [StateRequest] = []
        var bytes = 0
        /// The thread found nothing to do and waits for a byte in the pipe.
        var isAsleep = false
        var pipe: [Int32] = []
        var closers: [@Sendable () -> Void] = []
    }

    /// idle: no thread yet; stopping: no new requests, those waiting are written; stopped: the thread has ended.
    private enum Phase { case idle, running, stopping, stopped }

    private let queue = Mutex(Queue())
    private let files: StateFiles
    private let tuning: SQLiteTuning
    private let observers: StateObservers

    init(_ files: StateFiles, tuning: SQLiteTuning, observers: StateObservers) {
        self.files = files
        self.tuning = tuning
        self.observers = observers
    }

    /// Queues `request`. Its answer comes on the writer's thread, or here and now when it is not taken.
    func submit(_ request: StateRequest) {
        let refusal = queue.withLock { queue -> StorageFailure? in
            guard queue.phase == .idle || queue.phase == .running else { return .closed }
            guard queue.waiting.count < StateLimits.waitingCommits,
                queue.waiting.isEmpty || queue.bytes <= StateLimits.waitingBytes - request.bytes
            else { return .busy }
            if queue.phase == .idle {
                if let failure = start(&queue) { return failure }
            }
            // Before it is queued, so that what is queued is surely seen. The thread looks only when the lock is free.
            guard Self.wake(&queue) else { return .system(errno, path: files.path) }
            queue.waiting.append(request)
            queue.bytes += request.bytes
            return nil
        }
        if let refusal { request.answer(.failure(refusal)) }
    }

    /// Takes no more requests, writes those waiting, lets go of the file, then calls `stopped`.
    func stop(_ stopped: @escaping @Sendable () -> Void) {
        let isStopped = queue.withLock { queue in
            switch queue.phase {
            case .idle: queue.phase = .stopped
            case .running, .stopping:
                queue.phase = .stopping
                queue.closers.append(stopped)
                Self.wake(&queue)
            case .stopped: break
            }
            return queue.phase == .stopped
        }
        if isStopped { stopped() }
    }

    /// False (and errno) if the thread sleeps and cannot be woken.
    @discardableResult
    private static func wake(_ queue: inout Queue) -> Bool {
        guard queue.isAsleep, let end = queue.pipe.last else { return true }
        // One byte at most is ever in the pipe, so this never waits.
        guard Glibc.write(end, [1], 1) == 1 else { return false }
        queue.isAsleep = false
        return true
    }

    private func start(_ queue: inout Queue) -> StorageFailure? {
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else { return .system(errno, path: files.path) }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Signals are for the main thread: this one, and what it starts, is made with all of them blocked.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Whatever `ulimit -s` says: callers' transforms run here.
        pthread_attr_setstacksize(&attributes, 1 << 20)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<StateWriter>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            for end in pipe { Glibc.close(end) }
            return .system(code, path: files.path)
        }
        queue.pipe = pipe
        queue.phase = .running
        return nil
    }

    /// The thread.
    private func run() {
        var commits = GroupCommit(files, tuning: tuning)
        while let group = next() {
            for (request, answer) in zip(group, commits.write(group)) {
                if case .success = answer { observers.tell(request.keys) }
                request.answer(answer)
            }
        }
        commits.close()
        let closers = queue.withLock { queue in
            queue.phase = .stopped
            for end in queue.pipe { Glibc.close(end) }
            queue.pipe = []
            return queue.closers
        }
        for closer in closers { closer() }
    }

    /// All requests waiting; waits for one if there is none. Nil when it is time to end.
    private func next() -> [StateRequest]? {
        while true {
            let (group, sleepOn) = queue.withLock { queue -> ([StateRequest]?, Int32?) in
                if !queue.waiting.isEmpty {
                    queue.bytes = 0
                    let group = queue.waiting
                    queue.waiting = []
                    return (group, nil)
                }
                if queue.phase == .stopping { return (nil, nil) }
                queue.isAsleep = true
                return (nil, queue.pipe.first)
            }
            guard let sleepOn else { return group }
            var byte: UInt8 = 0
            if read(sleepOn, &byte, 1) < 0, errno != EINTR {
                // Cannot happen, unless somebody closed a descriptor that is not theirs: look again, but don't spin.
                usleep(10_000)
            }
        }
    }
}

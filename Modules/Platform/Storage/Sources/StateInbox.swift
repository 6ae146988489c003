internal import Glibc
internal import Runtime
internal import Synchronization

/// The queue before the one thread of a store: takes requests from any thread, and starts, wakes and ends that thread. Idle the
/// thread sleeps in the kernel.
final class StateInbox: Sendable {
    private struct Queue: Sendable {
        var phase = Phase.idle
        var waiting: [StateRequest] = []
        var bytes = 0
        var readers: [StateReader] = []
        /// Locks are not waited for any more.
        var isHurried = false
        /// The thread found nothing to do and waits for a byte in the pipe.
        var isAsleep = false
        var pipe: [Int32] = []
        var closers: [@Sendable () -> Void] = []
    }

    /// idle: no thread yet; stopping: no new requests, those waiting are written; stopped: the thread has ended.
    private enum Phase { case idle, running, stopping, stopped }

    /// Contents of the queue, taken out of it.
    struct Contents {
        let requests: [StateRequest]
        let readers: [StateReader]
        let isHurried: Bool
        /// True when it is time to end.
        let isStopping: Bool
    }

    private let queue = Mutex(Queue())
    let memory: StateMemory
    let observers: StateObservers
    /// The failure for the system's error number.
    private let failure: @Sendable (Int32) -> StorageFailure

    init(memory: StateMemory, observers: StateObservers, failure: @escaping @Sendable (Int32) -> StorageFailure) {
        self.memory = memory
        self.observers = observers
        self.failure = failure
    }

    // MARK: - From any thread

    /// Queues `request`. Its answer comes on the store's thread, or here and now when it is not taken.
    func submit(_ request: StateRequest, _ run: @escaping @Sendable () -> Void) {
        let refusal = queue.withLock { queue -> StorageFailure? in
            guard queue.phase == .idle || queue.phase == .running else { return .closed }
            guard queue.waiting.count < StateLimits.waitingCommits,
                queue.waiting.isEmpty || queue.bytes <= StateLimits.waitingBytes - request.bytes
            else { return .busy }
            if let failure = awake(&queue, run) { return failure }
            queue.waiting.append(request)
            queue.bytes += request.bytes
            return nil
        }
        if let refusal { request.answer(.failure(refusal)) }
    }

    /// Brings memory up to date, or finds why it can't be, then lets `reader` go on, on the store's thread or here.
    func look(_ reader: StateReader, _ run: @escaping @Sendable () -> Void) {
        let failure = queue.withLock { queue -> StorageFailure? in
            guard queue.phase == .idle || queue.phase == .running else { return .closed }
            if let failure = awake(&queue, run) { return failure }
            queue.readers.append(reader)
            return nil
        }
        guard let failure else { return }
        if failure != .closed { observers.tell(memory.fail(failure)) }
        reader.done()
    }

    /// Waits for no lock any more.
    func hurry() {
        queue.withLock { queue in
            queue.isHurried = true
            Self.wake(&queue)
        }
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

    /// Starts or wakes the thread.
    private func awake(_ queue: inout Queue, _ run: @escaping @Sendable () -> Void) -> StorageFailure? {
        if queue.phase == .idle, let failure = start(&queue, run) { return failure }
        // Before anything is queued, so that what is queued is surely seen. The thread looks only when the lock is free.
        return Self.wake(&queue) ? nil : failure(errno)
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

    private func start(_ queue: inout Queue, _ run: @escaping @Sendable () -> Void) -> StorageFailure? {
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else { return failure(errno) }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // The stack: callers' transforms and observers run here.
        if let code = startThread(stackBytes: 1 << 20, run) {
            for end in pipe { Glibc.close(end) }
            return failure(code)
        }
        queue.pipe = pipe
        queue.phase = .running
        return nil
    }

    // MARK: - For the thread

    /// Takes what was queued.
    func take() -> Contents {
        queue.withLock { queue in
            defer { (queue.waiting, queue.bytes, queue.readers) = ([], 0, []) }
            return Contents(
                requests: queue.waiting, readers: queue.readers, isHurried: queue.isHurried,
                isStopping: queue.phase == .stopping)
        }
    }

    /// The thread has ended.
    func end() {
        let closers = queue.withLock { queue in
            queue.phase = .stopped
            for end in queue.pipe { Glibc.close(end) }
            queue.pipe = []
            return queue.closers
        }
        for closer in closers { closer() }
    }

    /// Sleeps until something is queued, one of `descriptors` is readable, or the time is over; not at all when something waits.
    /// - Parameters:
    ///   - hasWork: whether requests wait in the thread: then an end is no reason not to sleep.
    ///   - milliseconds: nil is without end.
    func sleep(hasWork: Bool, watching descriptors: [Int32], for milliseconds: Int?) {
        let pipe = queue.withLock { queue -> Int32? in
            guard queue.waiting.isEmpty, queue.readers.isEmpty, queue.phase == .running || hasWork else { return nil }
            queue.isAsleep = true
            return queue.pipe.first
        }
        guard let pipe else { return }
        var polled = ([pipe] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let found = poll(&polled, nfds_t(polled.count), milliseconds.map { Int32(clamping: $0) } ?? -1)
        if found < 0, errno != EINTR {
            // Cannot happen, unless somebody closed a descriptor that is not theirs: look again, but don't spin.
            usleep(10_000)
        }
        let isWoken = queue.withLock { queue in
            defer { queue.isAsleep = false }
            return !queue.isAsleep
        }
        var byte: UInt8 = 0
        if isWoken { _ = Glibc.read(pipe, &byte, 1) }
    }
}

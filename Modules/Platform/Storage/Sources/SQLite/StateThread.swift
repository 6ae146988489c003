internal import Glibc
internal import Runtime
internal import Synchronization

/// The one thread of this process that touches the state file: follows it from the first access on, and writes all requests
/// waiting each time it comes round. Idle it sleeps in the kernel, without wake-ups.
final class StateThread: Sendable {
    private struct Queue: Sendable {
        var phase = Phase.idle
        var waiting: [StateRequest] = []
        var bytes = 0
        /// Those who want memory to be brought up to date.
        var readers: [@Sendable () -> Void] = []
        /// Locks are not waited for any more.
        var isHurried = false
        /// The thread found nothing to do and waits for a byte in the pipe.
        var isAsleep = false
        var pipe: [Int32] = []
        var closers: [@Sendable () -> Void] = []
    }

    /// idle: no thread yet; stopping: no new requests, those waiting are written; stopped: the thread has ended.
    private enum Phase { case idle, running, stopping, stopped }

    private let queue = Mutex(Queue())
    private let files: StateFiles
    private let isReadOnly: Bool
    private let tuning: SQLiteTuning
    private let memory: StateMemory
    private let observers: StateObservers

    init(
        _ files: StateFiles, isReadOnly: Bool, tuning: SQLiteTuning, memory: StateMemory, observers: StateObservers
    ) {
        self.files = files
        self.isReadOnly = isReadOnly
        self.tuning = tuning
        self.memory = memory
        self.observers = observers
    }

    // MARK: - From any thread

    /// Queues `request`. Its answer comes on the store's thread, or here and now when it is not taken.
    func submit(_ request: StateRequest) {
        let refusal = queue.withLock { queue -> StorageFailure? in
            guard queue.phase == .idle || queue.phase == .running else { return .closed }
            guard queue.waiting.count < StateLimits.waitingCommits,
                queue.waiting.isEmpty || queue.bytes <= StateLimits.waitingBytes - request.bytes
            else { return .busy }
            if let failure = awake(&queue) { return failure }
            queue.waiting.append(request)
            queue.bytes += request.bytes
            return nil
        }
        if let refusal { request.answer(.failure(refusal)) }
    }

    /// Brings memory up to date, or finds why it can't be, then calls `done`, on the store's thread or here.
    func look(_ done: @escaping @Sendable () -> Void) {
        let failure = queue.withLock { queue -> StorageFailure? in
            guard queue.phase == .idle || queue.phase == .running else { return .closed }
            if let failure = awake(&queue) { return failure }
            queue.readers.append(done)
            return nil
        }
        guard let failure else { return }
        if failure != .closed { observers.tell(memory.fail(failure)) }
        done()
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
    private func awake(_ queue: inout Queue) -> StorageFailure? {
        if queue.phase == .idle, let failure = start(&queue) { return failure }
        // Before anything is queued, so that what is queued is surely seen. The thread looks only when the lock is free.
        return Self.wake(&queue) ? nil : .system(errno, path: files.path)
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
        // The stack: callers' transforms and observers run here.
        if let code = startThread(stackBytes: 1 << 20, { [self] in run() }) {
            for end in pipe { Glibc.close(end) }
            return .system(code, path: files.path)
        }
        queue.pipe = pipe
        queue.phase = .running
        return nil
    }

    // MARK: - The thread

    /// Current work of the thread.
    private struct Work {
        let file: StateFile
        let watch: StateWatch?
        /// In the order they came; those that a lock made wait come first.
        var requests: [StateRequest] = []
        var readers: [@Sendable () -> Void] = []
        /// Since when somebody's lock keeps the file from being read, by `uptime`.
        var lockedSince: Int?
        /// When the file is looked at again without being asked, and when that ends.
        var nextLook: Int?
        var alertUntil = 0
        var lookStep = 1
        var isHurried = false

        var isFollowed: Bool { watch?.isWatching ?? false }
    }

    private func run() {
        var work = Work(
            file: StateFile(files, isReadOnly: isReadOnly, memory: memory, tuning: tuning),
            watch: StateWatch(files.path))
        look(&work)
        while true {
            let isStopping = take(&work)
            let signs = work.watch?.take() ?? []
            if signs.contains(.file) { work.file.distrust() }
            let now = tuning.uptime()
            if !signs.isEmpty { alert(&work, now) }
            if !work.readers.isEmpty || !signs.isEmpty || work.nextLook.map({ $0 <= now }) ?? false { look(&work) }
            if !work.requests.isEmpty { write(&work) }
            if isStopping, work.requests.isEmpty { break }
            if isStopping { work.isHurried = true }
            sleep(&work)
        }
        for reader in work.readers { reader() }
        work.file.close()
        end()
    }

    private func end() {
        let closers = queue.withLock { queue in
            queue.phase = .stopped
            for end in queue.pipe { Glibc.close(end) }
            queue.pipe = []
            return queue.closers
        }
        for closer in closers { closer() }
    }

    /// Takes what was queued.
    /// - Returns: whether it is time to end.
    private func take(_ work: inout Work) -> Bool {
        let (requests, readers, isHurried, isStopping) = queue.withLock { queue in
            defer { (queue.waiting, queue.bytes, queue.readers) = ([], 0, []) }
            return (queue.waiting, queue.readers, queue.isHurried, queue.phase == .stopping)
        }
        work.requests += requests
        work.readers += readers
        work.isHurried = isHurried
        return isStopping
    }

    /// Looks at the file often for a while: somebody may be about to commit.
    private func alert(_ work: inout Work, _ now: Int) {
        work.alertUntil = now + tuning.alertness
        work.lookStep = 1
    }

    /// Brings memory up to date, and lets those go on who wait for that.
    private func look(_ work: inout Work) {
        let now = tuning.uptime()
        do throws(StorageFailure) {
            let news = try work.file.follow(isFollowed: work.isFollowed)
            work.lockedSince = nil
            if news != nil { work.lookStep = 1 }
            observers.tell(news)
        } catch {
            if case .locked(let path, _) = error {
                let waited = now - (work.lockedSince ?? now)
                work.lockedSince = work.lockedSince ?? now
                alert(&work, now)
                // What is known is as good as it was: nobody else can commit either.
                if !memory.isRead {
                    if waited < tuning.firstReadPatience, !work.isHurried {
                        work.nextLook = now + tuning.lockStep
                        return
                    }
                    if memory.trouble == nil { observers.tell(memory.fail(.locked(path: path, waited: waited))) }
                }
            } else {
                work.lockedSince = nil
                observers.tell(memory.fail(error))
            }
        }
        for reader in work.readers { reader() }
        work.readers = []
        // Where nothing tells of changes, readers ask each time.
        let mayChange = work.file.isOpen || work.lockedSince != nil
        work.nextLook = mayChange && now < work.alertUntil ? now + work.lookStep : nil
        work.lookStep = min(2 * work.lookStep, 40)
    }

    private func write(_ work: inout Work) {
        switch work.file.write(work.requests, isFollowed: work.isFollowed) {
        case .answered(let answers, let news):
            // The signs of the own write. Others' are found by the next look.
            if work.watch?.take().isEmpty == false { alert(&work, tuning.uptime()) }
            work.nextLook = tuning.uptime() + work.lookStep
            for piece in news { observers.tell(piece) }
            for (request, answer) in zip(work.requests, answers) { request.answer(answer) }
            work.requests = []
        case .locked:
            let now = tuning.uptime()
            let patience = work.isHurried ? 0 : tuning.lockPatience
            for request in work.requests where now - request.submitted >= patience {
                request.answer(.failure(.locked(path: files.path, waited: now - request.submitted)))
            }
            work.requests.removeAll { now - $0.submitted >= patience }
        }
    }

    /// Sleeps until something is queued, the file changes, or it is time to look or to try a lock again.
    private func sleep(_ work: inout Work) {
        let pipe = queue.withLock { queue -> Int32? in
            guard queue.waiting.isEmpty, queue.readers.isEmpty, queue.phase == .running || !work.requests.isEmpty
            else { return nil }
            queue.isAsleep = true
            return queue.pipe.first
        }
        guard let pipe else { return }
        var timeout: Int32 = -1
        if !work.requests.isEmpty {
            timeout = Int32(clamping: tuning.lockStep)
        } else if let next = work.nextLook {
            timeout = Int32(clamping: max(0, next - tuning.uptime()))
        }
        var polled = [pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)]
        if let descriptor = work.watch?.descriptor {
            polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let found = poll(&polled, nfds_t(polled.count), timeout)
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

/// The one thread of this process that touches the state file: follows it from the first access on, and writes all requests
/// waiting each time it comes round. Idle it sleeps in the kernel, without wake-ups.
final class FileThread: StateThread {
    let inbox: StateInbox
    private let files: StateFiles
    private let isReadOnly: Bool
    private let isTold: Bool
    private let tuning: SQLiteTuning
    private let memory: StateMemory
    private let observers: StateObservers

    /// - Parameter isTold: whether the system is to tell of changes (`StateWatch`); otherwise each reader looks.
    init(
        _ files: StateFiles, isReadOnly: Bool, isTold: Bool, tuning: SQLiteTuning, memory: StateMemory,
        observers: StateObservers
    ) {
        self.files = files
        self.isReadOnly = isReadOnly
        self.isTold = isTold
        self.tuning = tuning
        self.memory = memory
        self.observers = observers
        inbox = StateInbox(memory: memory, observers: observers) { [files] in .system($0, path: files.path) }
    }

    // MARK: - From any thread

    var waits: StateWaits {
        StateWaits(read: 0, write: tuning.lockPatience, stall: tuning.stallPatience, uptime: tuning.uptime)
    }

    var firstLook: Int { 5 }

    func unanswered(waited: Int) -> StorageFailure { .stalled(path: files.path, waited: waited) }

    // MARK: - The thread

    /// Current work of the thread.
    private struct Work {
        let file: StateFile
        let watch: StateWatch?
        /// In the order they came; those that a lock made wait come first.
        var requests: [StateRequest] = []
        var readers: [StateReader] = []
        /// Since when somebody's lock keeps the file from being read, by `uptime`.
        var lockedSince: Int?
        /// When the file is looked at again without being asked, and when that ends.
        var nextLook: Int?
        var alertUntil = 0
        var lookStep = 1
        var isHurried = false

        var isFollowed: Bool { watch?.isWatching ?? false }
    }

    func run() {
        follow()
        // After all that the thread held is let go of, the watch included: whoever closed the store finds nothing of it left.
        inbox.end()
    }

    /// Follows the file until it is time to end, and lets go of it.
    private func follow() {
        var work = Work(
            file: StateFile(files, isReadOnly: isReadOnly, memory: memory, tuning: tuning),
            watch: isTold ? StateWatch(files.path) : nil)
        memory.mark?.watch(work.watch?.descriptor)
        look(&work)
        while true {
            let isStopping = take(&work)
            let mayBeOther = memory.mark?.willTakeSigns() ?? false
            let signs = work.watch?.take() ?? []
            if signs.contains(.file) { work.file.distrust() }
            let now = tuning.uptime()
            if !signs.isEmpty { alert(&work, now) }
            let isDue = !work.readers.isEmpty || !signs.isEmpty || mayBeOther
            if isDue || work.nextLook.map({ $0 <= now }) ?? false { look(&work) }
            if !work.requests.isEmpty { write(&work) }
            if isStopping, work.requests.isEmpty { break }
            if isStopping { work.isHurried = true }
            sleep(&work)
        }
        work.readers.leave()
        memory.mark?.watch(nil)
        work.file.close()
    }

    /// Takes what was queued.
    /// - Returns: whether it is time to end.
    private func take(_ work: inout Work) -> Bool {
        let taken = inbox.take()
        work.requests += taken.requests
        work.readers += taken.readers
        work.isHurried = taken.isHurried
        return taken.isStopping
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
        // A locked file that was never read may be free in a moment: readers with time left wait for that.
        let mayCome = work.lockedSince != nil && !memory.isRead && !work.isHurried
        if mayCome { work.readers.leave(at: now) } else { work.readers.leave() }
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
        let time =
            work.requests.isEmpty ? work.nextLook.map { max(0, $0 - tuning.uptime()) } : tuning.lockStep
        inbox.sleep(
            hasWork: !work.requests.isEmpty, watching: work.watch.map { [$0.descriptor] } ?? [], for: time)
    }
}

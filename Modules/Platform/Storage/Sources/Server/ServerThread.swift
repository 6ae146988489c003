internal import Glibc
internal import PostgreSQL
internal import Synchronization

/// The one thread of this process that speaks to the server of the state: follows it from the first access on, and writes all
/// requests waiting each time it comes round.
final class ServerThread: StateThread {
    let inbox: StateInbox
    private let address: PostgresAddress
    private let profile: String
    private let isReadOnly: Bool
    private let tuning: ServerTuning
    private let memory: StateMemory
    private let observers: StateObservers
    /// When memory was last compared with the server, by `uptime`; -1 before.
    private let current = Atomic(-1)
    private let ending = Mutex(Ending())

    /// A pipe whose closed end ends waits for the server, and whether it is time for that.
    private struct Ending: Sendable {
        var pipe: [Int32] = []
        var isHurried = false

        mutating func tell() {
            guard isHurried, pipe.count == 2 else { return }
            Glibc.close(pipe.removeLast())
        }

        mutating func close() {
            for end in pipe { Glibc.close(end) }
            pipe = []
        }
    }

    init(
        _ address: PostgresAddress, profile: String, isReadOnly: Bool, tuning: ServerTuning, memory: StateMemory,
        observers: StateObservers
    ) {
        self.address = address
        self.profile = profile
        self.isReadOnly = isReadOnly
        self.tuning = tuning
        self.memory = memory
        self.observers = observers
        inbox = StateInbox(memory: memory, observers: observers) { [server = address.shown] code in
            .server(
                server, .other(state: "system error \(code)", reason: "this process has no thread or descriptor left"))
        }
    }

    // MARK: - From any thread

    var waits: StateWaits {
        StateWaits(
            read: tuning.readPatience, write: tuning.patience, stall: tuning.stallPatience, uptime: tuning.uptime)
    }

    /// A server is asked over the network, by a library that is loaded first.
    var firstLook: Int { 0 }

    func unanswered(waited: Int) -> StorageFailure { .server(address.shown, .unanswered(waited: waited)) }

    /// With the age of what is known.
    func told(_ trouble: StorageFailure) -> StorageFailure {
        guard case .server(let server, .away(let reason, _)) = trouble, let age else { return trouble }
        return .server(server, .away(reason: reason, age: age))
    }

    /// Waits for the server no longer than a moment any more.
    func hurry() {
        endWaits()
        inbox.hurry()
    }

    /// Takes no more requests, writes those waiting if the server answers in a moment, lets go of it, then calls `stopped`.
    func stop(_ stopped: @escaping @Sendable () -> Void) {
        endWaits()
        inbox.stop(stopped)
    }

    private func endWaits() {
        ending.withLock { ending in
            ending.isHurried = true
            ending.tell()
        }
    }

    /// For how many milliseconds memory was not compared with the server; nil where it never was.
    private var age: Int? {
        let time = current.load(ordering: .relaxed)
        return time < 0 ? nil : max(0, tuning.uptime() - time)
    }

    // MARK: - The thread

    private struct Work {
        let state: ServerState
        /// In the order they came; those that the server made wait come first.
        var requests: [StateRequest] = []
        /// Requests at the front whose attempt may have been committed, and the id of that attempt.
        var pending = 0
        var pendingID: String?
        var readers: [StateReader] = []
        /// True if some of them have come since the last look.
        var hasNewReaders = false
        /// When the server is looked at without being asked.
        var nextLook: Int?
        /// When those that wait are written again.
        var nextWrite: Int?
        /// Whether the next group is of one request: a refusal is then its own.
        var isSingly = false
        var isHurried = false
    }

    func run() {
        var pipe: [Int32] = [-1, -1]
        // Without a descriptor left waits last as long as they may.
        let isPiped = Glibc.pipe(&pipe) == 0
        for end in pipe where isPiped { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let interrupt = isPiped ? pipe[0] : -1
        ending.withLock { ending in
            ending.pipe = isPiped ? pipe : []
            ending.tell()
        }
        var work = Work(
            state: ServerState(
                address, profile: profile, memory: memory, tuning: tuning, interrupt: interrupt))
        look(&work)
        while true {
            let isStopping = take(&work)
            let now = tuning.uptime()
            if work.hasNewReaders || heard(&work) || work.nextLook.map({ $0 <= now }) ?? false { look(&work) }
            if work.isHurried { work.readers.leave() } else { work.readers.leave(at: now) }
            if !work.requests.isEmpty, work.nextWrite.map({ $0 <= now }) ?? true { write(&work) }
            if isStopping {
                if work.requests.isEmpty { break }
                // Requests left by now wait for a server that is away, or a disk.
                work.isHurried = true
                expire(&work)
            }
            work.state.link.rest()
            sleep(&work)
        }
        work.readers.leave()
        work.state.close()
        ending.withLock { $0.close() }
        inbox.end()
    }

    /// Takes what was queued.
    /// - Returns: whether it is time to end.
    private func take(_ work: inout Work) -> Bool {
        let taken = inbox.take()
        work.requests += taken.requests
        work.readers += taken.readers
        work.hasNewReaders = !taken.readers.isEmpty
        work.isHurried = work.isHurried || taken.isHurried
        return taken.isStopping
    }

    /// True if something newer was told of, or the server ended the connection.
    private func heard(_ work: inout Work) -> Bool {
        do throws(ServerTrouble) { return try work.state.hear() } catch { return true }
    }

    /// Brings memory up to date, and lets those go on who wait for that.
    private func look(_ work: inout Work) {
        do throws(ServerTrouble) {
            let news = try work.state.follow()
            observers.tell(news)
            work.nextLook = work.state.link.reader == nil ? nil : tuning.uptime() + tuning.lookStep
            note(work)
            work.readers.leave()
        } catch {
            // Told once: the reason may be said in other words each time, the age is added when it is asked for.
            if !(memory.trouble?.isPassing ?? false) || !error.fault.isPassing {
                observers.tell(memory.fail(.server(address.shown, error.fault)))
            }
            let now = tuning.uptime()
            work.nextLook = max(work.state.link.nextTry ?? 0, now + tuning.backOff.lowerBound)
            if error.fault.isPassing { work.readers.leave(at: now) } else { work.readers.leave() }
        }
    }

    private func note(_ work: Work) {
        if let time = work.state.current { current.store(time, ordering: .relaxed) }
    }

    // MARK: - Writing

    private func deadline(of request: StateRequest) -> Int { request.submitted + tuning.patience }

    private func write(_ work: inout Work) {
        if isReadOnly {
            for request in work.requests { request.answer(.failure(.readOnlyProcess)) }
            work.requests = []
            return
        }
        expire(&work)
        // A group that may be committed is sent again unchanged.
        let group = Array(work.isSingly ? work.requests.prefix(1) : work.requests[...])
        guard let deadline = group.map(deadline).min() else { return }
        do throws(ServerTrouble) {
            let written = try work.state.write(group, until: deadline)
            work.requests.removeFirst(written.isEarlier ? work.pending : group.count)
            (work.pending, work.pendingID, work.nextWrite) = (0, nil, nil)
            if work.requests.isEmpty { work.isSingly = false }
            note(work)
            for news in written.news { observers.tell(news) }
            // Requests of an earlier attempt that were told they are unanswered get no second answer.
            for (request, answer) in zip(written.requests, written.answers) { request.answer(answer) }
            if work.nextLook == nil { work.nextLook = tuning.uptime() }
        } catch {
            retry(&work, group, after: error.fault)
        }
    }

    /// Keeps what may succeed later, and answers what can't.
    private func retry(_ work: inout Work, _ group: [StateRequest], after fault: ServerFault) {
        if work.pendingID != work.state.pendingID {
            // The attempt was another one than before: of all of this group, and not only of those that waited since then.
            work.pendingID = work.state.pendingID
            work.pending = work.state.isPending ? group.count : 0
        }
        if work.state.isPending || fault.endsConnection && fault != .missing {
            expire(&work, after: fault)
            work.nextWrite = max(work.state.link.nextTry ?? 0, tuning.uptime() + 5)
            return
        }
        guard group.count == 1 else {
            work.isSingly = true
            return
        }
        work.requests.removeFirst()
        group[0].answer(.failure(.server(address.shown, fault)))
    }

    /// Answers the requests whose time is over.
    private func expire(_ work: inout Work, after fault: ServerFault? = nil) {
        let now = tuning.uptime()
        let isOver = { [isHurried = work.isHurried] (request: StateRequest) in
            isHurried || now >= self.deadline(of: request)
        }
        guard work.requests.contains(where: isOver) else { return }
        var left: [StateRequest] = []
        var pending = 0
        for (index, request) in work.requests.enumerated() {
            let mayBeSaved = work.state.isPending && index < work.pending
            guard isOver(request) else {
                left.append(request)
                if mayBeSaved { pending += 1 }
                continue
            }
            let waited = now - request.submitted
            var known = mayBeSaved ? ServerFault.unanswered(waited: waited) : .late(waited: waited)
            if !mayBeSaved, case .away(let reason, _) = fault { known = .away(reason: reason, age: nil) }
            request.answer(.failure(.server(address.shown, known)))
        }
        (work.requests, work.pending) = (left, pending)
    }

    /// Sleeps until something is queued, the server tells something, or it is time to look or to write again.
    private func sleep(_ work: inout Work) {
        let now = tuning.uptime()
        var times = [work.nextLook, work.state.link.writerEnds] + work.readers.map(\.deadline)
        if !work.requests.isEmpty { times.append(work.nextWrite ?? now) }
        let next = times.compactMap { $0 }.min()
        inbox.sleep(
            hasWork: !work.requests.isEmpty, watching: work.state.link.reader.map { [$0.descriptor] } ?? [],
            for: next.map { max(0, $0 - now) })
    }
}

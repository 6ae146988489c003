import CEventDescriptors
import Glibc
import Synchronization

/// The program's one I/O thread: the thread that calls `run`.
///
/// It sleeps in `poll` until a descriptor is ready, a timer is due, or another thread has work for it, and uses no
/// processor time otherwise. It is a task executor: `Task.immediate(executorPreference: loop) { … }` starts a request
/// in line, and its continuations come back to this thread, with no hop between threads.
///
/// One turn: descriptors that are ready, then timers that are due and queued work until there is none (bounded), then
/// the end of the turn, where the transport writes the turn's output in one batch.
package final class EventLoop: TaskExecutor, Sendable {
    /// Rounds of queued work in one turn: continuations of this turn's requests still get into this turn's write,
    /// while work that breeds work for ever can't keep input from being read.
    private static let roundsPerTurn = 64

    private let work = Mutex(PendingWork())
    private let clock: MonotonicClock
    private let wakeUps: OwnedDescriptor
    /// The thread inside `run`; 0 while there is none.
    private let runner = Atomic<UInt>(0)
    private let state = LoopConfined(LoopState())

    /// - Throws: `DescriptorFault.noDescriptor` when the process has no descriptor left.
    package init(clock: MonotonicClock = .system) throws(DescriptorFault) {
        guard let wakeUps = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))) else {
            throw .noDescriptor(purpose: .wakeUps, errno: errno)
        }
        let number = wakeUps.number
        self.clock = clock
        self.wakeUps = wakeUps
        _ = state.value(on: self).watches.add(number, events: Int16(POLLIN)) { _ in
            var count: UInt64 = 0
            _ = read(number, &count, MemoryLayout<UInt64>.size)
        }
    }

    // MARK: Work from any thread

    /// Queues a job of a task that runs on this executor. Called by the runtime.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        signal(ifNeeded: work.withLock { $0.add(.job(job)) })
    }

    /// Queues a body that runs once on the loop's thread, in the order of queueing. Any thread.
    package func enqueue(_ body: @escaping @Sendable () -> Void) {
        signal(ifNeeded: work.withLock { $0.add(.body(body)) })
    }

    /// Runs a body on the loop's thread once, at least `delay` from now. Any thread.
    @discardableResult
    package func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID {
        let deadline = clock.moment(after: delay)
        let (id, mustWake) = work.withLock { work in
            let id = work.timers.add(deadline: deadline, body)
            return (id, work.timers.nextDeadline == deadline && work.requestTurn())
        }
        signal(ifNeeded: mustWake)
        return id
    }

    /// Cancels a timer: its body will not run, unless it runs already. Any thread.
    /// - Returns: False when the timer already fired, was cancelled, or belongs to another loop.
    @discardableResult
    package func cancel(_ timer: TimerID) -> Bool {
        work.withLock { $0.timers.cancel(timer) }
    }

    /// Cancels every timer.
    package func forgetTimers() {
        // They end outside of the lock: what they hold may call the loop when it goes.
        let bodies = work.withLock { $0.timers.takeAll() }
        withExtendedLifetime(bodies) {}
    }

    /// Asks for one more turn, so that the end of the turn is run again. Any thread.
    package func wake() {
        signal(ifNeeded: work.withLock { $0.requestTurn() })
    }

    /// Makes the current `run`, or the next one, return after its turn. Any thread.
    package func stop() {
        signal(
            ifNeeded: work.withLock { work in
                work.wantsStop = true
                return work.requestTurn()
            })
    }

    /// True on the thread that is inside `run`.
    package var isOnLoopThread: Bool {
        runner.load(ordering: .relaxed) == UInt(pthread_self())
    }

    // MARK: Running

    /// Runs turns on the calling thread until `finished` says so after a turn, or `stop` is called.
    ///
    /// Work queued before is run first. What changes the answer of `finished` from another thread must queue something,
    /// or the loop sleeps on. Not to be called from inside itself.
    package func run(until finished: () -> Bool = { false }) {
        let me = UInt(pthread_self())
        let claim = runner.compareExchange(expected: 0, desired: me, ordering: .acquiringAndReleasing)
        precondition(claim.exchanged, "the event loop is already running")
        defer { runner.store(0, ordering: .releasing) }
        let state = state.value(on: self)
        var batch: [PendingWork.Item] = []
        while true {
            runQueuedWork(&batch)
            state.turnEnd?()
            if finished() { return }
            let waits = state.whenIdle != nil
            if waits {
                if state.turnsLeft == 0 {
                    state.takeIdle()?()
                    continue
                }
                // Whoever waited for what was written has its turn first, where both share a processor.
                sched_yield()
            }
            guard let timeout = work.withLock({ $0.goToSleep(clock) }) else { return }
            let isReady = state.watches.wait(timeout: waits ? 0 : timeout)
            // Before any body runs: what those queue must not signal a thread that is awake.
            work.withLock { $0.wakeUp() }
            if isReady {
                if waits { state.turnsLeft -= 1 }
                state.watches.runReady()
            } else if waits, timeout != 0 {
                state.takeIdle()?()
            }
        }
    }

    /// - Parameter batch: Empty; its storage is used again and again.
    private func runQueuedWork(_ batch: inout [PendingWork.Item]) {
        for _ in 0..<Self.roundsPerTurn {
            work.withLock { work in
                work.queueDueTimers(clock)
                swap(&work.items, &batch)
            }
            guard !batch.isEmpty else { return }
            for item in batch {
                switch item {
                case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
                case .body(let body): body()
                }
            }
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func signal(ifNeeded isNeeded: Bool) {
        guard isNeeded else { return }
        var one: UInt64 = 1
        _ = write(wakeUps.number, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: For the transport, on the loop's thread

    /// True on the loop's thread, and anywhere while the loop does not run.
    @usableFromInline
    var mayTouchConfinedState: Bool {
        let thread = runner.load(ordering: .relaxed)
        return thread == 0 || thread == UInt(pthread_self())
    }

    /// The descriptors this loop waits for.
    package var watches: DescriptorWatches {
        state.value(on: self).watches
    }

    /// Has a body run once, as soon as nothing is ready, queued or due, and behind a few turns with input at the latest: what can wait for
    /// input that is there. A loop has one.
    package func whenIdle(_ body: @escaping () -> Void) {
        let state = state.value(on: self)
        (state.whenIdle, state.turnsLeft) = (body, LoopState.mostTurns)
    }

    /// Sets the body that runs at the end of each turn, before the loop may sleep. A loop has one.
    package func setTurnEnd(_ body: (() -> Void)?) {
        state.value(on: self).turnEnd = body
    }
}

/// State of the loop's thread alone.
private final class LoopState {
    let watches = DescriptorWatches()
    var turnEnd: (() -> Void)?
    var whenIdle: (() -> Void)?
    /// Turns with input that it may be put off for.
    var turnsLeft = 0
    /// A client's handshake, its word that it is done, and what it asks for first.
    static let mostTurns = 3

    func takeIdle() -> (() -> Void)? {
        defer { whenIdle = nil }
        return whenIdle
    }
}

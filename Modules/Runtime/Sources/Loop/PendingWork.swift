/// Work queued for the loop's thread. Any thread adds to it, under the loop's lock.
struct PendingWork {
    /// One piece of work, run once.
    enum Item {
        case job(UnownedJob)
        case body(@Sendable () -> Void)
    }

    /// In the order they were added.
    var items: [Item] = []
    var timers = TimerQueue()
    /// Another turn is wanted although there may be no item.
    var wantsTurn = false
    var wantsStop = false
    /// The loop's thread waits in `poll`, or is about to: only the wake-up descriptor reaches it.
    private(set) var isAsleep = false

    /// Adds an item; true when the caller must signal the wake-up descriptor.
    mutating func add(_ item: Item) -> Bool {
        items.append(item)
        return mustWake()
    }

    /// Asks for a turn; true when the caller must signal the wake-up descriptor.
    mutating func requestTurn() -> Bool {
        wantsTurn = true
        return mustWake()
    }

    /// Queues the bodies of the timers that are due.
    mutating func queueDueTimers(_ clock: MonotonicClock) {
        guard !timers.isEmpty else { return }
        let now = clock.nanoseconds()
        while let body = timers.popDue(now: now) {
            items.append(.body(body))
        }
    }

    /// Timeout of `poll` in milliseconds, -1 for none. Unless 0, the loop counts as asleep.
    /// - Returns: Nil, once for each request, when the loop is to stop instead.
    mutating func goToSleep(_ clock: MonotonicClock) -> Int32? {
        guard !wantsStop else {
            wantsStop = false
            return nil
        }
        guard items.isEmpty, !wantsTurn else { return 0 }
        var wait: Int32 = -1
        if let deadline = timers.nextDeadline {
            let moment = clock.nanoseconds()
            guard deadline > moment else { return 0 }
            // Rounded up, so that the timer is due when poll returns; at most a day, then it is asked again.
            wait = Int32(clamping: min((deadline - moment - 1) / 1_000_000 + 1, 86_400_000))
        }
        isAsleep = true
        return wait
    }

    /// The loop is awake and its turn begins.
    mutating func wakeUp() {
        isAsleep = false
        wantsTurn = false
    }

    private mutating func mustWake() -> Bool {
        defer { isAsleep = false }
        return isAsleep
    }
}

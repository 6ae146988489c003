import Synchronization

/// Way in which a client asked to end a call.
package enum Cancellation: Sendable, Equatable {
    /// `notifications/cancelled` of MCP: the call is never answered.
    case silent
    /// `$/cancelRequest` of the editors' base protocol: the call is answered with -32800.
    case answered
}

/// The calls that are not answered yet: at most `limit` run at once, further ones wait in order, and no id is taken twice.
package final class InFlightCalls: Sendable {
    package typealias Work = @Sendable () async -> Void

    /// Result of handing in a call.
    package enum Admission: Sendable, Equatable {
        case accepted
        /// The id belongs to a call in flight.
        case duplicate
        /// As many calls wait as may.
        case full
    }

    private struct Entry {
        /// Which submission this is: an id may be taken again once it is free.
        let number: Int
        var isRunning: Bool
        var task: Task<Void, Never>?
        /// Set before `task` is known, the task is cancelled as soon as it is.
        var isCancelled = false
        var cancellation: Cancellation?
    }

    private struct Waiting {
        let id: RPCIdentifier
        let number: Int
        let work: Work
        let cancelled: @Sendable (Cancellation) -> Void
    }

    private struct State {
        var entries: [RPCIdentifier: Entry] = [:]
        var submissions = 0
        var running = 0
        var waiting = WaitingCalls<Waiting>()
    }

    private let state = Mutex(State())
    /// The number of entries: asked for each message, without the lock.
    private let entryCount = Atomic(0)
    private let limit: Int
    private let waitingLimit: Int
    private let executor: any TaskExecutor

    /// - Parameters:
    ///   - limit: calls that run at once.
    ///   - waitingLimit: calls that may wait behind them.
    ///   - executor: whose thread runs the work; `submit` must be called on it.
    package init(limit: Int, waitingLimit: Int, executor: any TaskExecutor) {
        self.limit = limit
        self.waitingLimit = waitingLimit
        self.executor = executor
    }

    /// No call is in flight.
    package var isEmpty: Bool { count == 0 }

    package var count: Int { entryCount.load(ordering: .acquiring) }

    /// Whether a call would run at once, and not wait behind others.
    package var hasRoom: Bool { state.withLock { $0.running < limit } }

    package func contains(_ id: RPCIdentifier) -> Bool { !isEmpty && state.withLock { $0.entries[id] != nil } }

    /// Runs `work` now, up to its first suspension, or queues it.
    /// - Parameters:
    ///   - work: must call `finish(id)` exactly once, at its end.
    ///   - cancelled: called instead of `work` when the call is cancelled before it could start.
    package func submit(
        _ id: RPCIdentifier, _ work: @escaping Work,
        onCancelledWhileWaiting cancelled: @escaping @Sendable (Cancellation) -> Void
    ) -> Admission {
        let (admission, runsNow) = withEntries { state -> (Admission, number: Int?) in
            guard state.entries[id] == nil else { return (.duplicate, nil) }
            let number = state.submissions
            if state.running < limit {
                state.submissions += 1
                state.running += 1
                state.entries[id] = Entry(number: number, isRunning: true)
                return (.accepted, number)
            }
            guard state.waiting.count < waitingLimit else { return (.full, nil) }
            state.submissions += 1
            state.entries[id] = Entry(number: number, isRunning: false)
            state.waiting.append(Waiting(id: id, number: number, work: work, cancelled: cancelled), number: number)
            return (.accepted, nil)
        }
        if let runsNow {
            keep(Task.immediate(executorPreference: executor) { await work() }, for: id, number: runsNow)
        }
        return admission
    }

    /// Ends the call: its id is free again, and the next waiting call starts.
    /// - Returns: how the client asked to end it in the meantime; nil when it did not, or when no such call runs.
    package func finish(_ id: RPCIdentifier) -> Cancellation? {
        let (cancellation, next) = withEntries { state -> (Cancellation?, Waiting?) in
            guard let place = state.entries.index(forKey: id), state.entries.values[place].isRunning else {
                return (nil, nil)
            }
            let entry = state.entries.remove(at: place).value
            state.running -= 1
            return (entry.cancellation, Self.takeWaiting(&state))
        }
        // Not immediate: a chain of calls that never suspend would otherwise nest without end.
        if let next {
            keep(Task(executorPreference: executor) { await next.work() }, for: next.id, number: next.number)
        }
        return cancellation
    }

    /// Ends a call early. Does nothing when no such call is in flight.
    package func cancel(_ id: RPCIdentifier, _ cancellation: Cancellation) {
        let (task, waiting) = withEntries { state -> (Task<Void, Never>?, Waiting?) in
            guard let entry = state.entries[id] else { return (nil, nil) }
            if !entry.isRunning {
                state.entries[id] = nil
                return (nil, state.waiting.remove(entry.number))
            }
            state.entries[id]?.cancellation = entry.cancellation ?? cancellation
            state.entries[id]?.isCancelled = true
            return (entry.task, nil)
        }
        task?.cancel()
        waiting?.cancelled(cancellation)
    }

    /// Cancels every call: those that run are still answered by their work, those that wait as cancelled.
    package func cancelAll() {
        let (tasks, waiting) = withEntries { state in
            let waiting = state.waiting.removeAll()
            for call in waiting { state.entries[call.id] = nil }
            for id in state.entries.keys { state.entries[id]?.isCancelled = true }
            return (state.entries.values.compactMap(\.task), waiting)
        }
        for call in waiting { call.cancelled(.answered) }
        for task in tasks { task.cancel() }
    }

    /// Changes the entries.
    private func withEntries<Result>(_ body: (inout State) -> sending Result) -> sending Result {
        state.withLock { state in
            defer { entryCount.store(state.entries.count, ordering: .releasing) }
            return body(&state)
        }
    }

    private func keep(_ task: Task<Void, Never>, for id: RPCIdentifier, number: Int) {
        // A call that did not suspend is finished by now, and its id may be gone or taken again.
        let isCancelled = state.withLock { state -> Bool in
            guard let place = state.entries.index(forKey: id), state.entries.values[place].number == number else {
                return false
            }
            state.entries.values[place].task = task
            return state.entries.values[place].isCancelled
        }
        if isCancelled { task.cancel() }
    }

    private static func takeWaiting(_ state: inout State) -> Waiting? {
        guard let next = state.waiting.removeFirst() else { return nil }
        state.running += 1
        state.entries[next.id]?.isRunning = true
        return next
    }
}

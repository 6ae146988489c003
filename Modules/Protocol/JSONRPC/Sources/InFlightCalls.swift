import Synchronization

/// How a client asked to end a call.
package enum Cancellation: Sendable, Equatable {
    /// `notifications/cancelled` of MCP: the call is never answered.
    case silent
    /// `$/cancelRequest` of the editors' base protocol: the call is answered with -32800.
    case answered
}

/// The calls that are not answered yet: at most `limit` run at once, further ones wait in order, and no id is taken twice.
package final class InFlightCalls: Sendable {
    package typealias Work = @Sendable () async -> Void

    /// What became of a call that was handed in.
    package enum Admission: Sendable, Equatable {
        case accepted
        /// The id belongs to a call in flight.
        case duplicate
        /// As many calls wait as may.
        case full
    }

    private struct Entry {
        var task: Task<Void, Never>?
        var cancellation: Cancellation?
    }

    private struct Waiting {
        let id: RPCIdentifier
        let work: Work
        let cancelled: @Sendable (Cancellation) -> Void
    }

    private struct State {
        var entries: [RPCIdentifier: Entry] = [:]
        var running = 0
        var waiting: [Waiting] = []
        /// Index of the first call in `waiting` that still waits.
        var firstWaiting = 0
    }

    private let state = Mutex(State())
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
    package var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    package func contains(_ id: RPCIdentifier) -> Bool { state.withLock { $0.entries[id] != nil } }

    /// Runs `work` now, up to its first suspension, or queues it.
    /// - Parameters:
    ///   - work: must call `finish(id)` exactly once, at its end.
    ///   - onCancelledWhileWaiting: called instead of `work` when the call is cancelled before it could start.
    package func submit(
        _ id: RPCIdentifier, _ work: @escaping Work,
        onCancelledWhileWaiting cancelled: @escaping @Sendable (Cancellation) -> Void
    ) -> Admission {
        let (admission, runsNow) = state.withLock { state -> (Admission, Bool) in
            guard state.entries[id] == nil else { return (.duplicate, false) }
            if state.running < limit {
                state.running += 1
                state.entries[id] = Entry()
                return (.accepted, true)
            }
            guard state.waiting.count - state.firstWaiting < waitingLimit else { return (.full, false) }
            state.entries[id] = Entry()
            state.waiting.append(Waiting(id: id, work: work, cancelled: cancelled))
            return (.accepted, false)
        }
        if runsNow { keep(Task.immediate(executorPreference: executor) { await work() }, for: id) }
        return admission
    }

    /// Ends the call: its id is free again, and the next waiting call starts.
    /// - Returns: how the client asked to end it in the meantime; nil when it did not.
    package func finish(_ id: RPCIdentifier) -> Cancellation? {
        let (cancellation, next) = state.withLock { state -> (Cancellation?, Waiting?) in
            let entry = state.entries.removeValue(forKey: id)
            state.running -= 1
            return (entry?.cancellation, Self.takeWaiting(&state))
        }
        // Not immediate: a chain of calls that never suspend would otherwise nest without end.
        if let next { keep(Task(executorPreference: executor) { await next.work() }, for: next.id) }
        return cancellation
    }

    /// Ends a call early. Does nothing when no such call is in flight.
    package func cancel(_ id: RPCIdentifier, _ cancellation: Cancellation) {
        let (task, waiting) = state.withLock { state -> (Task<Void, Never>?, Waiting?) in
            guard let entry = state.entries[id] else { return (nil, nil) }
            if let index = state.waiting[state.firstWaiting...].firstIndex(where: { $0.id == id }) {
                state.entries[id] = nil
                return (nil, state.waiting.remove(at: index))
            }
            state.entries[id]?.cancellation = entry.cancellation ?? cancellation
            return (entry.task, nil)
        }
        task?.cancel()
        waiting?.cancelled(cancellation)
    }

    /// Cancels every call: those that run are still answered by their work, those that wait as cancelled.
    package func cancelAll() {
        let (tasks, waiting) = state.withLock { state in
            let waiting = state.waiting[state.firstWaiting...]
            state.waiting = []
            state.firstWaiting = 0
            for call in waiting { state.entries[call.id] = nil }
            return (state.entries.values.compactMap(\.task), waiting)
        }
        for call in waiting { call.cancelled(.answered) }
        for task in tasks { task.cancel() }
    }

    private func keep(_ task: Task<Void, Never>, for id: RPCIdentifier) {
        // A call that did not suspend is finished by now, and its id may be gone or taken anew; both are this thread's.
        state.withLock { state in
            if state.entries[id]?.task == nil, state.entries[id] != nil { state.entries[id]?.task = task }
        }
    }

    private static func takeWaiting(_ state: inout State) -> Waiting? {
        guard state.firstWaiting < state.waiting.count else { return nil }
        let next = state.waiting[state.firstWaiting]
        state.firstWaiting += 1
        state.running += 1
        if state.firstWaiting == state.waiting.count || state.firstWaiting > 1024 {
            state.waiting.removeFirst(state.firstWaiting)
            state.firstWaiting = 0
        }
        return next
    }
}

import Synchronization

/// Gate at which operations wait for the test. Tests run in parallel, so each uses names of its own.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrived = 0
        var cancelled = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())
    private static let all = Mutex<[String: Gate]>([:])

    static func named(_ name: String) -> Gate {
        all.withLock { all in
            if let gate = all[name] { return gate }
            let gate = Gate()
            all[name] = gate
            return gate
        }
    }

    /// Lets go on who waits and who comes.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Number of calls cancelled during their wait.
    var cancelledCount: Int { state.withLock { $0.cancelled } }

    /// Returns true when the gate opens, false when the task is cancelled first.
    func wait() async -> Bool {
        let number = state.withLock { state in
            state.arrived += 1
            return state.arrived
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let isOver = state.isOpen || Task.isCancelled
                    if !isOver { state.waiting[number] = continuation }
                    return isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
        if Task.isCancelled { state.withLock { $0.cancelled += 1 } }
        return !Task.isCancelled
    }
}

import Synchronization

/// A value that comes once, and that any number of tasks wait for.
final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case waiting([CheckedContinuation<Value, Never>])
        case kept(Value)
    }

    private let state = Mutex(State.waiting([]))

    /// The value; waits for it, whether or not the task is cancelled.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value: Value? = state.withLock { state in
                    switch state {
                    case .kept(let value): return value
                    case .waiting(let waiting):
                        state = .waiting(waiting + [continuation])
                        return nil
                    }
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }

    /// Gives the value; the first counts.
    func keep(_ value: Value) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
            guard case .waiting(let waiting) = state else { return [] }
            state = .kept(value)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }
}

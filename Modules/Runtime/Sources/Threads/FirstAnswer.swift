import Synchronization

/// A value that is given once and awaited once; whatever is given later is dropped.
package final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case given(Value)
        case taken
    }

    private let state = Mutex(State.open)

    package init() {}

    /// Gives the value. Any thread.
    package func give(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .open:
                state = .given(value)
                return nil
            case .awaited(let waiting):
                state = .taken
                return waiting
            case .given, .taken: return nil
            }
        }
        waiting?.resume(returning: value)
    }

    /// The value that was given first; waits for it. Asked for once.
    package var value: Value {
        get async {
            await withCheckedContinuation { waiting in
                let given = state.withLock { state -> Value? in
                    guard case .given(let value) = state else {
                        state = .awaited(waiting)
                        return nil
                    }
                    state = .taken
                    return value
                }
                if let given { waiting.resume(returning: given) }
            }
        }
    }
}

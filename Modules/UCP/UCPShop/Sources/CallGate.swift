import Synchronization

/// Lets one call in at a time, in the order in which they came; a cancelled one gives up its place.
final class CallGate: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [(number: Int, wake: CheckedContinuation<Bool, Never>)] = []
        var last = 0
        /// Calls that neither wait yet nor are in; a cancelled one is none of them.
        var coming: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Waits until no other call is in.
    /// - Returns: false for a cancelled call, which is not let in; else `leave` has to follow.
    func enter() async -> Bool {
        let number = state.withLock { state in
            state.last += 1
            state.coming.insert(state.last)
            return state.last
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                let isIn: Bool? = state.withLock { state in
                    if state.coming.remove(number) == nil { return false }
                    if state.isTaken {
                        state.waiting.append((number, wake))
                        return nil
                    }
                    state.isTaken = true
                    return true
                }
                if let isIn { wake.resume(returning: isIn) }
            }
        } onCancel: {
            let wake = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
                    state.coming.remove(number)
                    return nil
                }
                return state.waiting.remove(at: place).wake
            }
            wake?.resume(returning: false)
        }
    }

    /// Lets the next one in.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            state.isTaken = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst().wake
        }
        next?.resume(returning: true)
    }
}

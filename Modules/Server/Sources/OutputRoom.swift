import Synchronization

/// Keeps large answers from being written until the client has read most of what was sent before: they wait as rows, whose
/// room `LargeBodies` bounds, and not as bytes that nobody counts.
final class OutputRoom: Sendable {
    private struct State {
        var submissions = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let hasRoom: @Sendable () -> Bool
    private let state = Mutex(State())

    /// - Parameter hasRoom: whether little enough is unread.
    init(hasRoom: @escaping @Sendable () -> Bool) { self.hasRoom = hasRoom }

    /// Returns when there is room, first come, first served, or when the task is cancelled.
    func wait() async {
        let number = state.withLock { state in
            state.submissions += 1
            return state.submissions
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    // The handler below may have run before this waits.
                    if Task.isCancelled || (state.waiting.isEmpty && hasRoom()) { return true }
                    state.waiting.append((number, continuation))
                    return false
                }
                if isFree { continuation.resume() }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            cancelled?.continuation.resume()
        }
    }

    /// Lets the first one go on if there is room. Called at the end of each turn: what it writes counts in the next one.
    func turnEnded() {
        let next = state.withLock { state in
            state.waiting.isEmpty || !hasRoom() ? nil : state.waiting.removeFirst()
        }
        next?.continuation.resume()
    }
}

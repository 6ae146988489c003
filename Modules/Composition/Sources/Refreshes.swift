import FeatureKit
import Synchronization

/// The requests for answers that were given already (`stale-while-revalidate`): background work that the end of the host does
/// not wait for.
final class Refreshes: Sendable {
    private struct State {
        var lastID = 0
        /// Nil until the task is known, which may have ended before.
        var running: [Int: Task<Void, Never>?] = [:]
    }

    private let background: Background
    private let state = Mutex(State())

    init(_ background: Background) { self.background = background }

    @Sendable func run(_ work: @escaping @Sendable () async -> Void) {
        let id = state.withLock { state in
            state.lastID += 1
            state.running[state.lastID] = .some(nil)
            return state.lastID
        }
        let task = background.run { [self] in
            await work()
            state.withLock { _ = $0.running.removeValue(forKey: id) }
        }
        state.withLock { if $0.running[id] != nil { $0.running[id] = task } }
    }

    /// Returns when those that run now have ended.
    func finish() async {
        for task in state.withLock({ Array($0.running.values) }) { await task?.value }
    }

    func cancelAll() {
        for task in state.withLock({ Array($0.running.values) }) { task?.cancel() }
    }
}

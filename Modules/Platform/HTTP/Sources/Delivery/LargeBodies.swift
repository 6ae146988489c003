import Synchronization

/// The large bodies that this process reads, lays out and writes at once, by their bytes. Rows and answers take ten times
/// their body: unbounded, 64 calls at once would hold 64 times that. First come, first served.
package final class LargeBodies: Sendable {
    /// Those of the process.
    package static let shared = LargeBodies(limit: 2 << 20)
    /// Bytes from which on a body counts as large.
    package static let least = 256 * 1024

    private struct Waiting {
        let number: Int
        let bytes: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var taken = 0
        var submissions = 0
        var waiting: [Waiting] = []

        /// One body always has room, however large.
        func hasRoom(for bytes: Int, of limit: Int) -> Bool { taken == 0 || bytes <= limit - taken }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: bytes of all bodies together; a larger one is alone.
    package init(limit: Int) { self.limit = limit }

    /// Bytes taken now, and the number of waiting requests.
    var load: (bytes: Int, waiting: Int) { state.withLock { ($0.taken, $0.waiting.count) } }

    /// Waits until there is room.
    /// - Returns: false when the task was cancelled before; then nothing is taken.
    fileprivate func enter(_ bytes: Int) async -> Bool {
        let number = state.withLock { state in
            state.submissions += 1
            return state.submissions
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    // The handler below may have run before this waits.
                    if Task.isCancelled { return false }
                    if state.waiting.isEmpty, state.hasRoom(for: bytes, of: limit) {
                        state.taken += bytes
                        return true
                    }
                    state.waiting.append(Waiting(number: number, bytes: bytes, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            cancelled?.continuation.resume(returning: false)
            // It may have kept smaller ones waiting behind it.
            if cancelled != nil { leave(0) }
        }
    }

    /// Takes more than there may be room for: whoever holds room already must not wait for itself.
    fileprivate func add(_ bytes: Int) { state.withLock { $0.taken += bytes } }

    fileprivate func leave(_ bytes: Int) {
        let admitted = state.withLock { state in
            state.taken -= bytes
            var admitted: [Waiting] = []
            while let next = state.waiting.first, state.hasRoom(for: next.bytes, of: limit) {
                state.taken += next.bytes
                admitted.append(state.waiting.removeFirst())
            }
            return admitted
        }
        for waiting in admitted { waiting.continuation.resume(returning: true) }
    }

    /// One piece of work on bodies, such as an operation from its first request until its answer is written. The room that
    /// it takes is free again when it is released.
    package final class Visit: Sendable {
        /// Reservation of the current task.
        @TaskLocal package static var current: Visit?

        private let bodies: LargeBodies
        private enum Stage {
            case outside
            /// Its first body waits for room, and its others for the first.
            case entering([CheckedContinuation<Void, Never>])
            case inside
        }

        private let state = Mutex((held: 0, stage: Stage.outside))

        package init(to bodies: LargeBodies = .shared) { self.bodies = bodies }

        deinit {
            let bytes = state.withLock { $0.held }
            if bytes > 0 { bodies.leave(bytes) }
        }

        /// Counts a body. Waits for room at the first large one; returns at once for small ones, and when the task is
        /// cancelled.
        package func enter(_ bytes: Int) async {
            guard bytes >= LargeBodies.least else { return }
            let isFirst = state.withLock { state in
                guard case .outside = state.stage else { return false }
                state.stage = .entering([])
                return true
            }
            if isFirst {
                let isInside = await bodies.enter(bytes)
                let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                    guard case .entering(let waiting) = state.stage else { return [] }
                    state.stage = isInside ? .inside : .outside
                    return waiting
                }
                for continuation in waiting { continuation.resume() }
                guard isInside else { return }
            } else {
                await entered()
                guard case .inside = state.withLock({ $0.stage }) else { return }
                bodies.add(bytes)
            }
            state.withLock { $0.held += bytes }
        }

        /// Returns when the first body has room, or was cancelled.
        private func entered() async {
            await withCheckedContinuation { continuation in
                let isEntering = state.withLock { state in
                    guard case .entering(let waiting) = state.stage else { return false }
                    state.stage = .entering(waiting + [continuation])
                    return true
                }
                if !isEntering { continuation.resume() }
            }
        }
    }
}

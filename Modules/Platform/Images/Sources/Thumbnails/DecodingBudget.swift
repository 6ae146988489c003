import Synchronization

/// The memory that making pictures smaller may take at once. Whoever does not fit waits, first come, first served.
final class DecodingBudget: Sendable {
    /// Bytes in use at once in the whole process, and so the most of one picture.
    static let most = 40 << 20

    private struct Waiter {
        let number: Int
        let bytes: Int
        let turn: Promise<Bool>
    }

    private struct State {
        var free: Int
        var waiting: [Waiter] = []
        var lastNumber = 0

        /// Takes those who fit out of the queue, up to the first who does not.
        mutating func admitted() -> [Promise<Bool>] {
            var turns: [Promise<Bool>] = []
            while let first = waiting.first, first.bytes <= free {
                free -= first.bytes
                turns.append(waiting.removeFirst().turn)
            }
            return turns
        }
    }

    private let state: Mutex<State>

    /// - Parameter bytes: what may be in use at once.
    init(bytes: Int) {
        state = Mutex(State(free: bytes))
    }

    /// Those who wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Takes bytes that are free, ahead of nobody.
    /// - Returns: whether they were; `giveBack` them then.
    func takes(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.waiting.isEmpty, bytes <= state.free else { return false }
            state.free -= bytes
            return true
        }
    }

    /// Waits until so many bytes are free, and takes them; `giveBack` them afterwards.
    /// - Throws: `.cancelled` when the task is; nothing is taken then.
    func take(_ bytes: Int) async throws(ImageFailure) {
        let turn = Promise<Bool>()
        let number = change { state in
            state.lastNumber += 1
            state.waiting.append(Waiter(number: state.lastNumber, bytes: bytes, turn: turn))
            return state.lastNumber
        }
        let isTaken = await withTaskCancellationHandler {
            await turn.value
        } onCancel: {
            let left = change { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            left?.turn.keep(false)
        }
        guard isTaken else { throw .cancelled }
    }

    func giveBack(_ bytes: Int) { change { $0.free += bytes } }

    /// Changes the state, then tells those who fit now.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, turns) = state.withLock { state in (body(&state), state.admitted()) }
        for turn in turns { turn.keep(true) }
        return result
    }
}

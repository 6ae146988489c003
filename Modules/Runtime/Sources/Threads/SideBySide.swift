import Glibc
import Synchronization

/// The results of independent pieces of work, done by this thread and one more, whichever is free for the next.
///
/// It returns when all are done; where no thread can be had this one does them alone. Worth it from about a millisecond on: a thread
/// costs 0.1.
/// - Parameters:
///   - count: of the pieces.
///   - work: gives the result of the piece with an index below `count`; called on two threads at the same time.
package func sideBySide<Value: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) -> Value) -> [Value] {
    guard count > 1 else { return (0..<count).map(work) }
    let pieces = Pieces<Value>(count)
    if startThread(stackBytes: 1 << 20, { pieces.run(work) }) == nil {
        pieces.run(work)
        pieces.awaitOther()
    } else {
        pieces.run(work)
    }
    return pieces.results
}

/// Pieces of work and their results, shared by two threads.
private final class Pieces<Value: Sendable>: Sendable {
    private let next = Atomic(0)
    private let done: Mutex<[Value?]>
    /// Posted when one of the threads finds nothing left.
    private let ended = Semaphore()
    private let count: Int

    init(_ count: Int) {
        self.count = count
        done = Mutex(Array(repeating: nil, count: count))
    }

    var results: [Value] { done.withLock { $0.compactMap(\.self) } }

    func run(_ work: (Int) -> Value) {
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < count else { return ended.post() }
            let value = work(index)
            done.withLock { $0[index] = value }
        }
    }

    /// Waits for both threads' ends: this one has posted already.
    func awaitOther() {
        ended.wait()
        ended.wait()
    }
}

import Glibc
import Runtime
import Synchronization
import Testing

/// Values made by a thread of their own before they are asked for.
@Suite("Values made ahead") struct MadeAheadTests {
    private final class Calls: Sendable {
        let counts: Mutex<[Int]>

        init(_ count: Int) { counts = Mutex(Array(repeating: 0, count: count)) }

        func makers(_ make: @escaping @Sendable (Int) -> Int) -> [@Sendable () -> Int] {
            (0..<counts.withLock { $0.count }).map { index in
                { [self] in
                    counts.withLock { $0[index] += 1 }
                    return make(index)
                }
            }
        }
    }

    @Test("each is made once, whoever asks, in whatever order", arguments: [1, 2, 3, 100])
    func once(count: Int) {
        let calls = Calls(count)
        let values = MadeAhead(calls.makers { $0 * 7 })
        let backwards = sideBySide(4) { _ in (0..<count).reversed().map { values[$0] } }
        #expect(backwards == Array(repeating: (0..<count).reversed().map { $0 * 7 }, count: 4))
        #expect((0..<count).map { values[$0] } == (0..<count).map { $0 * 7 })
        #expect(calls.counts.withLock { $0 } == Array(repeating: 1, count: count))
    }

    @Test("nothing is made before the first question")
    func lazily() {
        let calls = Calls(10)
        _ = MadeAhead(calls.makers { $0 })
        #expect(calls.counts.withLock { $0.reduce(0, +) } == 0)
    }

    /// The first value is made when the second one has begun: one thread alone would wait for ever.
    @Test("the first question has the others made beside it")
    func beside() {
        let begun = Atomic(0)
        let values = MadeAhead<Int>([
            {
                while begun.load(ordering: .acquiring) == 0 { sched_yield() }
                return 1
            },
            {
                begun.store(1, ordering: .releasing)
                return 2
            },
        ])
        #expect(values[0] == 1)
        #expect(values[1] == 2)
    }
}

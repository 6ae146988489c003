import Glibc
import Runtime
import Synchronization
import Testing

/// Two threads for independent work.
struct SideBySideTests {
    @Test("results come in the order of their pieces, each made once", arguments: [0, 1, 2, 3, 1000])
    func order(count: Int) {
        let calls = Mutex([Int](repeating: 0, count: count))
        let results = sideBySide(count) { index in
            calls.withLock { $0[index] += 1 }
            return index * 3
        }
        #expect(results == (0..<count).map { $0 * 3 })
        #expect(calls.withLock { $0 }.allSatisfy { $0 == 1 })
    }

    /// Each piece waits until the other one has begun: one thread alone would wait for ever.
    @Test("two pieces run at the same time")
    func atTheSameTime() {
        let begun = Atomic(0)
        let results = sideBySide(2) { index in
            begun.wrappingAdd(1, ordering: .sequentiallyConsistent)
            while begun.load(ordering: .sequentiallyConsistent) < 2 { sched_yield() }
            return index
        }
        #expect(results == [0, 1])
    }

    @Test("a piece may do its own work side by side")
    func nested() {
        let results = sideBySide(4) { outer in sideBySide(3) { inner in outer * 10 + inner } }
        #expect(results == (0..<4).map { outer in (0..<3).map { outer * 10 + $0 } })
    }
}

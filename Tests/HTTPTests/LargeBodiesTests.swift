import Synchronization
import Testing

@testable import HTTP

@Suite("17.12: Large bodies at once")
struct LargeBodiesTests {
    private static let large = LargeBodies.least

    /// Waits until so many wait: by turns of the tasks, not by time.
    private func waiting(_ count: Int, for bodies: LargeBodies) async {
        while bodies.load.waiting != count { await Task.yield() }
    }

    @Test("Small bodies never wait; of large ones there is room for so many bytes, and always for one")
    func room() async {
        let bodies = LargeBodies(limit: 2 * Self.large)
        let (small, whole) = (LargeBodies.Visit(to: bodies), LargeBodies.Visit(to: bodies))
        await whole.enter(10 * Self.large)
        await small.enter(Self.large - 1)
        #expect(bodies.load == (10 * Self.large, 0))
    }

    @Test("Who waits goes on in order, when those before have been released")
    func order() async {
        let bodies = LargeBodies(limit: 2 * Self.large)
        var first: LargeBodies.Visit? = LargeBodies.Visit(to: bodies)
        await first?.enter(2 * Self.large)
        let order = Counter()
        let tasks = await withTaskGroup { group in
            for number in 1...4 {
                group.addTask {
                    let visit = LargeBodies.Visit(to: bodies)
                    await visit.enter(2 * Self.large)
                    return (number, order.increment(), bodies.load.bytes)
                }
                await waiting(number, for: bodies)
            }
            first = nil
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tasks.allSatisfy { number, place, bytes in number == place && bytes == 2 * Self.large })
        #expect(bodies.load == (0, 0))
    }

    @Test("Further bodies of the same work do not wait for its own room")
    func further() async {
        let bodies = LargeBodies(limit: Self.large)
        do {
            let visit = LargeBodies.Visit(to: bodies)
            for _ in 0..<3 { await visit.enter(Self.large) }
            #expect(bodies.load == (3 * Self.large, 0))
        }
        #expect(bodies.load == (0, 0))
    }

    @Test("Of several bodies of the same work at once the first waits, and none waits for another of them")
    func siblings() async {
        let bodies = LargeBodies(limit: Self.large)
        var first: LargeBodies.Visit? = LargeBodies.Visit(to: bodies)
        await first?.enter(Self.large)
        let visit = LargeBodies.Visit(to: bodies)
        await withTaskGroup { group in
            group.addTask { await visit.enter(Self.large) }
            await waiting(1, for: bodies)
            for _ in 0..<2 { group.addTask { await visit.enter(Self.large) } }
            first = nil
            await group.waitForAll()
        }
        #expect(bodies.load == (3 * Self.large, 0))
        withExtendedLifetime(visit) {}
    }

    @Test("Who is cancelled waits no longer, takes nothing, and keeps nobody behind it waiting")
    func cancelled() async {
        let bodies = LargeBodies(limit: 2 * Self.large)
        let first = LargeBodies.Visit(to: bodies)
        await first.enter(Self.large)
        let huge = Task { await LargeBodies.Visit(to: bodies).enter(5 * Self.large) }
        await waiting(1, for: bodies)
        let last = LargeBodies.Visit(to: bodies)
        let behind = Task { await last.enter(Self.large) }
        await waiting(2, for: bodies)
        huge.cancel()
        await huge.value
        await behind.value
        #expect(bodies.load == (2 * Self.large, 0))
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await LargeBodies.Visit(to: bodies).enter(Self.large)
        }
        await late.value
        #expect(bodies.load == (2 * Self.large, 0))
        withExtendedLifetime((first, last)) {}
    }
}

/// Counts from any task.
private final class Counter: Sendable {
    private let count = Mutex(0)

    func increment() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

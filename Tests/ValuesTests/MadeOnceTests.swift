import Synchronization
import Testing

@testable import Values

/// Objects that are made when somebody asks first.
@Suite("What is made once")
struct MadeOnceTests {
    private final class Counted: Sendable {
        let alive: Tally
        let number: Int

        init(_ alive: Tally, _ number: Int) {
            (self.alive, self.number) = (alive, number)
            alive.count.add(1, ordering: .relaxed)
        }

        deinit { alive.count.subtract(1, ordering: .relaxed) }
    }

    private final class Tally: Sendable {
        let count = Atomic(0)

        var value: Int { count.load(ordering: .relaxed) }
    }

    private final class Owner: Sendable {
        let made = MadeOnce<Counted>()
    }

    @Test("it is made by the first who asks, given to all, and let go with its owner")
    func once() {
        let alive = Tally()
        var owner: Owner? = Owner()
        #expect(alive.value == 0)
        let first = owner?.made.value { Counted(alive, 1) }
        let second = owner?.made.value { Counted(alive, 2) }
        #expect(first?.number == 1 && second === first && alive.value == 1)
        owner = nil
        // Whoever was given it keeps it.
        #expect(first?.number == 1 && alive.value == 1)
    }

    @Test("who makes one while another is made is given the other, and its own is let go")
    func meanwhile() {
        let alive = Tally()
        let owner = Owner()
        var inner: Counted?
        let outer = owner.made.value {
            inner = owner.made.value { Counted(alive, 2) }
            return Counted(alive, 1)
        }
        #expect(outer.number == 2 && outer === inner && alive.value == 1)
    }

    @Test("many threads that ask at once are given the same")
    func threads() async {
        let alive = Tally()
        for _ in 0..<200 {
            let owner = Owner()
            let given = await withTaskGroup(of: Counted.self) { group in
                for number in 0..<8 {
                    group.addTask { owner.made.value { Counted(alive, number) } }
                }
                var given: [Counted] = []
                for await object in group { given.append(object) }
                return given
            }
            #expect(given.count == 8 && given.allSatisfy { $0 === given[0] })
        }
    }
}

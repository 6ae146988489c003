import Synchronization
import Testing

@testable import JSONRPC

@Suite("Calls in flight")
struct InFlightCallsTests {
    @Test("At most the limit runs; the others wait in order", arguments: [1, 2, 3, 7])
    func limit(_ limit: Int) {
        let desk = Desk(limit: limit, waitingLimit: 100)
        for number in 0..<20 { #expect(desk.submit(number) == .accepted) }
        #expect(desk.started == Array(0..<limit))
        for number in 0..<20 {
            desk.open(number)
            #expect(desk.started == Array(0..<min(20, number + 1 + limit)))
        }
        #expect(desk.calls.isEmpty)
    }

    @Test("A call that ends out of order lets the longest waiting one in")
    func order() {
        let desk = Desk(limit: 2, waitingLimit: 10)
        for number in 0..<5 { #expect(desk.submit(number) == .accepted) }
        desk.open(1)
        #expect(desk.started == [0, 1, 2])
        desk.open(2)
        #expect(desk.started == [0, 1, 2, 3])
        desk.open(0)
        #expect(desk.started == [0, 1, 2, 3, 4])
    }

    @Test("As many wait as may; a further one is refused and leaves nothing behind")
    func full() {
        let desk = Desk(limit: 1, waitingLimit: 2)
        #expect(desk.calls.hasRoom)
        #expect((0..<3).map { desk.submit($0) } == [.accepted, .accepted, .accepted])
        #expect(!desk.calls.hasRoom)
        #expect(desk.submit(3) == .full)
        #expect(!desk.calls.contains(Desk.id(3)))
        desk.open(0)
        #expect(desk.submit(3) == .accepted)
        #expect(desk.submit(4) == .full)
        for number in 1...4 { desk.open(number) }
        #expect(desk.started == [0, 1, 2, 3])
        #expect(desk.calls.isEmpty && desk.calls.hasRoom)
    }

    @Test("Where none may wait, the limit alone counts")
    func noWaiting() {
        let desk = Desk(limit: 2, waitingLimit: 0)
        #expect((0..<3).map { desk.submit($0) } == [.accepted, .accepted, .full])
    }

    @Test("W10: an id in flight is taken, running or waiting, and the first call is not disturbed")
    func duplicate() {
        let desk = Desk(limit: 1, waitingLimit: 5)
        #expect(desk.submit(5) == .accepted)
        #expect(desk.submit(6) == .accepted)
        #expect(desk.submit(5) == .duplicate)
        #expect(desk.submit(6) == .duplicate)
        desk.open(5)
        desk.open(6)
        #expect(
            desk.events == [
                .started(5), .finished(5, cancelled: nil), .started(6), .finished(6, cancelled: nil),
            ])
    }

    @Test("A duplicate is one even when no more may wait")
    func duplicateWhenFull() {
        let desk = Desk(limit: 1, waitingLimit: 0)
        #expect(desk.submit(1) == .accepted)
        #expect(desk.submit(1) == .duplicate)
    }

    @Test("An id is free again when its call has ended, as often as you like")
    func reuse() {
        let desk = Desk(limit: 1, waitingLimit: 0)
        for _ in 0..<3 {
            #expect(!desk.calls.contains(Desk.id(9)))
            #expect(desk.submit(9) == .accepted)
            #expect(desk.calls.contains(Desk.id(9)))
            desk.open(9)
        }
        #expect(desk.started == [9, 9, 9])
        #expect(desk.calls.isEmpty)
    }

    @Test("An id that is taken again inside its own call's end stands for the new call")
    func reuseInside() {
        let desk = Desk(limit: 1, waitingLimit: 4)
        let gate = Gate()
        let id = Desk.id(1)
        let calls = desk.calls
        let admission = calls.submit(id) {
            #expect(calls.finish(id) == nil)
            let again = calls.submit(id) {
                await gate.pass()
                desk.note(.finished(1, cancelled: calls.finish(id)))
            } onCancelledWhileWaiting: { _ in
            }
            #expect(again == .accepted)
        } onCancelledWhileWaiting: { _ in
        }
        #expect(admission == .accepted)
        desk.cancel(1, .silent)
        #expect(desk.events == [.finished(1, cancelled: .silent)])
    }

    @Test("Work that never suspends runs at once, in order, and keeps nothing")
    func immediate() {
        let desk = Desk(limit: 2, waitingLimit: 0)
        let calls = desk.calls
        for number in 0..<10_000 {
            let id = Desk.id(number)
            let admission = calls.submit(id) {
                desk.note(.finished(number, cancelled: calls.finish(id)))
            } onCancelledWhileWaiting: { _ in
            }
            guard admission == .accepted else {
                Issue.record("call \(number) was refused")
                return
            }
        }
        #expect(desk.events.count == 10_000)
        #expect(calls.isEmpty)
    }

    @Test("10,000 waiting calls that never suspend follow each other without nesting", arguments: [1, 2])
    func noNesting(_ limit: Int) {
        let desk = Desk(limit: limit, waitingLimit: 10_000)
        let calls = desk.calls
        let depth = Mutex((now: 0, most: 0))
        for number in 0..<limit { #expect(desk.submit(number) == .accepted) }
        for number in limit..<(limit + 10_000) {
            let id = Desk.id(number)
            let admission = calls.submit(id) {
                depth.withLock { depth in
                    depth.now += 1
                    depth.most = max(depth.most, depth.now)
                }
                desk.note(.finished(number, cancelled: calls.finish(id)))
                depth.withLock { $0.now -= 1 }
            } onCancelledWhileWaiting: { _ in
            }
            guard admission == .accepted else {
                Issue.record("call \(number) was refused")
                return
            }
        }
        for number in 0..<limit { desk.open(number) }
        #expect(depth.withLock { $0.most } == 1)
        #expect(desk.events.count == 10_000 + 2 * limit)
        #expect(calls.isEmpty)
    }

    @Test("P14: a call that waited, ran and ended is kept by nobody, while others still wait")
    func keepsNothing() {
        final class Held: Sendable {}
        let desk = Desk(limit: 1, waitingLimit: 5)
        #expect(desk.submit(1) == .accepted)
        weak var held: Held?
        do {
            let id = Desk.id(2)
            let new = Held()
            held = new
            let calls = desk.calls
            let admission = calls.submit(id) {
                withExtendedLifetime(new) { _ = calls.finish(id) }
            } onCancelledWhileWaiting: { _ in
            }
            #expect(admission == .accepted)
        }
        for number in 3...5 { #expect(desk.submit(number) == .accepted) }
        #expect(held != nil)
        desk.open(1)
        #expect(desk.started == [1, 3])
        #expect(held == nil)
        for number in 3...5 { desk.open(number) }
    }

    @Test("Ending a call that does not run changes nothing")
    func finishUnknown() {
        let desk = Desk(limit: 1, waitingLimit: 5)
        #expect(desk.calls.finish(Desk.id(1)) == nil)
        #expect(desk.submit(1) == .accepted)
        #expect(desk.submit(2) == .accepted)
        #expect(desk.calls.finish(Desk.id(3)) == nil)
        #expect(desk.calls.finish(Desk.id(2)) == nil)
        #expect(desk.started == [1], "the limit still holds")
        desk.open(1)
        desk.open(2)
        #expect(desk.started == [1, 2])
        #expect(desk.calls.isEmpty)
    }
}

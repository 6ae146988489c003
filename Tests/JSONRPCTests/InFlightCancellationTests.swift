import Testing

@testable import JSONRPC

@Suite("Cancelling calls in flight")
struct InFlightCancellationTests {
    static let ways: [Cancellation] = [.silent, .answered]

    @Test("W16: a running call is cancelled, and its end tells how", arguments: ways)
    func running(_ way: Cancellation) {
        let desk = Desk(limit: 1, waitingLimit: 0)
        #expect(desk.submit(1) == .accepted)
        desk.cancel(1, way)
        #expect(desk.events == [.started(1), .finished(1, cancelled: way)])
        #expect(desk.calls.isEmpty)
    }

    @Test("W16: a waiting call never starts, and its id is free at once", arguments: ways)
    func waiting(_ way: Cancellation) {
        let desk = Desk(limit: 1, waitingLimit: 1)
        #expect(desk.submit(1) == .accepted)
        #expect(desk.submit(2) == .accepted)
        desk.cancel(2, way)
        #expect(desk.events == [.started(1), .dropped(2, way)])
        #expect(desk.submit(2) == .accepted)
        desk.open(1)
        desk.open(2)
        #expect(
            desk.events.suffix(3) == [
                .finished(1, cancelled: nil), .started(2), .finished(2, cancelled: nil),
            ])
    }

    @Test("W16: the place of a cancelled waiting call is free for another")
    func place() {
        let desk = Desk(limit: 1, waitingLimit: 2)
        for number in 1...3 { #expect(desk.submit(number) == .accepted) }
        #expect(desk.submit(4) == .full)
        desk.cancel(2, .silent)
        #expect(desk.submit(4) == .accepted)
        for number in [1, 3, 4] { desk.open(number) }
        #expect(desk.started == [1, 3, 4])
    }

    @Test("W16: unknown and ended calls are ignored", arguments: ways)
    func unknown(_ way: Cancellation) {
        let desk = Desk(limit: 1, waitingLimit: 1)
        desk.cancel(7, way)
        #expect(desk.submit(1) == .accepted)
        desk.open(1)
        desk.cancel(1, way)
        #expect(desk.events == [.started(1), .finished(1, cancelled: nil)])
        #expect(desk.submit(1) == .accepted)
        desk.open(1)
        #expect(desk.events.last == .finished(1, cancelled: nil), "a late cancellation is not kept for the next call")
    }

    @Test("W16: of two cancellations the first counts")
    func twice() {
        let desk = Desk(limit: 1, waitingLimit: 0)
        #expect(desk.submit(1) == .accepted)
        desk.calls.cancel(Desk.id(1), .silent)
        desk.calls.cancel(Desk.id(1), .answered)
        desk.run()
        #expect(desk.events == [.started(1), .finished(1, cancelled: .silent)])
    }

    @Test("W16: a call that was let in, but did not begin, is cancelled all the same")
    func betweenWaitingAndStart() {
        let desk = Desk(limit: 1, waitingLimit: 1)
        let calls = desk.calls
        let id = Desk.id(1)
        #expect(desk.submit(0) == .accepted)
        let admission = calls.submit(id) {
            desk.note(.finished(1, cancelled: calls.finish(id)))
            #expect(Task.isCancelled)
        } onCancelledWhileWaiting: { _ in
        }
        #expect(admission == .accepted)
        #expect(calls.finish(Desk.id(0)) == nil)
        calls.cancel(id, .answered)
        desk.run()
        #expect(desk.events == [.started(0), .finished(1, cancelled: .answered)])
    }

    @Test("W16: a call that is cancelled from its own first steps sees it at its first suspension")
    func fromInside() {
        let desk = Desk(limit: 1, waitingLimit: 0)
        let calls = desk.calls
        let (id, gate) = (Desk.id(1), Gate())
        let admission = calls.submit(id) {
            calls.cancel(id, .silent)
            await gate.pass()
            desk.note(.finished(1, cancelled: calls.finish(id)))
        } onCancelledWhileWaiting: { _ in
        }
        #expect(admission == .accepted)
        desk.run()
        #expect(desk.events == [.finished(1, cancelled: .silent)])
    }

    @Test("cancelAll ends what runs by its own work and what waits as cancelled")
    func all() {
        let desk = Desk(limit: 2, waitingLimit: 3)
        for number in 0..<5 { #expect(desk.submit(number) == .accepted) }
        desk.cancelAll()
        #expect(desk.started == [0, 1])
        let dropped: [Desk.Event] = (2..<5).map { .dropped($0, .answered) }
        #expect(desk.events.filter(dropped.contains) == dropped)
        #expect(desk.events.contains(.finished(0, cancelled: nil)))
        #expect(desk.events.contains(.finished(1, cancelled: nil)))
        #expect(desk.events.count == 7)
        #expect(desk.calls.isEmpty)
        #expect(desk.submit(0) == .accepted)
    }

    @Test("cancelAll of no calls, and twice, is nothing")
    func allOfNone() {
        let desk = Desk(limit: 1, waitingLimit: 1)
        desk.cancelAll()
        #expect(desk.submit(1) == .accepted)
        desk.cancelAll()
        desk.cancelAll()
        #expect(desk.events == [.started(1), .finished(1, cancelled: nil)])
    }

    @Test("W16: 1,000 cancellations of running and waiting calls leave nothing in flight", arguments: ways)
    func storm(_ way: Cancellation) {
        let desk = Desk(limit: 100, waitingLimit: 900)
        for number in 0..<1_000 { #expect(desk.submit(number) == .accepted) }
        for number in (0..<1_000).reversed() { desk.calls.cancel(Desk.id(number), way) }
        desk.run()
        #expect(desk.started == Array(0..<100))
        #expect(
            Set((100..<1_000).map { $0 })
                == Set(
                    desk.events.compactMap { event in
                        if case .dropped(let number, way) = event { number } else { nil }
                    }))
        #expect(desk.events.count == 1_100)
        #expect(desk.calls.isEmpty)
    }
}

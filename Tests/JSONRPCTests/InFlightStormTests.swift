import TestSupport
import Testing

@testable import JSONRPC

@Suite("W16, P12: Calls in flight, at random")
struct InFlightStormTests {
    @Test(
        "Each call that was accepted ends exactly once, as the model says",
        arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func laws(seed: UInt64) {
        var numbers = SeededGenerator(seed)
        let (limit, waitingLimit) = (Int.random(in: 1...4, using: &numbers), Int.random(in: 0...6, using: &numbers))
        let desk = Desk(limit: limit, waitingLimit: waitingLimit)
        var model = Model(limit: limit, waitingLimit: waitingLimit)
        for step in 0..<2_000 {
            let id = Int.random(in: 0..<12, using: &numbers)
            switch Int.random(in: 0..<100, using: &numbers) {
            case ..<55: #expect(desk.submit(id) == model.submit(id), "step \(step)")
            case ..<85:
                if model.running.contains(id) {
                    desk.open(id)
                    model.finish(id, cancelled: nil)
                }
            case ..<98:
                let way = Bool.random(using: &numbers) ? Cancellation.silent : .answered
                desk.cancel(id, way)
                model.cancel(id, way)
            default:
                desk.cancelAll()
                model.cancelAll()
            }
            #expect(desk.calls.isEmpty == (model.running.isEmpty && model.waiting.isEmpty), "step \(step)")
        }
        while let id = model.running.first {
            desk.open(id)
            model.finish(id, cancelled: nil)
        }
        #expect(ends(desk.events) == ends(model.events))
        #expect(desk.started == model.started)
        #expect(desk.calls.isEmpty)
    }

    /// Number of ends of each call, and their kinds; their order within one step is the executor's matter.
    private func ends(_ events: [Desk.Event]) -> [String: Int] {
        Dictionary(events.map { ("\($0)", 1) }, uniquingKeysWith: +)
    }

    /// Reference model, as plain lists.
    private struct Model {
        let limit: Int
        let waitingLimit: Int
        var running: [Int] = []
        var waiting: [Int] = []
        var started: [Int] = []
        var events: [Desk.Event] = []

        mutating func submit(_ id: Int) -> InFlightCalls.Admission {
            if running.contains(id) || waiting.contains(id) { return .duplicate }
            if running.count < limit {
                start(id)
            } else if waiting.count < waitingLimit {
                waiting.append(id)
            } else {
                return .full
            }
            return .accepted
        }

        mutating func finish(_ id: Int, cancelled: Cancellation?) {
            running.removeAll { $0 == id }
            events.append(.finished(id, cancelled: cancelled))
            if running.count < limit, !waiting.isEmpty { start(waiting.removeFirst()) }
        }

        mutating func cancel(_ id: Int, _ way: Cancellation) {
            if running.contains(id) { return finish(id, cancelled: way) }
            guard waiting.contains(id) else { return }
            waiting.removeAll { $0 == id }
            events.append(.dropped(id, way))
        }

        mutating func cancelAll() {
            events += waiting.map { .dropped($0, .answered) }
            waiting = []
            for id in running { finish(id, cancelled: nil) }
        }

        private mutating func start(_ id: Int) {
            running.append(id)
            started.append(id)
            events.append(.started(id))
        }
    }

    @Test("Calls from many threads at once each end exactly once")
    func threads() async {
        let executor = PoolExecutor()
        let calls = InFlightCalls(limit: 4, waitingLimit: 10_000, executor: executor)
        let desk = Desk(limit: 1, waitingLimit: 0)
        await withTaskGroup { group in
            for number in 0..<400 {
                group.addTask {
                    let id = Desk.id(number)
                    await withCheckedContinuation { ended in
                        let admission = calls.submit(id) {
                            await Task.yield()
                            desk.note(.finished(number, cancelled: calls.finish(id)))
                            ended.resume()
                        } onCancelledWhileWaiting: { way in
                            desk.note(.dropped(number, way))
                            ended.resume()
                        }
                        #expect(admission == .accepted)
                    }
                }
                if number.isMultiple(of: 5) { group.addTask { calls.cancel(Desk.id(number), .silent) } }
            }
        }
        let ended = desk.events.map { event in
            switch event {
            case .started(let number), .finished(let number, _), .dropped(let number, _): number
            }
        }
        #expect(ended.sorted() == Array(0..<400))
        #expect(calls.isEmpty)
    }
}

/// Runs jobs on Swift's own threads.
private final class PoolExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { globalConcurrentExecutor.enqueue(job) }
}

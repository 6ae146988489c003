import JSON
import Synchronization
import Testing

@testable import JSONRPC

/// Runs jobs when the test says so, on the test's thread, in the order they came.
final class ManualExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs jobs, those that come meanwhile too, until there are none.
    func run() {
        while let job = jobs.withLock({ jobs in jobs.isEmpty ? nil : jobs.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

/// Holds one task back until it is opened or the task is cancelled.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    func pass() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting = continuation }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            open()
        }
    }
}

/// Hands calls in, each of which waits at a gate, and writes down what becomes of them.
final class Desk: Sendable {
    enum Event: Sendable, Equatable {
        case started(Int)
        /// It ended by its own work; `cancelled` is what `finish` said.
        case finished(Int, cancelled: Cancellation?)
        /// It was cancelled before it could start.
        case dropped(Int, Cancellation)
    }

    let calls: InFlightCalls
    private let executor = ManualExecutor()
    private let log = Mutex<[Event]>([])
    private let gates = Mutex<[Int: Gate]>([:])

    init(limit: Int, waitingLimit: Int) {
        calls = InFlightCalls(limit: limit, waitingLimit: waitingLimit, executor: executor)
    }

    var events: [Event] { log.withLock { $0 } }

    /// The calls whose work began, in that order.
    var started: [Int] {
        events.compactMap { event in if case .started(let id) = event { id } else { nil } }
    }

    /// Hands in a call that waits at its gate.
    func submit(_ number: Int) -> InFlightCalls.Admission {
        let gate = Gate()
        let id = Self.id(number)
        let admission = calls.submit(id) { [self] in
            note(.started(number))
            await gate.pass()
            note(.finished(number, cancelled: calls.finish(id)))
        } onCancelledWhileWaiting: { [self] cancellation in
            note(.dropped(number, cancellation))
        }
        if admission == .accepted { gates.withLock { $0[number] = gate } }
        return admission
    }

    /// Lets the call end, and whatever follows from that.
    func open(_ number: Int) {
        gates.withLock { $0[number] }?.open()
        executor.run()
    }

    func cancel(_ number: Int, _ cancellation: Cancellation) {
        calls.cancel(Self.id(number), cancellation)
        executor.run()
    }

    func cancelAll() {
        calls.cancelAll()
        executor.run()
    }

    func note(_ event: Event) { log.withLock { $0.append(event) } }

    func run() { executor.run() }

    static func id(_ number: Int) -> RPCIdentifier {
        guard let document = try? JSONDocument(parsing: "\(number)"), let id = RPCIdentifier(document.root) else {
            Issue.record("\(number) is no id")
            return .null
        }
        return id
    }
}

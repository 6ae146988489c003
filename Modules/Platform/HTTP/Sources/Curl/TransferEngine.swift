import CCurl
import Glibc
import Runtime
import Synchronization

/// The way from any task to the one thread that owns libcurl's multi handle.
///
/// Requests and cancellations go in through a queue under a mutex and a wake-up; answers come back by resuming a
/// continuation. The thread is started by the first request and stops when it has been idle or is closed.
final class TransferEngine: ExchangeTransport {
    /// Commands to the thread, in order.
    enum Command: Sendable {
        case start(TransferJob)
        case cancel(UInt64)
        /// A large body has been taken over: its origin may send the next one.
        case taken(Exchange, bytes: Int)
    }

    /// Pending orders at one look of the thread.
    struct Orders: Sendable {
        let commands: [Command]
        let isClosed: Bool
    }

    private enum Thread {
        case stopped
        case starting
        /// The address of the multi handle. It is open as long as this case holds, which does not end while somebody is
        /// about to wake it.
        case running(UInt)
    }

    private struct State {
        var thread = Thread.stopped
        var commands: [Command] = []
        var lastID: UInt64 = 0
        var isClosed = false
        /// Threads that are sending a wake-up: outside of the mutex, for which the woken thread would only wait.
        var wakers = 0
    }

    let limits: TransferLimits
    private let state = Mutex(State())

    init(limits: TransferLimits) {
        self.limits = limits
    }

    func perform(_ exchange: Exchange) async -> ExchangeOutcome {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(.start(TransferJob(id: id, exchange: exchange, continuation: continuation)))
                // The handler below may have run before the job was known.
                if Task.isCancelled { submit(.cancel(id)) }
            }
        } onCancel: {
            submit(.cancel(id))
        }
        if case .success(let response) = outcome.result, response.body.count >= LargeBodies.least {
            await LargeBodies.Visit.current?.enter(response.body.count)
            submit(.taken(exchange, bytes: response.body.count))
        }
        return outcome
    }

    /// Ends the thread and its connections. Nobody may be waiting for an answer.
    func close() {
        let sleeping = state.withLock { state in
            state.isClosed = true
            return Self.beginWaking(&state)
        }
        wake(sleeping)
    }

    private func submit(_ command: Command) {
        let (mustStart, sleeping) = state.withLock { state -> (Bool, UInt?) in
            if case .cancel = command, case .stopped = state.thread { return (false, nil) }
            // Who said something that is not taken yet has woken the thread.
            let isFirst = state.commands.isEmpty
            state.commands.append(command)
            guard case .stopped = state.thread else { return (false, isFirst ? Self.beginWaking(&state) : nil) }
            state.thread = .starting
            return (true, nil)
        }
        wake(sleeping)
        if mustStart { startThread() }
    }

    /// - Returns: what `wake` takes: nil when nobody sleeps.
    private static func beginWaking(_ state: inout State) -> UInt? {
        guard case .running(let address) = state.thread else { return nil }
        state.wakers += 1
        return address
    }

    private func wake(_ address: UInt?) {
        guard let address else { return }
        ccurl_multi_wakeup(OpaquePointer(bitPattern: address))
        state.withLock { $0.wakers -= 1 }
    }
}

// MARK: The thread's side

extension TransferEngine {
    /// Takes what was said since the last call.
    func takeOrders() -> Orders {
        state.withLock { state in
            defer { state.commands.removeAll(keepingCapacity: true) }
            return Orders(commands: state.commands, isClosed: state.isClosed)
        }
    }

    /// Says that wake-ups may be sent to this handle.
    func didOpen(multiAddress: UInt) {
        state.withLock { $0.thread = .running(multiAddress) }
    }

    /// Whether the thread may end now: nothing came in meanwhile. From then on no wake-up is sent.
    func mayStop() -> Bool {
        while true {
            let answer = state.withLock { state -> Bool? in
                guard state.commands.isEmpty else { return false }
                guard state.wakers == 0 else { return nil }
                state.thread = .stopped
                return true
            }
            if let answer { return answer }
            // Somebody has woken this thread and has yet to say so: a few instructions.
            sched_yield()
        }
    }

    private func startThread() {
        // As a batch: where both share a processor it took each answer in the middle of the work on the one before, two switches of
        // threads a page, which took a ninth of the time of 32 pages in flight.
        if let code = Runtime.startThread(
            stackBytes: 512 * 1_024, isBatch: true, { [self] in TransferLoop.run(for: self) })
        {
            failEverything(.libraryMissing(detail: "no thread could be started (error \(code))"))
        }
    }

    /// Answers all that wait with the same failure, when there is no thread to do it.
    func failEverything(_ failure: HTTPFailure) {
        repeat {
            for case .start(let job) in takeOrders().commands { job.finish(.failure(failure)) }
        } while !mayStop()
    }
}

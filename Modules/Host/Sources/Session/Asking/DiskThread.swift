import Glibc
import HTTP
import Synchronization

/// Runs what may wait for a disk on a thread of its own, one after the other: a disk that stalls keeps that thread, not the
/// loop's and none of the pool's. The thread is there while there is work.
final class DiskThread: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
    }

    /// Jobs that wait.
    private static let limit = 64

    private let state = Mutex(State())

    /// Does the work, and gives what it gives; nil when that takes longer than `patience`, too much waits
    /// already, or descriptors are short. Work
    /// that was begun, or waits, is done all the same.
    func run<Value: Sendable>(
        within patience: Duration, _ work: @escaping @Sendable () -> Value
    ) async -> Value? {
        // Without descriptors the runtime's timer can't start: then nothing would end the wait.
        guard WorkerPool.isUsable else { return nil }
        let answer = FirstAnswer<Value>()
        guard submit({ answer.give(work()) }) else { return nil }
        let deadline = Task {
            try? await ContinuousClock().sleep(for: patience)
            answer.give(nil)
        }
        defer { deadline.cancel() }
        return await answer.value
    }

    private func submit(_ job: @escaping Job) -> Bool {
        state.withLock { state in
            guard state.jobs.count < Self.limit else { return false }
            state.jobs.append(job)
            if state.isRunning { return true }
            state.isRunning = start()
            if !state.isRunning { state.jobs = [] }
            return state.isRunning
        }
    }

    private func start() -> Bool {
        // Signals are for the main thread: this one is made with all of them blocked.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 1 << 18)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<DiskThread>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, context.toOpaque())
        if code != 0 { context.release() }
        return code == 0
    }

    /// The thread.
    private func work() {
        while let job = next() { job() }
    }

    private func next() -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}

/// A value that is given once and awaited once; whatever is given later is dropped.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value?, Never>)
        case given(Value?)
        case taken
    }

    private let state = Mutex(State.open)

    func give(_ value: Value?) {
        let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            switch state {
            case .open:
                state = .given(value)
                return nil
            case .awaited(let waiting):
                state = .taken
                return waiting
            case .given, .taken: return nil
            }
        }
        waiting?.resume(returning: value)
    }

    var value: Value? {
        get async {
            await withCheckedContinuation { waiting in
                let given = state.withLock { state -> Value?? in
                    guard case .given(let value) = state else {
                        state = .awaited(waiting)
                        return nil
                    }
                    state = .taken
                    return .some(value)
                }
                if let given { waiting.resume(returning: given) }
            }
        }
    }
}

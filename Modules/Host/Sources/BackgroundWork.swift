import Core
import StdioTransport
import Synchronization

/// The work that no call waits for, counted, so that the host can let it end before it exits.
final class BackgroundWork: Sendable {
    private let loop: EventLoop
    private let all = WorkCount()

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Starts work on the loop's thread; called on that thread, it runs up to its first suspension before this returns.
    var starter: Background {
        Background { [self] work in
            let counts = [all] + (WorkCount.current.map { [$0] } ?? [])
            for count in counts { count.began() }
            let counted: @Sendable () async -> Void = {
                await work()
                for count in counts { count.ended() }
            }
            return loop.isOnLoopThread
                ? Task.immediate(executorPreference: loop) { await counted() }
                : Task(executorPreference: loop) { await counted() }
        }
    }

    /// Returns when no work runs.
    func idle() async { await all.idle() }
}

/// Counts work that belongs together, such as what one screen loads.
final class WorkCount: Sendable {
    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Counts whatever this task starts in the background, besides the count of all; nil when nobody asks.
    @TaskLocal static var current: WorkCount?

    func began() { state.withLock { $0.running += 1 } }

    func ended() {
        let waiting = state.withLock { state in
            state.running -= 1
            guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when no work runs.
    func idle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.running > 0 { state.waiting.append(continuation) }
                return state.running == 0
            }
            if isIdle { continuation.resume() }
        }
    }
}

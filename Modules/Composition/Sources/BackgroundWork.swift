package import FeatureKit
import Runtime

/// The work that no call waits for, counted, so that the host can let it end before it exits.
package final class BackgroundWork: Sendable {
    private let loop: EventLoop
    private let all = WorkCount()

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Starts work on the loop's thread; called on that thread, it runs up to its first suspension before this returns.
    package var starter: Background {
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
    package func idle() async { await all.idle() }
}

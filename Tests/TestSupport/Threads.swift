import Foundation
import Synchronization

/// A value behind a lock that closures may capture.
package final class Locked<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    package init(_ value: Value) {
        self.value = Mutex(value)
    }

    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        value.withLock { body(&$0) }
    }

    package var current: Value { value.withLock { $0 } }
}

/// A thread of its own, so that a test that waits in a system call takes no thread from the concurrency pool.
package final class TestThread: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    package init(_ body: @escaping @Sendable () -> Void) {
        let ended = ended
        let thread = Thread {
            body()
            ended.signal()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Waits until the body has returned.
    package func join() {
        ended.wait()
        ended.signal()
    }
}

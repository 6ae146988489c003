import Synchronization

/// Lines told to a log.
package final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package var all: [String] { lines.withLock { $0 } }
    package var write: @Sendable (String) -> Void { { [self] line in lines.withLock { $0.append(line) } } }
}

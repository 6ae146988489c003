import Synchronization

/// Which of the features' resources changed, for whoever listens.
package final class ResourceNews: Sendable {
    private let listener = Mutex<@Sendable (String) -> Void>({ _ in })

    /// - Parameter listener: told of each change, on the thread that made it; replaces the one before.
    package func listen(_ listener: @escaping @Sendable (_ uri: String) -> Void) {
        self.listener.withLock { $0 = listener }
    }

    /// Tells that what stands at an address changed.
    func tell(_ uri: String) { listener.withLock { $0 }(uri) }
}

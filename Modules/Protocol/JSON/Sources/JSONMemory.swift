import Synchronization

/// Memory of documents that are read and not yet released: each counts from its reading until its last node is gone,
/// whoever keeps it. Any thread.
package final class JSONMemory: Sendable {
    private let total = Atomic<Int>(0)

    package init() {}

    /// Bytes, of texts and tapes together.
    package var bytes: Int { total.load(ordering: .relaxed) }

    /// - Parameter bytes: fewer than none give memory back.
    func add(_ bytes: Int) { total.wrappingAdd(bytes, ordering: .relaxed) }
}

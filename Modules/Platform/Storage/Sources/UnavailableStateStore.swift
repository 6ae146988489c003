/// The store of a process that has no place for state: nothing is there, and every write is refused with the reason.
package final class UnavailableStateStore: StateStore {
    private let reason: String

    /// - Parameter reason: a sentence for people: why there is no place, and what to do about it.
    package init(reason: String) {
        self.reason = reason
    }

    package var takesWrites: Bool { true }

    package func ready() async {}

    package var trouble: StorageFailure? { nil }

    package func knownValue(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return nil
    }

    package func knownValues(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] {
        for key in keys { try StateLimits.check(key) }
        return Array(repeating: nil, count: keys.count)
    }

    package func knownSpace(_ namespace: StateNamespace) throws(StorageFailure) -> StateSpace {
        try StateLimits.check(namespace)
        return StateSpace(namespace, [:])
    }

    package func knownEntries(
        in namespace: StateNamespace, limit: Int
    ) throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        try StateLimits.check(namespace)
        return []
    }

    package func commit(_ changes: [StateChange]) async throws(StorageFailure) {
        throw .unavailable(reason: reason)
    }

    package func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]? {
        throw .unavailable(reason: reason)
    }

    package func observe(
        _ namespace: StateNamespace, _ body: @escaping @Sendable (StateNews) -> Void
    ) -> StateObservation {
        StateObservation(nil, number: 0)
    }

    package func hurry() {}

    package func close() async {}
}

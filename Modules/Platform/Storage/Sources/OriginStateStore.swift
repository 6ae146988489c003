/// A store as the modules of one source of data see it: their entries are about that source's data and no other's.
///
/// What was played with samples is not there in production, nor what was liked in one shop in another.
package final class OriginStateStore: StateStore {
    private let base: any StateStore
    /// A namespace of the origin.
    private let place: StateNamespace

    /// - Parameter origin: `sample`, or the endpoint's origin: `https://example.com:8443`.
    package init(_ base: any StateStore, origin: String) {
        self.base = base
        place = StateNamespace("", origin: origin)
    }

    package var takesWrites: Bool { base.takesWrites }

    package func ready() async { await base.ready() }

    package func readyToWrite() async throws(StorageFailure) { try await base.readyToWrite() }

    package var isReady: Bool { base.isReady }

    package func isReadyForCalls() -> Bool { base.isReadyForCalls() }

    package var revision: Int? { base.revision }

    package var trouble: StorageFailure? { base.trouble }

    package func knownValue(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        try base.knownValue(for: placed(key))
    }

    package func knownValues(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] {
        try base.knownValues(for: keys.map(placed))
    }

    package func knownSpace(_ namespace: StateNamespace) throws(StorageFailure) -> StateSpace {
        StateSpace(namespace, keptIn: try base.knownSpace(placed(namespace)))
    }

    package func knownEntries(
        in namespace: StateNamespace, limit: Int
    ) throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        try base.knownEntries(in: placed(namespace), limit: limit)
    }

    package func commit(_ changes: [StateChange]) async throws(StorageFailure) {
        try await base.commit(changes.map { StateChange(key: placed($0.key), value: $0.value) })
    }

    package func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]? {
        try await base.update(placed(key), transform)
    }

    package func observe(
        _ namespace: StateNamespace, _ body: @escaping @Sendable (StateNews) -> Void
    ) -> StateObservation {
        base.observe(placed(namespace)) { news in
            switch news {
            case .everything: body(.everything)
            case .keys(let keys): body(.keys(keys.map { StateKey(namespace: namespace, key: $0.key) }))
            }
        }
    }

    package func hurry() { base.hurry() }

    package func close() async { await base.close() }

    private func placed(_ namespace: StateNamespace) -> StateNamespace { namespace.placed(in: place) }

    private func placed(_ key: StateKey) -> StateKey { StateKey(namespace: placed(key.namespace), key: key.key) }
}

/// Entries of one namespace, as of one commit: for whoever looks up many keys, such as those of a page's rows. Each look into
/// the store takes its lock. An object, since each row looks at it.
package final class StateSpace: Sendable {
    package let namespace: StateNamespace
    /// The namespace where the store keeps it.
    private let place: StateNamespace
    private let values: [StateKey: [UInt8]]

    init(_ namespace: StateNamespace, _ values: [StateKey: [UInt8]]) {
        (self.namespace, place, self.values) = (namespace, namespace, values)
    }

    /// The same, as a store sees it that keeps the namespace elsewhere.
    init(_ namespace: StateNamespace, keptIn space: StateSpace) {
        (self.namespace, place, values) = (namespace, space.place, space.values)
    }

    /// True if this is of a namespace, and nothing is stored there.
    package func isEmpty(of namespace: StateNamespace) -> Bool { values.isEmpty && self.namespace == namespace }

    /// Looks up a key; nil where nothing is stored under it.
    /// - Throws: `.tooLarge` for a key that no store takes.
    package func value(for key: String) throws(StorageFailure) -> [UInt8]? {
        let key = StateKey(namespace: place, key: key)
        try StateLimits.check(key)
        return values[key]
    }
}

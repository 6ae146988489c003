internal import Synchronization

/// A store that forgets everything with the process, for tests: the same promises as the real one, but for durability.
package final class InMemoryStateStore: StateStore {
    private struct State: Sendable {
        var values: [StateKey: [UInt8]] = [:]
        var isClosed = false
        var writeFailure: StorageFailure?

        func checkWritable() throws(StorageFailure) {
            if isClosed { throw .closed }
            if let writeFailure { throw writeFailure }
        }
    }

    private let state = Mutex(State())
    /// Held by one writer at a time, over the change and the telling of it, so that observers hear commits in order.
    private let turn = Mutex(())
    private let observers = StateObservers()

    package init() {}

    /// Makes every later write fail with `failure`; nil ends that.
    package func failWrites(with failure: StorageFailure?) {
        state.withLock { $0.writeFailure = failure }
    }

    package func value(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return try state.withLock { state throws(StorageFailure) in
            if state.isClosed { throw .closed }
            return state.values[key]
        }
    }

    package func values(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] {
        for key in keys { try StateLimits.check(key) }
        return try state.withLock { state throws(StorageFailure) in
            if state.isClosed { throw .closed }
            return keys.map { state.values[$0] }
        }
    }

    package func entries(in namespace: String, limit: Int) throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        try StateLimits.check(namespace: namespace)
        let found = try state.withLock { state throws(StorageFailure) in
            if state.isClosed { throw .closed }
            return state.values.filter { $0.key.namespace == namespace }
        }
        return found.sorted { $0.key.key.utf8.lexicographicallyPrecedes($1.key.key.utf8) }
            .prefix(max(0, limit)).map { (key: $0.key.key, value: $0.value) }
    }

    package func commit(_ changes: [StateChange]) async throws(StorageFailure) {
        _ = try StateLimits.check(changes)
        if changes.isEmpty { return }
        try turn.withLock { _ throws(StorageFailure) in
            try state.withLock { state throws(StorageFailure) in
                try state.checkWritable()
                for change in changes { state.values[change.key] = change.value }
            }
            observers.tell(changes.map(\.key))
        }
    }

    package func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return try turn.withLock { _ throws(StorageFailure) in
            // The transform runs with the turn held but not the state, so that it may read the store.
            let current = try state.withLock { state throws(StorageFailure) in
                try state.checkWritable()
                return state.values[key]
            }
            let value = try transform(current)
            try StateLimits.check(value: value)
            state.withLock { $0.values[key] = value }
            observers.tell([key])
            return value
        }
    }

    package func observe(_ namespace: String, _ body: @escaping @Sendable ([StateKey]) -> Void) -> StateObservation {
        observers.add(namespace, body)
    }

    package func close() async {
        turn.withLock { _ in state.withLock { $0.isClosed = true } }
    }
}

internal import Synchronization

/// A store that forgets everything with the process, for tests: the same promises as the real one, but for durability.
package final class InMemoryStateStore: StateStore {
    private struct State: Sendable {
        var isClosed = false
        var writeFailure: StorageFailure?
    }

    private let state = Mutex(State())
    private let memory = StateMemory()
    /// Held by one writer at a time, over the change and the telling of it, so that observers hear commits in order.
    private let turn = Mutex(())
    private let observers = StateObservers()
    package let takesWrites: Bool

    /// - Parameters:
    ///   - takesWrites: false for a process that was started not to write.
    ///   - isRead: false for a store of which nothing could be read yet: `failReads` says why.
    ///   - changes: made before anything else.
    package init(takesWrites: Bool = true, isRead: Bool = true, holding changes: [StateChange] = []) {
        self.takesWrites = takesWrites
        if isRead { _ = memory.fill([], isFollowed: true) }
        if !changes.isEmpty { _ = memory.apply(changes, isFollowed: true) }
    }

    /// Makes every later write fail with `failure`; nil ends that.
    package func failWrites(with failure: StorageFailure?) {
        state.withLock { $0.writeFailure = failure }
    }

    /// Makes what is stored unreadable from now on, as for a file that was damaged; nil ends that.
    package func failReads(with failure: StorageFailure?) {
        observers.tell(failure.map(memory.fail) ?? memory.apply([], isFollowed: true))
    }

    package func ready() async {}

    package var isReady: Bool { true }

    package var revision: Int? { memory.revision }

    package var trouble: StorageFailure? { memory.trouble }

    package func knownValue(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return try memory.value(for: key)
    }

    package func knownValues(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] {
        for key in keys { try StateLimits.check(key) }
        return try memory.values(for: keys)
    }

    package func knownSpace(_ namespace: StateNamespace) throws(StorageFailure) -> StateSpace {
        try StateLimits.check(namespace)
        return try memory.space(namespace)
    }

    package func knownEntries(
        in namespace: StateNamespace, limit: Int
    ) throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        try StateLimits.check(namespace)
        return try memory.entries(in: namespace, limit: limit)
    }

    package func commit(_ changes: [StateChange]) async throws(StorageFailure) {
        _ = try StateLimits.check(changes)
        try turn.withLock { _ throws(StorageFailure) in
            try checkWritable()
            if changes.isEmpty { return }
            observers.tell(memory.apply(changes, isFollowed: true))
        }
    }

    package func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return try turn.withLock { _ throws(StorageFailure) in
            try checkWritable()
            let value = try transform(try memory.value(for: key))
            try StateLimits.check(value: value)
            observers.tell(memory.apply([StateChange(key: key, value: value)], isFollowed: true))
            return value
        }
    }

    private func checkWritable() throws(StorageFailure) {
        try state.withLock { state throws(StorageFailure) in
            if state.isClosed { throw .closed }
            if !takesWrites { throw .readOnlyProcess }
            if let failure = state.writeFailure { throw failure }
        }
    }

    package func observe(
        _ namespace: StateNamespace, _ body: @escaping @Sendable (StateNews) -> Void
    ) -> StateObservation {
        observers.add(namespace, body)
    }

    package func hurry() {}

    package func close() async {
        turn.withLock { _ in
            state.withLock { $0.isClosed = true }
            memory.close()
        }
    }
}

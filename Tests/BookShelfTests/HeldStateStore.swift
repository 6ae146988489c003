import Storage
import Synchronization
import TestSupport

/// A store whose writes wait until the test lets them go on, as on a slow disk. Reads are answered at once.
final class HeldStateStore: StateStore {
    /// Durable state. A change made here is one by another process.
    let durable = InMemoryStateStore()
    private let gate = Mutex(Gate())

    private struct Gate {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Lets the writes that wait go on, and later ones pass.
    func release() {
        let waiting = gate.withLock { gate in
            gate.isOpen = true
            defer { gate.waiting = [] }
            return gate.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = gate.withLock { gate in
                if !gate.isOpen { gate.waiting.append(continuation) }
                return gate.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func commit(_ changes: [StateChange]) async throws(StorageFailure) {
        await pass()
        try await durable.commit(changes)
    }

    func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]? {
        await pass()
        return try await durable.update(key, transform)
    }

    var takesWrites: Bool { durable.takesWrites }

    func ready() async { await durable.ready() }

    var trouble: StorageFailure? { durable.trouble }

    func knownValue(for key: StateKey) throws(StorageFailure) -> [UInt8]? { try durable.knownValue(for: key) }

    func knownValues(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] { try durable.knownValues(for: keys) }

    func knownSpace(_ namespace: StateNamespace) throws(StorageFailure) -> StateSpace {
        try durable.knownSpace(namespace)
    }

    func knownEntries(in namespace: StateNamespace, limit: Int) throws(StorageFailure) -> [(
        key: String, value: [UInt8]
    )] {
        try durable.knownEntries(in: namespace, limit: limit)
    }

    func observe(_ namespace: StateNamespace, _ body: @escaping @Sendable (StateNews) -> Void) -> StateObservation {
        durable.observe(namespace, body)
    }

    func hurry() { durable.hurry() }

    func close() async { await durable.close() }
}

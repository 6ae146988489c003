package import PostgreSQL
internal import Runtime

/// State on a PostgreSQL server, which the processes of many machines may share.
///
/// Nothing is loaded, looked up or connected before the first access; the schema is made by the first write. All reads are from
/// memory; the store's own thread alone speaks to the server, and follows what other processes commit there.
package final class PostgreSQLStateStore: StateStore {
    package let takesWrites: Bool

    private let server: String
    private let memory = StateMemory()
    private let tuning: ServerTuning
    private let timer: StateTimer
    private let observers = StateObservers()
    private let thread: ServerThread

    /// - Parameters:
    ///   - profile: whose state it is, 1 to 64 characters.
    ///   - takesWrites: false opens the database so that nothing in it changes.
    ///   - timeout: how long a write takes at most.
    ///   - timer: by which callers stop waiting for the store's thread.
    package convenience init(
        _ address: PostgresAddress, profile: String, takesWrites: Bool = true, timeout: Duration = .seconds(10),
        timer: @escaping StateTimer = taskTimer
    ) {
        var tuning = ServerTuning()
        let (seconds, attoseconds) = timeout.components
        tuning.patience = Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        self.init(address, profile: profile, takesWrites: takesWrites, tuning: tuning, timer: timer)
    }

    init(
        _ address: PostgresAddress, profile: String, takesWrites: Bool = true, tuning: ServerTuning,
        timer: @escaping StateTimer = taskTimer
    ) {
        self.timer = timer
        self.takesWrites = takesWrites
        self.tuning = tuning
        server = address.shown
        thread = ServerThread(
            address, profile: profile, isReadOnly: !takesWrites, tuning: tuning, memory: memory, observers: observers)
    }

    /// Without `close()` the writes already begun are still made and answered.
    deinit { thread.stop {} }

    package func ready() async {
        if isReady { return }
        // A connection and a read, each in its time.
        let patience = tuning.readPatience + tuning.stallPatience
        _ = await answer(within: patience, or: .late(waited: patience)) { done in
            self.thread.look { done(.success(nil)) }
        }
    }

    package var isReady: Bool { memory.isCurrent }

    package var trouble: StorageFailure? { memory.trouble.map(aged) }

    /// A failure with the age of what is known.
    private func aged(_ failure: StorageFailure) -> StorageFailure {
        guard case .server(let server, .away(let reason, _)) = failure, let age = thread.age else { return failure }
        return .server(server, .away(reason: reason, age: age))
    }

    package func knownValue(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return try known { memory throws(StorageFailure) in try memory.value(for: key) }
    }

    package func knownValues(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] {
        for key in keys { try StateLimits.check(key) }
        return try known { memory throws(StorageFailure) in try memory.values(for: keys) }
    }

    package func knownEntries(
        in namespace: StateNamespace, limit: Int
    ) throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        try StateLimits.check(namespace)
        return try known { memory throws(StorageFailure) in try memory.entries(in: namespace, limit: limit) }
    }

    private func known<Value>(
        _ body: (StateMemory) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value {
        do {
            return try body(memory)
        } catch {
            // Observers are told when it was read.
            if error == .unread { thread.look {} }
            throw error
        }
    }

    package func commit(_ changes: [StateChange]) async throws(StorageFailure) {
        let bytes = try StateLimits.check(changes)
        if changes.isEmpty { return }
        _ = try await submit(.changes(changes), bytes: bytes)
    }

    package func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return try await submit(.update(key, transform), bytes: key.key.utf8.count)
    }

    package func observe(
        _ namespace: StateNamespace, _ body: @escaping @Sendable (StateNews) -> Void
    ) -> StateObservation {
        observers.add(namespace, body)
    }

    package func hurry() { thread.hurry() }

    package func close() async {
        memory.close()
        await withCheckedContinuation { continuation in
            thread.stop { continuation.resume() }
        }
    }

    private func submit(_ work: StateRequest.Work, bytes: Int) async throws(StorageFailure) -> [UInt8]? {
        if !takesWrites { throw .readOnlyProcess }
        let submitted = tuning.uptime()
        let patience = tuning.patience + tuning.stallPatience
        let answer = await answer(within: patience, or: .unanswered(waited: patience)) { done in
            self.thread.submit(StateRequest(work: work, bytes: bytes, submitted: submitted, answer: done))
        }
        return try answer.get()
    }

    /// Answer of `begin`, or `fault` when the thread does not come back in time, from a name look-up for instance.
    private func answer(
        within patience: Int, or fault: ServerFault,
        _ begin: @Sendable (@escaping @Sendable (StateRequest.Answer) -> Void) -> Void
    ) async -> StateRequest.Answer {
        let slot = FirstAnswer<StateRequest.Answer>()
        let cancel = timer(patience) { [server] in slot.give(.failure(.server(server, fault))) }
        defer { cancel() }
        begin { slot.give($0) }
        return await slot.value
    }
}

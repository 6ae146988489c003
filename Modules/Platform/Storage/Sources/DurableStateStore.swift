package import PostgreSQL
internal import Runtime
import Synchronization

/// State that outlives the process, where many processes may share it: in one SQLite file, or on a PostgreSQL server.
///
/// Nothing is opened, loaded, connected or made before the first access; a file with its directory, and a schema, are made by the first
/// write. All reads are from memory; the store's own thread alone touches what is stored, and follows what other processes commit to it.
package final class DurableStateStore: StateStore {
    package let takesWrites: Bool

    private let thread: any StateThread
    /// Memory of the thread's inbox.
    private let memory: StateMemory
    private let timer: StateTimer
    /// True when somebody has waited, or waits, for the first look where it was asked for.
    private let hasWaited = Atomic(false)

    private init(_ thread: any StateThread, takesWrites: Bool, timer: @escaping StateTimer) {
        self.thread = thread
        memory = thread.inbox.memory
        self.takesWrites = takesWrites
        self.timer = timer
    }

    /// Opens a file.
    /// - Parameters:
    ///   - path: the state file. Its directory, if it is missing, is made for the user alone (0700), as is the file (0600).
    ///     Links on the way to the directory are followed; the directory and the file may be none.
    ///   - takesWrites: false opens the file so that not a byte of it changes.
    ///   - timeout: how long a write waits for another program's lock.
    ///   - isTold: whether the system tells of what other processes commit; otherwise each read looks at the file. A process that
    ///     was told waits for the system when it ends, up to 20 ms (Linux 6.18): not for one that reads once.
    ///   - timer: by which callers stop waiting for a disk that does not answer.
    package convenience init(
        path: String, takesWrites: Bool = true, timeout: Duration = .seconds(10), isTold: Bool = true,
        timer: @escaping StateTimer = taskTimer
    ) {
        var tuning = SQLiteTuning()
        tuning.lockPatience = timeout.wholeMilliseconds
        self.init(path: path, takesWrites: takesWrites, tuning: tuning, isTold: isTold, timer: timer)
    }

    convenience init(
        path: String, takesWrites: Bool = true, tuning: SQLiteTuning, isTold: Bool = true,
        timer: @escaping StateTimer = taskTimer
    ) {
        let thread = FileThread(
            StateFiles(path: path), isReadOnly: !takesWrites, isTold: isTold, tuning: tuning,
            memory: StateMemory(FileMark()), observers: StateObservers())
        self.init(thread, takesWrites: takesWrites, timer: timer)
    }

    /// Opens a database on a server.
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
        tuning.patience = timeout.wholeMilliseconds
        self.init(address, profile: profile, takesWrites: takesWrites, tuning: tuning, timer: timer)
    }

    convenience init(
        _ address: PostgresAddress, profile: String, takesWrites: Bool = true, tuning: ServerTuning,
        timer: @escaping StateTimer = taskTimer
    ) {
        let thread = ServerThread(
            address, profile: profile, isReadOnly: !takesWrites, tuning: tuning, memory: StateMemory(),
            observers: StateObservers())
        self.init(thread, takesWrites: takesWrites, timer: timer)
    }

    /// Without `close()` the writes already begun are still made and answered.
    deinit { thread.stop {} }

    // MARK: - Reading

    package func ready() async {
        if isReady { return }
        let waits = thread.waits
        _ = await answer(within: waits.read + waits.stall) { done in
            self.thread.look { done(.success(nil)) }
        }
    }

    package func readyToWrite() async throws(StorageFailure) {
        if isReady { return }
        let waits = thread.waits
        let deadline = waits.uptime() + waits.write
        _ = await answer(within: waits.write + waits.stall) { done in
            self.thread.look(until: deadline) { done(.success(nil)) }
        }
        // Without its age: the write that does not come shows nothing.
        if let trouble = memory.trouble { throw trouble }
    }

    package var isReady: Bool { memory.isCurrent }

    package func isReadyForCalls() -> Bool {
        if isReady { return true }
        guard thread.firstLook > 0, !hasWaited.exchange(true, ordering: .relaxed) else { return false }
        let looked = Semaphore()
        thread.look { looked.post() }
        looked.wait(milliseconds: thread.firstLook)
        return isReady
    }

    package var revision: Int? { memory.revision }

    package var trouble: StorageFailure? { memory.trouble.map(thread.told) }

    package func knownValue(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return try known { memory throws(StorageFailure) in try memory.value(for: key) }
    }

    package func knownValues(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] {
        for key in keys { try StateLimits.check(key) }
        return try known { memory throws(StorageFailure) in try memory.values(for: keys) }
    }

    package func knownSpace(_ namespace: StateNamespace) throws(StorageFailure) -> StateSpace {
        try StateLimits.check(namespace)
        return try known { memory throws(StorageFailure) in try memory.space(namespace) }
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

    package func observe(
        _ namespace: StateNamespace, _ body: @escaping @Sendable (StateNews) -> Void
    ) -> StateObservation {
        thread.inbox.observers.add(namespace, body)
    }

    // MARK: - Writing

    package func commit(_ changes: [StateChange]) async throws(StorageFailure) {
        let bytes = try StateLimits.check(changes)
        if changes.isEmpty { return }
        _ = try await submit(.changes(changes), bytes: bytes)
    }

    package func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return try await submit(.update(key, transform), bytes: key.key.utf8.count)
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
        let waits = thread.waits
        let submitted = waits.uptime()
        let answer = await answer(within: waits.write + waits.stall) { done in
            self.thread.submit(StateRequest(work: work, bytes: bytes, submitted: submitted, answer: done))
        }
        return try answer.get()
    }

    /// Answer of `begin`, or `.unanswered` when the thread does not come back in time, from a disk or a name look-up for instance.
    private func answer(
        within patience: Int, _ begin: @Sendable (@escaping @Sendable (StateRequest.Answer) -> Void) -> Void
    ) async -> StateRequest.Answer {
        let slot = FirstAnswer<StateRequest.Answer>()
        let cancel = timer(patience) { [thread] in slot.give(.failure(thread.unanswered(waited: patience))) }
        defer { cancel() }
        begin { slot.give($0) }
        return await slot.value
    }
}

internal import Runtime

/// State in one SQLite file that many processes may share.
///
/// Nothing is opened, read or made before the first access; the file and its directory are made by the first write. All reads
/// are from memory; the store's own thread alone touches the file, and follows what other processes commit to it.
package final class SQLiteStateStore: StateStore {
    /// The state file, as the settings gave it.
    package let path: String
    package let takesWrites: Bool

    private let memory = StateMemory()
    private let tuning: SQLiteTuning
    private let timer: StateTimer
    private let observers = StateObservers()
    private let thread: StateThread

    /// - Parameters:
    ///   - path: the state file. Its directory, if it is missing, is made for the user alone (0700), as is the file (0600).
    ///     Links on the way to the directory are followed; the directory and the file may be none.
    ///   - takesWrites: false opens the file so that not a byte of it changes.
    ///   - timeout: how long a write waits for another program's lock.
    ///   - timer: by which callers stop waiting for a disk that does not answer.
    package convenience init(
        path: String, takesWrites: Bool = true, timeout: Duration = .seconds(10),
        timer: @escaping StateTimer = taskTimer
    ) {
        var tuning = SQLiteTuning()
        let (seconds, attoseconds) = timeout.components
        tuning.lockPatience = Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        self.init(path: path, takesWrites: takesWrites, tuning: tuning, timer: timer)
    }

    init(path: String, takesWrites: Bool = true, tuning: SQLiteTuning, timer: @escaping StateTimer = taskTimer) {
        self.timer = timer
        self.path = path
        self.takesWrites = takesWrites
        self.tuning = tuning
        thread = StateThread(
            StateFiles(path: path), isReadOnly: !takesWrites, tuning: tuning, memory: memory, observers: observers)
    }

    /// Without `close()` the writes already begun are still made and answered.
    deinit { thread.stop {} }

    package func ready() async {
        if isReady { return }
        _ = await answer(within: tuning.stallPatience) { done in
            self.thread.look { done(.success(nil)) }
        }
    }

    package var isReady: Bool { memory.isCurrent }

    package var trouble: StorageFailure? { memory.trouble }

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
        let answer = await answer(within: tuning.lockPatience + tuning.stallPatience) { done in
            self.thread.submit(StateRequest(work: work, bytes: bytes, submitted: submitted, answer: done))
        }
        return try answer.get()
    }

    /// Answer of `begin`, or `.stalled` when the thread does not come back from the disk in time.
    private func answer(
        within patience: Int, _ begin: @Sendable (@escaping @Sendable (StateRequest.Answer) -> Void) -> Void
    ) async -> StateRequest.Answer {
        let slot = FirstAnswer<StateRequest.Answer>()
        let cancel = timer(patience) { [path] in slot.give(.failure(.stalled(path: path, waited: patience))) }
        defer { cancel() }
        begin { slot.give($0) }
        return await slot.value
    }
}

/// Runs a body once after so many milliseconds, on any thread. Gives what cancels it.
package typealias StateTimer =
    @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void

/// A timer of the runtime's own: for tests, and where there is no event loop. It needs descriptors to start with.
@Sendable package func taskTimer(
    _ milliseconds: Int, _ body: @escaping @Sendable () -> Void
) -> @Sendable () -> Void {
    let task = Task {
        do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
        body()
    }
    return { task.cancel() }
}

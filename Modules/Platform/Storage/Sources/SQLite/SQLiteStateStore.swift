internal import Synchronization

/// State in one SQLite file that many processes may share.
///
/// Nothing is opened, read or made before the first access; the file and its directory are made by the first write.
/// Reads go over one connection, on the caller's thread; writes over another one, on the writer's.
package final class SQLiteStateStore: StateStore {
    /// The state file, as the settings gave it.
    package let path: String

    private struct Reader: ~Copyable {
        var table: StateTable?
        var isClosed = false
    }

    private let reader = Mutex(Reader())
    private let files: StateFiles
    private let tuning: SQLiteTuning
    private let observers = StateObservers()
    private let writer: StateWriter

    /// - Parameter path: the state file. Its directory, if it is missing, is made for the user alone (0700), as is the
    ///   file (0600). Links on the way to the directory are followed; the directory and the file may be none.
    package convenience init(path: String) {
        self.init(path: path, tuning: SQLiteTuning())
    }

    init(path: String, tuning: SQLiteTuning) {
        self.path = path
        self.tuning = tuning
        files = StateFiles(path: path)
        writer = StateWriter(files, tuning: tuning, observers: observers)
    }

    /// Without `close()` the writes already begun are still made and answered.
    deinit { writer.stop {} }

    package func value(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        try StateLimits.check(key)
        return try read { table throws(StorageFailure) in try table.value(for: key) } ?? nil
    }

    package func values(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] {
        for key in keys { try StateLimits.check(key) }
        let values = try read { table throws(StorageFailure) in try table.values(for: keys) }
        return values ?? Array(repeating: nil, count: keys.count)
    }

    package func entries(in namespace: String, limit: Int) throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        try StateLimits.check(namespace: namespace)
        return try read { table throws(StorageFailure) in
            try table.entries(in: namespace, limit: max(0, limit))
        } ?? []
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

    package func observe(_ namespace: String, _ body: @escaping @Sendable ([StateKey]) -> Void) -> StateObservation {
        observers.add(namespace, body)
    }

    package func close() async {
        reader.withLock { reader in
            reader.isClosed = true
            reader.table = nil
        }
        await withCheckedContinuation { continuation in
            writer.stop { continuation.resume() }
        }
    }

    private func submit(_ work: StateRequest.Work, bytes: Int) async throws(StorageFailure) -> [UInt8]? {
        let answer = await withCheckedContinuation { continuation in
            writer.submit(StateRequest(work: work, bytes: bytes) { continuation.resume(returning: $0) })
        }
        return try answer.get()
    }

    /// Runs `body` on the read connection, opened as needed; nil when there is no file.
    private func read<Value: Sendable>(
        _ body: @Sendable (borrowing StateTable) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value? {
        try reader.withLock { reader throws(StorageFailure) in
            if reader.isClosed { throw .closed }
            if let isCurrent = reader.table?.isCurrent, !isCurrent { reader.table = nil }
            if reader.table == nil { reader.table = try StateTable.open(files, for: .reading, tuning: tuning) }
            do throws(StorageFailure) {
                return try reader.table?.read(body)
            } catch {
                // A fresh connection may do better; a file that stays damaged fails again.
                reader.table = nil
                throw error
            }
        }
    }
}

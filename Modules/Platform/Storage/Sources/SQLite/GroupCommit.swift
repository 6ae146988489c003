/// Writes groups of requests, each group in one transaction: one wait for the disk however many wait. Lives on the
/// writer's thread and owns its connection.
///
/// What a request may do wrong by itself (its transform refuses, or makes too much) it does before it wrote anything,
/// so its neighbours are not touched. If SQLite fails (the disk is full, say), the transaction is undone and each
/// request is tried in one of its own.
struct GroupCommit: ~Copyable {
    private let files: StateFiles
    private let tuning: SQLiteTuning
    private var table: StateTable?

    init(_ files: StateFiles, tuning: SQLiteTuning) {
        self.files = files
        self.tuning = tuning
    }

    /// Writes `group` in its order. The answers, one for each request, are true: a success is durable.
    mutating func write(_ group: [StateRequest]) -> [StateRequest.Answer] {
        do {
            try openIfNeeded()
        } catch {
            return group.map { _ in .failure(error) }
        }
        do {
            return try transaction(group)
        } catch {
            recover(from: error)
            if case .locked = error {
                // The wait for the lock was long enough for everybody.
                return group.map { _ in .failure(error) }
            }
            return group.count == 1 ? [.failure(error)] : group.flatMap { write([$0]) }
        }
    }

    /// Moves what is in the log into the file, if nobody else reads or writes now, and lets go of both.
    mutating func close() {
        table?.connection.waitForLocks(tries: 0)
        // Best effort: the log is as durable as the file, and the next process to open it goes on with it.
        try? table?.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        table = nil
    }

    private mutating func openIfNeeded() throws(StorageFailure) {
        if let isCurrent = table?.isCurrent, !isCurrent { table = nil }
        if table == nil { table = try StateTable.open(files, for: .writing, tuning: tuning) }
    }

    private func transaction(_ group: [StateRequest]) throws(StorageFailure) -> [StateRequest.Answer] {
        let now = tuning.now()
        var answers: [StateRequest.Answer] = []
        answers.reserveCapacity(group.count)
        try table?.transaction { table throws(StorageFailure) in
            for request in group { answers.append(try Self.perform(request, on: table, at: now)) }
        }
        return answers
    }

    /// Throws what SQLite failed with; a failure of the request's own is its answer.
    private static func perform(
        _ request: StateRequest, on table: borrowing StateTable, at now: Int64
    ) throws(StorageFailure) -> StateRequest.Answer {
        switch request.work {
        case .changes(let changes):
            for change in changes { try table.put(change.value, for: change.key, at: now) }
            return .success(nil)
        case .update(let key, let transform):
            let current = try table.value(for: key)
            let value: [UInt8]?
            do {
                value = try transform(current)
                try StateLimits.check(value: value)
            } catch {
                return .failure(error)
            }
            try table.put(value, for: key, at: now)
            return .success(value)
        }
    }

    /// Lets go of the connection, to open it afresh, unless the failure says that nothing is wrong with it.
    private mutating func recover(from failure: StorageFailure) {
        switch failure {
        case .locked, .full, .tooLarge: break
        default: table = nil
        }
    }
}

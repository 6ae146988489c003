/// The state file as the store's thread has it: brings memory up to date with it, and writes groups of requests, each group in
/// one transaction: one wait for the disk however many wait. Nothing here waits for a lock.
///
/// The file is opened for reading until the first write, so that a process that only reads changes no byte of it.
///
/// What a request may do wrong by itself (its transform refuses, or makes too much) it does before it wrote anything,
/// so its neighbours are not touched. If SQLite fails (the disk is full, say), the transaction is undone and each
/// request is tried in one of its own.
final class StateFile {
    private let files: StateFiles
    private let tuning: SQLiteTuning
    /// Nil for a store that takes no writes.
    private let isReadOnly: Bool
    private let memory: StateMemory
    /// Its connection is closed with it: nobody may look at its log's head any more then.
    private var table: StateTable? { willSet { memory.mark?.clear() } }
    /// The version of the newest commit in memory; nil when memory is to be filled whole.
    private var loaded: Int64?
    /// The open connection's number for what is in memory; nil when it was not read over this connection.
    private var dataVersion: Int64?
    /// True once a file with a schema was seen.
    private var hasSeenFile = false
    /// Stamp of a file without writers at its last full read.
    private var still: StateFiles.Stamp?

    init(_ files: StateFiles, isReadOnly: Bool = false, memory: StateMemory, tuning: SQLiteTuning) {
        self.files = files
        self.isReadOnly = isReadOnly
        self.memory = memory
        self.tuning = tuning
    }

    // MARK: - Following

    /// Brings memory up to what is committed.
    /// - Parameter isFollowed: whether whoever calls this hears of later changes.
    /// - Returns: what observers are told; nil when nothing changed.
    /// - Throws: why it can't be read; `.locked` at once. Memory stays as it is.
    func follow(isFollowed: Bool) throws(StorageFailure) -> StateNews? {
        do {
            return try read(isFollowed: isFollowed)
        } catch {
            // A fresh connection may do better; a file that stays damaged fails again.
            if case .locked = error {} else { letGo() }
            throw error
        }
    }

    /// Whether a commit of somebody else may become visible without a sign: the file is open, and has a log.
    var isOpen: Bool { table != nil }

    /// Reads everything again at the next look: the file itself was written, not only its log.
    func distrust() { letGo() }

    private func letGo() {
        table = nil
        (loaded, dataVersion, still) = (nil, nil, nil)
    }

    private func read(isFollowed: Bool) throws(StorageFailure) -> StateNews? {
        if let isCurrent = table?.isCurrent, !isCurrent { letGo() }
        if table == nil {
            let stamp = files.stamp
            if let still, still == stamp, memory.trouble == nil {
                memory.mark?.setStill()
                return memory.apply([], isFollowed: isFollowed)
            }
            guard let opened = try StateTable.open(files, for: .reading(untouched: isReadOnly), tuning: tuning) else {
                // A disk that was taken away looks the same: it never counts as empty by itself.
                if hasSeenFile { throw .missing(path: files.path) }
                // Nor does a place where no state can be made: whose disk is away, or is there to be read alone.
                if !isReadOnly, !files.canBeMade { throw .readOnly(path: files.path) }
                return take([], of: stamp, isFollowed: isFollowed)
            }
            hasSeenFile = true
            if opened.isStill {
                let rows = try opened.rows(since: 0)
                letGo()
                // No lock was taken: if somebody wrote meanwhile, it may be half of what it was and half of what it is.
                guard files.stamp == stamp else { throw .locked(path: files.path, waited: 0) }
                return take(rows, of: stamp, isFollowed: isFollowed)
            }
            still = nil
            table = opened
        }
        return try catchUp(isFollowed: isFollowed)
    }

    /// Takes all that a file without a log holds.
    private func take(_ rows: [StateChange], of stamp: StateFiles.Stamp, isFollowed: Bool) -> StateNews? {
        still = stamp
        let news = memory.fill(rows, isFollowed: isFollowed)
        memory.mark?.setStill()
        return news
    }

    /// Marks the log as memory holds it. Called when memory was brought up to date.
    private func mark() {
        guard let mark = memory.mark, let table, let head = table.connection.logHead else { return }
        let contents = head.contents
        // If somebody committed since memory was filled, what was looked at is ahead of it.
        if let now = try? table.currentDataVersion(), now == dataVersion {
            mark.set(head, contents)
        } else {
            mark.clear()
        }
    }

    /// Takes what was committed over other connections since the last time.
    private func catchUp(isFollowed: Bool) throws(StorageFailure) -> StateNews? {
        guard let table else { return nil }
        let found = try table.reading { table throws(StorageFailure) in
            try Self.look(at: table, since: loaded, known: dataVersion)
        }
        dataVersion = found.dataVersion
        loaded = found.newest
        defer { mark() }
        if found.isWhole { return memory.fill(found.rows, isFollowed: isFollowed) }
        return memory.apply(found.rows, isFollowed: isFollowed)
    }

    private struct Found {
        let dataVersion: Int64
        let newest: Int64
        /// Whether `rows` is all there is, not what changed.
        var isWhole = false
        var rows: [StateChange] = []
    }

    private static func look(
        at table: StateTable, since loaded: Int64?, known: Int64?
    ) throws(StorageFailure) -> Found {
        let dataVersion = try table.currentDataVersion()
        if let loaded, dataVersion == known { return Found(dataVersion: dataVersion, newest: loaded) }
        let newest = try table.newestVersion()
        // Contents put in the place of ours may be older; another program's writes may not count versions.
        let isWhole = loaded.map { $0 >= newest } ?? true
        return Found(
            dataVersion: dataVersion, newest: newest, isWhole: isWhole,
            rows: try table.rows(since: isWhole ? -1 : loaded ?? -1))
    }

    // MARK: - Writing

    /// Result of a group.
    enum Outcome {
        /// One answer for each request; each is true: a success is durable, and in memory.
        /// - Parameter news: what observers are told, in this order, before anybody is answered.
        case answered([StateRequest.Answer], news: [StateNews])
        /// Another program has the file locked: nothing was done.
        case locked
    }

    /// Writes `group` in its order.
    func write(_ group: [StateRequest], isFollowed: Bool) -> Outcome {
        if isReadOnly { return .answered(group.map { _ in .failure(.readOnlyProcess) }, news: []) }
        do throws(StorageFailure) {
            try openForWriting()
            let written = try transaction(group, isFollowed: isFollowed)
            return .answered(written.answers, news: written.news)
        } catch {
            if case .locked = error { return .locked }
            recover(from: error)
            guard group.count > 1 else { return .answered([.failure(error)], news: []) }
        }
        var answers: [StateRequest.Answer] = []
        var news: [StateNews] = []
        for request in group {
            switch write([request], isFollowed: isFollowed) {
            case .answered(let answer, let more):
                answers += answer
                news += more
            case .locked: answers.append(.failure(.locked(path: files.path, waited: 0)))
            }
        }
        return .answered(answers, news: news)
    }

    /// Moves what is in the log into the file, if it was written and nobody else reads or writes now, and lets go of both.
    func close() {
        if let table, table.isWritable {
            // Best effort: the log is as durable as the file, and the next process to open it goes on with it.
            _ = Result { try table.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        letGo()
    }

    private func openForWriting() throws(StorageFailure) {
        if let isCurrent = table?.isCurrent, !isCurrent { letGo() }
        if let table, table.isWritable { return }
        // A new file in the place of one that went (its disk was taken away, say) would hide what was in that.
        if hasSeenFile, try files.resolve(create: false) == nil { throw .missing(path: files.path) }
        // Over another connection the same commit has another number.
        table = nil
        (dataVersion, still) = (nil, nil)
        table = try StateTable.open(files, for: .writing, tuning: tuning)
        hasSeenFile = true
        // The file may have been exchanged since it was looked at: read whole.
        loaded = nil
    }

    private func transaction(
        _ group: [StateRequest], isFollowed: Bool
    ) throws(StorageFailure) -> (answers: [StateRequest.Answer], news: [StateNews]) {
        guard let table else { return (group.map { _ in .failure(.closed) }, []) }
        let now = tuning.now()
        var answers: [StateRequest.Answer] = []
        var made: [StateChange] = []
        let found = try table.transaction { table throws(StorageFailure) in
            let found = try Self.look(at: table, since: loaded, known: dataVersion)
            for request in group {
                answers.append(try Self.perform(request, on: table, version: found.newest + 1, at: now, &made))
            }
            return found
        }
        dataVersion = found.dataVersion
        loaded = made.isEmpty ? found.newest : found.newest + 1
        let others =
            found.isWhole
            ? memory.fill(found.rows, isFollowed: isFollowed) : memory.apply(found.rows, isFollowed: isFollowed)
        let own = memory.apply(made, isFollowed: isFollowed)
        mark()
        return (answers, [others, own].compactMap { $0 })
    }

    /// Throws what SQLite failed with; a failure of the request's own is its answer.
    private static func perform(
        _ request: StateRequest, on table: StateTable, version: Int64, at now: Int64,
        _ made: inout [StateChange]
    ) throws(StorageFailure) -> StateRequest.Answer {
        switch request.work {
        case .changes(let changes):
            for change in changes { try table.put(change, version: version, at: now) }
            made += changes
            return .success(nil)
        case .update(let key, let transform):
            let current = try table.value(for: key)
            let change: StateChange
            do {
                change = StateChange(key: key, value: try transform(current))
                try StateLimits.check(value: change.value)
            } catch {
                return .failure(error)
            }
            try table.put(change, version: version, at: now)
            made.append(change)
            return .success(change.value)
        }
    }

    /// Lets go of the connection, to open it afresh, unless the failure says that nothing is wrong with it.
    private func recover(from failure: StorageFailure) {
        switch failure {
        case .full, .tooLarge: break
        default: letGo()
        }
    }
}

/// The table of entries behind one open connection, with its statements prepared. Not for two threads at once.
final class StateTable {
    let connection: SQLiteConnection
    /// Whether the file has no writer now, so that the connection does not see later changes: read it and let go.
    let isStill: Bool
    private let file: String
    private let identity: StateFiles.Identity?
    private let selectSince: SQLiteStatement
    private let newest: SQLiteStatement
    private let dataVersion: SQLiteStatement
    private let beginReading: SQLiteStatement
    private let commit: SQLiteStatement
    /// Nil where the table was opened for reading.
    private let writing: Writing?

    private struct Writing {
        let select: SQLiteStatement
        let upsert: SQLiteStatement
        let remove: SQLiteStatement
        let begin: SQLiteStatement

        init(_ connection: SQLiteConnection) throws(StorageFailure) {
            select = try connection.prepare("SELECT value FROM state WHERE origin = ? AND namespace = ? AND key = ?")
            upsert = try connection.prepare(
                """
                INSERT INTO state (origin, namespace, key, value, version, updated_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (origin, namespace, key) DO UPDATE
                SET value = excluded.value, version = excluded.version, updated_at = excluded.updated_at
                """)
            remove = try connection.prepare(
                """
                UPDATE state SET value = NULL, version = ?, updated_at = ?
                WHERE origin = ? AND namespace = ? AND key = ? AND value IS NOT NULL
                """)
            begin = try connection.prepare("BEGIN IMMEDIATE")
        }
    }

    /// Purpose of a connection: reading never writes to the file and its log.
    enum Purpose: Equatable {
        /// - Parameter untouched: not even SQLite's shared memory is written.
        case reading(untouched: Bool)
        case writing
    }

    /// Opens the state file; for writing, makes what is missing of it and brings its schema up to date. Nil when it is opened
    /// for reading and there is no file, or an empty one.
    /// - Throws: `.locked`, at once, when another program has it locked.
    static func open(
        _ files: StateFiles, for purpose: Purpose, tuning: SQLiteTuning
    ) throws(StorageFailure) -> StateTable? {
        guard let file = try files.resolve(create: purpose == .writing) else { return nil }
        // Before SQLite opens it: if the file is exchanged meanwhile it looks exchanged after, and is reopened.
        let identity = StateFiles.identity(of: file)
        switch purpose {
        case .writing:
            do {
                let connection = try SQLiteConnection(file: file, path: files.path)
                try StateSchema.prepare(connection, tuning: tuning)
                // FULL: an acknowledged write survives a power cut. Journals of savepoints stay in memory.
                try connection.execute(
                    """
                    PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA journal_size_limit = 4194304
                    """)
                if let pages = tuning.maximumPages { try connection.execute("PRAGMA max_page_count = \(pages)") }
                let writing = try Writing(connection)
                return try StateTable(connection, file: file, identity: identity, isStill: false, writing: writing)
            } catch {
                // SQLite reports the missing files it could not make beside this one in many ways: ask the system.
                switch error {
                case .readOnly, .other: throw StateFiles.isReadOnly(file) ? .readOnly(path: files.path) : error
                default: throw error
                }
            }
        case .reading(let untouched):
            let isStill = !StateFiles.hasLog(file)
            let reading: SQLiteConnection.Reading =
                if isStill { .unchanging } else if untouched, StateFiles.hasSharedMemory(file) {
                    .followedUntouched
                } else { .followed }
            let connection = try SQLiteConnection(reading: file, reading, path: files.path)
            guard try StateSchema.check(connection) > 0 else { return nil }
            try connection.execute("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            return try StateTable(connection, file: file, identity: identity, isStill: isStill, writing: nil)
        }
    }

    private init(
        _ connection: SQLiteConnection, file: String, identity: StateFiles.Identity?, isStill: Bool,
        writing: Writing?
    ) throws(StorageFailure) {
        selectSince = try connection.prepare(
            "SELECT origin, namespace, key, value FROM state WHERE version > ? ORDER BY version")
        newest = try connection.prepare("SELECT coalesce(max(version), 0) FROM state")
        dataVersion = try connection.prepare("PRAGMA data_version")
        beginReading = try connection.prepare("BEGIN DEFERRED")
        commit = try connection.prepare("COMMIT")
        self.writing = writing
        self.isStill = isStill
        self.file = file
        self.identity = identity
        self.connection = connection
    }

    /// Whether the file opened is still the one under its name. One that was removed or exchanged takes writes that
    /// nobody will ever see again.
    var isCurrent: Bool { identity != nil && StateFiles.identity(of: file) == identity }

    var isWritable: Bool { writing != nil }

    // MARK: - Reading

    /// A number that is another one after each commit of another connection (`PRAGMA data_version`), and tells nothing else.
    func currentDataVersion() throws(StorageFailure) -> Int64 {
        var result: Int64 = 0
        try dataVersion.run { result = $0.integer(0) }
        return result
    }

    /// The version of the newest commit; 0 when there was none.
    func newestVersion() throws(StorageFailure) -> Int64 {
        var result: Int64 = 0
        try newest.run { result = $0.integer(0) }
        return result
    }

    /// Entries stored or removed by commits after `version`, oldest first.
    func rows(since version: Int64) throws(StorageFailure) -> [StateChange] {
        var rows: [StateChange] = []
        try selectSince.run([.integer(version)]) { row in
            let namespace = StateNamespace(row.text(1), origin: row.text(0))
            rows.append(StateChange(key: StateKey(namespace: namespace, key: row.text(2)), value: row.optionalBlob(3)))
        }
        return rows
    }

    /// Gives `body` the table as of one commit.
    func reading<Value>(
        _ body: (StateTable) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value {
        try beginReading.run()
        return try committed(body)
    }

    // MARK: - Writing

    /// Runs `body` in one transaction that no other writer comes into: all of it is durable when this returns, and none of it
    /// happened when it throws.
    func transaction<Value>(
        _ body: (StateTable) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value {
        guard isWritable else { throw .readOnlyProcess }
        try writing?.begin.run()
        return try committed(body)
    }

    /// Runs `body` in the transaction that was begun, and ends it: all or nothing.
    private func committed<Value>(
        _ body: (StateTable) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value {
        do {
            let value = try body(self)
            try commit.run()
            return value
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// The value of a key. Inside a transaction.
    func value(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        var result: [UInt8]?
        try writing?.select.run(Self.parameters(key)) { result = $0.optionalBlob(0) }
        return result
    }

    /// Stores or removes a value. Inside a transaction.
    func put(_ change: StateChange, version: Int64, at milliseconds: Int64) throws(StorageFailure) {
        let key = Self.parameters(change.key)
        if let value = change.value {
            try writing?.upsert.run(key + [.blob(value), .integer(version), .integer(milliseconds)])
        } else {
            try writing?.remove.run([.integer(version), .integer(milliseconds)] + key)
        }
    }

    /// A key as three parameters, in the order of the table's columns.
    static func parameters(_ key: StateKey) -> [SQLiteStatement.Parameter] {
        [.text(key.namespace.origin), .text(key.namespace.name), .text(key.key)]
    }
}

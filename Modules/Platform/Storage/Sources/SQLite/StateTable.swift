internal import Glibc

/// The table of entries behind one open connection, with its statements prepared. Not for two threads at once.
struct StateTable: ~Copyable {
    let connection: SQLiteConnection
    private let file: String
    private let identity: StateFiles.Identity?
    private let select: SQLiteStatement
    private let list: SQLiteStatement
    private let upsert: SQLiteStatement
    private let delete: SQLiteStatement
    private let begin: SQLiteStatement
    private let beginReading: SQLiteStatement
    private let commit: SQLiteStatement

    /// What a connection is opened for.
    enum Purpose { case reading, writing }

    /// Opens the state file and brings its schema up to date. Nil when it is opened for reading and there is no
    /// file.
    static func open(
        _ files: StateFiles, for purpose: Purpose, tuning: SQLiteTuning
    ) throws(StorageFailure) -> StateTable? {
        guard let file = try files.resolve(create: purpose == .writing) else { return nil }
        do {
            // Before SQLite opens it: if the file is exchanged meanwhile it looks exchanged after, and is reopened.
            let identity = StateFiles.identity(of: file)
            let connection = try SQLiteConnection(file: file, path: files.path, lockTries: tuning.lockTries)
            try StateSchema.prepare(connection, tuning: tuning)
            return try StateTable(connection, file: file, identity: identity, purpose: purpose, tuning: tuning)
        } catch {
            // SQLite reports the missing files it could not make beside this one in many ways: ask the system.
            switch error {
            case .readOnly, .other: break
            default: throw error
            }
            guard StateFiles.isReadOnly(file) else { throw error }
            guard purpose == .reading, !StateFiles.hasLog(file) else { throw .readOnly(path: files.path) }
            // Nothing beside the file may be written, not even what readers share. With no log there is no writer
            // either, and the file can be read as it is.
            let connection = try SQLiteConnection(unchanging: file, path: files.path)
            guard try StateSchema.check(connection) > 0 else { return nil }
            return try StateTable(connection, file: file, identity: nil, purpose: purpose, tuning: tuning)
        }
    }

    private init(
        _ connection: consuming SQLiteConnection, file: String, identity: StateFiles.Identity?, purpose: Purpose,
        tuning: SQLiteTuning
    ) throws(StorageFailure) {
        // FULL: an acknowledged write survives a power cut. Journals of savepoints stay in memory.
        try connection.execute(
            """
            PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA journal_size_limit = 4194304
            """)
        if purpose == .reading { try connection.execute("PRAGMA query_only = ON") }
        if let pages = tuning.maximumPages { try connection.execute("PRAGMA max_page_count = \(pages)") }
        let select = try connection.prepare("SELECT value FROM state WHERE namespace = ? AND key = ?")
        let list = try connection.prepare("SELECT key, value FROM state WHERE namespace = ? ORDER BY key LIMIT ?")
        let upsert = try connection.prepare(
            """
            INSERT INTO state (namespace, key, value, updated_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
            """)
        let delete = try connection.prepare("DELETE FROM state WHERE namespace = ? AND key = ?")
        let begin = try connection.prepare("BEGIN IMMEDIATE")
        let beginReading = try connection.prepare("BEGIN DEFERRED")
        let commit = try connection.prepare("COMMIT")
        self.select = select
        self.list = list
        self.upsert = upsert
        self.delete = delete
        self.begin = begin
        self.beginReading = beginReading
        self.commit = commit
        self.file = file
        self.identity = identity
        self.connection = connection
    }

    /// Whether the file opened is still the one under its name. One that was removed or exchanged takes writes that
    /// nobody will ever see again. One that was opened without locks is never current: it is opened for each read.
    var isCurrent: Bool { identity != nil && StateFiles.identity(of: file) == identity }

    func value(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        var result: [UInt8]?
        try select.run([.text(key.namespace), .text(key.key)]) { result = $0.blob(0) }
        return result
    }

    func values(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] {
        var values: [[UInt8]?] = []
        values.reserveCapacity(keys.count)
        // In one transaction the file is locked, and looked at for changes, once.
        try transaction(beginReading) { table throws(StorageFailure) in
            for key in keys { values.append(try table.value(for: key)) }
        }
        return values
    }

    func entries(in namespace: String, limit: Int) throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        var result: [(key: String, value: [UInt8])] = []
        try list.run([.text(namespace), .integer(Int64(limit))]) { result.append(($0.text(0), $0.blob(1))) }
        return result
    }

    /// Gives `body` the table: a call that works where the table is optional.
    func read<Value>(_ body: (borrowing StateTable) throws(StorageFailure) -> Value) throws(StorageFailure) -> Value {
        try body(self)
    }

    /// Runs `body` in one transaction: all of it is durable when this returns, and none of it happened when it throws.
    func transaction(_ body: (borrowing StateTable) throws(StorageFailure) -> Void) throws(StorageFailure) {
        try transaction(begin, body)
    }

    private func transaction(
        _ begin: borrowing SQLiteStatement, _ body: (borrowing StateTable) throws(StorageFailure) -> Void
    ) throws(StorageFailure) {
        try begin.run()
        do {
            try body(self)
            try commit.run()
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Stores or, for nil, removes a value. Inside the transaction of the caller.
    func put(_ value: [UInt8]?, for key: StateKey, at milliseconds: Int64) throws(StorageFailure) {
        if let value {
            try upsert.run([.text(key.namespace), .text(key.key), .blob(value), .integer(milliseconds)])
        } else {
            try delete.run([.text(key.namespace), .text(key.key)])
        }
    }
}

/// What tests set to see a failure soon, and the clock.
struct SQLiteTuning: Sendable {
    /// How often, 2 ms apart, a locked file is tried again: 5 s in all.
    var lockTries = 2500
    /// The most pages (4 KiB) the file may get; nil is without bound. A full file is a full disk to the caller.
    var maximumPages: Int?
    /// Milliseconds since 1970, for the record only: nothing is decided by it.
    var now: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

internal import Glibc

/// The schema of the state file as a list of named steps, and the check that a file is ours before it is written.
enum StateSchema {
    /// Marks the file as a state file of this program (`PRAGMA application_id`): "GaSt".
    static let applicationID: Int64 = 0x4761_5374

    /// In the order they are applied; `PRAGMA user_version` is how many were. Never edit a step that was released:
    /// add one.
    static let migrations = [
        Migration(
            name: "state",
            sql: """
                -- origin: where the data came from that the entry is about. value: NULL where it was removed, so that
                -- whoever follows the file finds that too. version: rises by one with each commit.
                CREATE TABLE state (
                    origin TEXT NOT NULL,
                    namespace TEXT NOT NULL,
                    key TEXT NOT NULL,
                    value BLOB,
                    version INTEGER NOT NULL,
                    updated_at INTEGER NOT NULL,
                    PRIMARY KEY (origin, namespace, key)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX state_version ON state (version)
                """)
    ]

    /// Makes the file's schema the newest of `migrations`; leaves a file of another program or of a later version
    /// alone. Safe when many processes do it at once: each step is decided and made under the write lock.
    static func prepare(
        _ connection: SQLiteConnection, migrations: [Migration] = migrations, tuning: SQLiteTuning
    ) throws(StorageFailure) {
        let version = try check(connection, migrations: migrations)
        if try !connection.text("PRAGMA journal_mode").utf8.elementsEqual("wal".utf8) {
            try connection.execute("PRAGMA journal_mode = WAL")
        }
        for next in version..<max(version, migrations.count) {
            try apply(migrations, from: next, on: connection, now: tuning.now)
        }
    }

    /// The file's version, when the file is empty or ours and all of it is known. Writes nothing.
    @discardableResult
    static func check(
        _ connection: SQLiteConnection, migrations: [Migration] = migrations
    ) throws(StorageFailure) -> Int {
        // In a transaction: otherwise a migration of another process could come between two of the questions.
        try connection.execute("BEGIN")
        defer { connection.rollBack() }
        let version = try checkedVersion(of: connection, supported: migrations.count)
        if version > 0 { try checkApplied(migrations, on: connection) }
        return version
    }

    /// The file's version, when the file is empty or ours and not too new.
    static func checkedVersion(
        of connection: SQLiteConnection, supported: Int
    ) throws(StorageFailure) -> Int {
        let application = try connection.integer("PRAGMA application_id")
        let version = try connection.integer("PRAGMA user_version")
        if application == 0, version == 0, try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 {
            return 0
        }
        guard application == applicationID, version >= 0 else { throw .foreign(path: connection.path) }
        guard version <= supported else {
            throw .newerVersion(path: connection.path, found: Int(version), supported: supported)
        }
        return Int(version)
    }

    /// Compares what was applied to the file with what this build knows.
    private static func checkApplied(
        _ migrations: [Migration], on connection: SQLiteConnection
    ) throws(StorageFailure) {
        var applied: [String: String] = [:]
        try connection.prepare("SELECT name, checksum FROM migrations").run { applied[$0.text(0)] = $0.text(1) }
        for migration in migrations {
            if let checksum = applied[migration.name], checksum != migration.checksum {
                throw .changedMigration(path: connection.path, name: migration.name)
            }
        }
    }

    /// Applies the step at `index` in its own transaction, unless another process did meanwhile.
    private static func apply(
        _ migrations: [Migration], from index: Int, on connection: SQLiteConnection, now: () -> Int64
    ) throws(StorageFailure) {
        guard index < migrations.count else { return }
        let migration = migrations[index]
        try connection.write { () throws(StorageFailure) in
            if try checkedVersion(of: connection, supported: migrations.count) == index {
                if index == 0 { try connection.execute(Migration.table) }
                try connection.execute(migration.sql)
                try connection.prepare("INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)")
                    .run([.text(migration.name), .text(migration.checksum), .integer(now())])
                // A pragma takes no parameters; both are integers of this program.
                try connection.execute("PRAGMA user_version = \(index + 1)")
                try connection.execute("PRAGMA application_id = \(applicationID)")
            }
        }
    }
}

/// One step of the schema.
struct Migration: Sendable {
    /// Unique, and never changed.
    let name: String
    let sql: String

    /// The record of applied steps, made with the first.
    static let table = """
        CREATE TABLE migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT
        """

    /// FNV-1a (64 bits) of the SQL, in hexadecimal: enough to notice that a released step was edited.
    var checksum: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in sql.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

internal import CSQLite
internal import Glibc

/// Inspection of the path of a state; changes nothing.
package struct StateInspection: Sendable, Equatable {
    /// Steps of the schema that were applied; 0 while the file is empty.
    package let schemaVersion: Int
    /// Those that this program knows.
    package static var knownVersion: Int { StateSchema.migrations.count }
    /// Entries in it, of every module.
    package let entries: Int
    /// True in the middle of a move into this state: it was stopped, or goes on now.
    package let isUnfinished: Bool
    /// Bytes of the file and of its log.
    package let bytes: Int
    /// Whether nobody but the owner may read the file.
    package let isPrivate: Bool
    /// Damage in SQLite's words, at most ten lines; empty for a whole file.
    package let damage: [String]

    /// The version of SQLite.
    package static var library: String { String(cString: sqlite3_libversion()) }

    /// - Parameter path: as the settings have it, absolute.
    /// - Returns: nil when there is no file yet.
    /// - Throws: why the file can't be opened: not ours, from a later version, unsafe, locked, damaged at its beginning.
    package static func look(at path: String) throws(StorageFailure) -> StateInspection? {
        let files = StateFiles(path: path)
        guard let file = try files.resolve(create: false) else { return nil }
        let connection = try SQLiteConnection(
            reading: file,
            StateFiles.hasLog(file)
                ? StateFiles.hasSharedMemory(file) ? .followedUntouched : .followed : .unchanging,
            path: path)
        let version = try StateSchema.check(connection)
        var damage: [String] = []
        try connection.prepare("PRAGMA integrity_check(10)").run { damage.append($0.text(0)) }
        return StateInspection(
            schemaVersion: version,
            entries: version > 0
                ? Int(try connection.integer("SELECT count(value) FROM state WHERE origin <> 'galleria'")) : 0,
            isUnfinished: version > 0
                ? try connection.integer("SELECT count(value) FROM state WHERE origin = 'galleria'") > 0 : false,
            bytes: size(of: file) + size(of: file + "-wal"), isPrivate: mode(of: file) & 0o077 == 0,
            damage: damage == ["ok"] ? [] : damage)
    }

    private static func size(of file: String) -> Int {
        var status = stat()
        return lstat(file, &status) == 0 ? status.st_size : 0
    }

    private static func mode(of file: String) -> mode_t {
        var status = stat()
        return lstat(file, &status) == 0 ? status.st_mode : 0
    }
}

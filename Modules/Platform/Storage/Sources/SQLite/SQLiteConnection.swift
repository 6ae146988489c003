internal import CSQLite
internal import Glibc

/// One connection to a database file. Not for two threads at once: whoever owns it keeps it to one.
final class SQLiteConnection {
    /// The path of the settings, for failures; the file opened may have another, resolved one.
    let path: String
    private let handle: OpaquePointer

    /// Opens an existing file to write it. A locked file is a failure at once: whoever owns the connection waits. Reads
    /// nothing of the file yet.
    ///
    /// - Parameters:
    ///   - file: the resolved path: a symbolic link anywhere in it is refused.
    ///   - path: the path of the settings.
    convenience init(file: String, path: String) throws(StorageFailure) {
        // NOMUTEX: one thread at a time, so SQLite's own locks are not needed. EXRESCODE: extended result codes.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        try self.init(opening: file, flags, path: path)
    }

    /// Way of opening an existing file without writing.
    enum Reading {
        /// Nobody writes it, and it has no log: no locks, no shared memory.
        case unchanging
        /// Others may write it. SQLite's shared memory beside it is used, or made where it is missing.
        case followed
        /// The same, but of the shared memory nothing is written either: what others left there is read.
        case followedUntouched

        fileprivate var parameters: String {
            switch self {
            case .unchanging: "immutable=1"
            case .followed: "mode=ro"
            case .followedUntouched: "mode=ro&readonly_shm=1"
            }
        }
    }

    /// Opens an existing file to read it. A locked file is a failure at once.
    convenience init(reading file: String, _ reading: Reading, path: String) throws(StorageFailure) {
        // Every byte as %XX: then none of them can mean something in a URI.
        let name = file.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined()
        let flags =
            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        try self.init(opening: "file:\(name)?\(reading.parameters)", flags, path: path)
    }

    private init(opening name: String, _ flags: Int32, path: String) throws(StorageFailure) {
        var opened: OpaquePointer?
        errno = 0
        let code = sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let failure = StorageFailure.sqlite(code, opened, path: path)
            sqlite3_close_v2(opened)
            throw failure
        }
        self.path = path
        handle = opened
    }

    deinit { sqlite3_close_v2(handle) }

    /// Whether a transaction is open. SQLite itself ends one on some errors, a full disk for instance.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The head of the log's index, in memory that all who have the file open share; nil without a log. Of this connection, which has
    /// read the file before: it is gone with it.
    var logHead: LogHead? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let methods = file?.pointee.pMethods, methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
        else { return nil }
        var region: UnsafeMutableRawPointer?
        let code = map(file, 0, LogHead.regionBytes, 0, &region)
        guard code == SQLITE_OK || code == SQLITE_READONLY else { return nil }
        return region.map { LogHead(UnsafeRawPointer($0)) }
    }

    /// Prepares `sql`, to be kept.
    func prepare(_ sql: String) throws(StorageFailure) -> SQLiteStatement {
        try SQLiteStatement(sql, on: handle, path: path)
    }

    /// Runs statements of this program's own, without results.
    func execute(_ sql: String) throws(StorageFailure) {
        errno = 0
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw .sqlite(code, handle, path: path) }
    }

    /// The first column of the first row, as an integer; 0 when there is none.
    func integer(_ sql: String) throws(StorageFailure) -> Int64 {
        var result: Int64 = 0
        try prepare(sql).run { result = $0.integer(0) }
        return result
    }

    /// The first column of the first row, as text; empty when there is none.
    func text(_ sql: String) throws(StorageFailure) -> String {
        var result = ""
        try prepare(sql).run { result = $0.text(0) }
        return result
    }

    /// Ends an open transaction without a trace. A failure here leaves nothing to do: the transaction is gone anyway.
    func rollBack() {
        if isInTransaction { try? execute("ROLLBACK") }
    }

    /// Runs `body` in a transaction that holds the write lock from its begin, so that it never has to be upgraded
    /// (an upgrade fails at once when another writer came first, whatever the waiting time).
    func write(_ body: () throws(StorageFailure) -> Void) throws(StorageFailure) {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            rollBack()
            throw error
        }
    }
}

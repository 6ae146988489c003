internal import CSQLite
internal import Glibc

/// One connection to a database file. Not for two threads at once: whoever owns it keeps it to one.
struct SQLiteConnection: ~Copyable {
    /// The path of the settings, for failures; the file opened may have another, resolved one.
    let path: String
    private let handle: OpaquePointer

    /// Opens an existing file and sets how a locked one is waited for. Reads nothing of the file yet.
    ///
    /// - Parameters:
    ///   - file: the resolved path: a symbolic link anywhere in it is refused.
    ///   - path: the path of the settings.
    ///   - lockTries: how often, 2 ms apart, a lock of another connection is tried again.
    init(file: String, path: String, lockTries: Int) throws(StorageFailure) {
        // NOMUTEX: one thread at a time, so SQLite's own locks are not needed. EXRESCODE: extended result codes.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        try self.init(file, flags, path: path)
        waitForLocks(tries: lockTries)
    }

    /// Opens a file of which nothing can be written, and which nobody writes: no locks, no log, no shared memory.
    init(unchanging file: String, path: String) throws(StorageFailure) {
        // Every byte as %XX: then none of them can mean something in a URI.
        let name = file.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined()
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        try self.init("file:\(name)?immutable=1", flags, path: path)
    }

    private init(_ name: String, _ flags: Int32, path: String) throws(StorageFailure) {
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

    /// Sets how often, 2 ms apart, a lock of another connection is tried again; 0 is never.
    func waitForLocks(tries: Int) {
        // SQLite's own waiting backs off to 100 ms, and the process that comes last may starve behind busy ones.
        // Short, even steps are fair. The tries travel as the bits of the context pointer, which nobody follows.
        sqlite3_busy_handler(
            handle,
            { tries, soFar in
                guard Int(soFar) < Int(bitPattern: tries) else { return 0 }
                usleep(SQLiteConnection.lockStep)
                return 1
            }, UnsafeMutableRawPointer(bitPattern: tries))
    }

    /// Between two tries for a lock, in microseconds.
    static let lockStep: UInt32 = 2000

    deinit { sqlite3_close_v2(handle) }

    /// Whether a transaction is open. SQLite itself ends one on some errors, a full disk for instance.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

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

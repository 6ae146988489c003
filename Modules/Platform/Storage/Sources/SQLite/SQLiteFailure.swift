internal import CSQLite
internal import Glibc

extension StorageFailure {
    /// The failure for a result code of SQLite, and the errno of the connection's last system call. To be asked for right
    /// after the call that failed, before which errno was 0.
    static func sqlite(_ code: Int32, _ connection: OpaquePointer?, path: String) -> StorageFailure {
        // For a COMMIT that fails SQLite does not write the errno down.
        let lastError = errno
        let knownError = connection.map { sqlite3_system_errno($0) }
        let systemError = knownError == 0 ? lastError : knownError ?? 0
        // The low byte is the primary code, the rest of an extended code says more.
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .locked(path: path, waited: 0)
        case SQLITE_READONLY, SQLITE_PERM: return .readOnly(path: path)
        case SQLITE_FULL: return .full(path: path)
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt(path: path)
        case SQLITE_TOOBIG: return .tooLarge(.value, limit: StateLimits.valueBytes)
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            return .system(systemError, code: code, path: path)
        default: return .other(path: path, code: code, systemError: 0)
        }
    }

    /// The failure for a system call's errno, with SQLite's code if it was SQLite that called.
    static func system(_ systemError: Int32, code: Int32? = nil, path: String) -> StorageFailure {
        switch systemError {
        case ENOSPC, EDQUOT: .full(path: path)
        case EROFS, EACCES, EPERM: .readOnly(path: path)
        case ELOOP: .unsafePath(path: path, .symbolicLink)
        case ENOTDIR: .unsafePath(path: path, .notADirectory)
        default: .other(path: path, code: code, systemError: systemError)
        }
    }
}

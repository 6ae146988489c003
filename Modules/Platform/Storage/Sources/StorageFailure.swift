/// Why state could not be read or written, as facts. `sentence` says it to people.
///
/// `path` is always the state file's path as the user's settings gave it.
package enum StorageFailure: Error, Sendable, Equatable {
    /// There is no place for state at all (no home directory, say). The reason is a sentence.
    case unavailable(reason: String)
    /// The file, its directory or its file system may not be written.
    case readOnly(path: String)
    /// No space, or no quota, is left.
    case full(path: String)
    /// The file was there, and is gone.
    case missing(path: String)
    /// The file is damaged, cut short, or no database. It is never touched, emptied or removed.
    case corrupt(path: String)
    /// The file is a database of something else. It is never touched.
    case foreign(path: String)
    /// The file was written by a later version: `found` and `supported` are schema versions.
    case newerVersion(path: String, found: Int, supported: Int)
    /// The migration `name` was applied in another form than this build knows.
    case changedMigration(path: String, name: String)
    /// Another process held the file's lock for `waited` milliseconds, as long as a write waits (`state.timeout`) or a first
    /// read.
    case locked(path: String, waited: Int)
    /// The disk did not answer for `waited` milliseconds. A write may still be made when it does.
    case stalled(path: String, waited: Int)
    /// State before its first read.
    case unread
    /// The process was started not to write (`--read-only`).
    case readOnlyProcess
    /// Something on the path is not what it must be: a link could lead a write elsewhere.
    case unsafePath(path: String, PathFault)
    /// A key, value or commit is over its bound. `limit` is in bytes, for `.changes` in changes.
    case tooLarge(LimitedPart, limit: Int)
    /// The namespace has other characters than `a-z A-Z 0-9 .`, none, or more than 64.
    case badNamespace
    /// More writes wait than the store holds.
    case busy
    /// The store was closed.
    case closed
    /// The caller's own transform refused. The reason is a sentence.
    case refused(reason: String)
    /// The state is on a server, whose address people may see, and something is wrong there or on the way.
    case server(String, ServerFault)
    /// SQLite's extended result code (sqlite.org/rescode.html) or, for steps around it, nil; and the system's errno.
    case other(path: String, code: Int32?, systemError: Int32)

    /// Part over its bound.
    package enum LimitedPart: Sendable, Equatable { case key, value, changes, commit }

    /// Fault of a path.
    package enum PathFault: Sendable, Equatable { case symbolicLink, notAFile, notADirectory, notAPath }
}

extension StorageFailure {
    /// Whether waiting alone may help.
    package var isPassing: Bool {
        switch self {
        case .locked, .stalled, .unread, .busy: true
        case .server(_, let fault): fault.isPassing
        default: false
        }
    }
}

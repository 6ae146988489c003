internal import Glibc

extension StorageFailure {
    /// Problem and remedy, in one or two sentences.
    package var sentence: String {
        switch self {
        case .unavailable(let reason), .refused(let reason):
            reason
        case .readOnly(let path):
            "The state file \(path) cannot be used for lack of permission. "
                + "Allow writing to it and its directory, or set state.path elsewhere."
        case .full(let path):
            "There is no space left for the state file \(path). Nothing was saved; free some space and try again."
        case .missing(let path):
            "The state file \(path) is gone. What was known of it is shown, and nothing is saved. "
                + "Put the file back, or start galleria again to begin with an empty one."
        case .corrupt(let path):
            "The state file \(path) is damaged or no SQLite database. It was left as it is: move it aside and "
                + "put a backup in its place, or recover it with: sqlite3 \(path) .recover"
        case .foreign(let path):
            "The file \(path) is the database of another program. It was left as it is; set state.path elsewhere."
        case .newerVersion(let path, let found, let supported):
            "The state file \(path) has version \(found), and this program knows versions up to \(supported). "
                + "It was left as it is: use the newer program, or set state.path elsewhere."
        case .changedMigration(let path, let name):
            "The state file \(path) was made by a build whose step “\(name)” differs from this one's. "
                + "It was left as it is: use the build that made it, or set state.path elsewhere."
        case .locked(let path, let waited):
            "Another program keeps the state file \(path) locked; waited \(waited.timeText). "
                + "Nothing was saved; try again."
        case .stalled(let path, let waited):
            "The disk of the state file \(path) did not answer for \(waited.timeText). "
                + "What was to be saved may be saved when it does; check the disk."
        case .unread:
            "The state was not read yet. Try again."
        case .readOnlyProcess:
            "This program was started with --read-only and saves nothing. Start it without --read-only to save."
        case .unsafePath(let path, let fault):
            "The state file \(path) is refused: \(fault.sentencePart) Set state.path to a plain file's path."
        case .tooLarge(let part, let limit):
            part.sentence(limit: limit)
        case .badNamespace:
            "A state namespace has 1 to \(StateLimits.namespaceBytes) letters a-z or A-Z, digits and dots."
        case .busy:
            "Too many writes are waiting for the state file. Nothing was saved; try again."
        case .closed:
            "The state file is closed, since the program is ending. Nothing was saved; start it again."
        case .server(let server, let fault):
            fault.sentence(of: server)
        case .other(let path, let code, let systemError):
            "The state file \(path) could not be used"
                + (code.map { " (SQLite code \($0))" } ?? "")
                + (systemError == 0 ? "" : ": \(Self.text(ofSystemError: systemError))")
                + ". Nothing was saved; check its disk and try again."
        }
    }

    private static func text(ofSystemError code: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 128)
        let size = text.count
        let result = strerror_r(code, &text, size)
        return result == 0 ? String(decoding: text.prefix { $0 != 0 }, as: UTF8.self) : "error \(code)"
    }
}

extension Int {
    /// Milliseconds as people read them: `250 ms`, `10 s`.
    fileprivate var timeText: String { self < 1000 ? "\(self) ms" : "\(self / 1000) s" }
}

extension StorageFailure.PathFault {
    fileprivate var sentencePart: String {
        switch self {
        case .symbolicLink: "it, a file beside it, or its directory is a symbolic link."
        case .notAFile: "it, or a file beside it, is not a plain file."
        case .notADirectory: "the place of its directory is taken by something else."
        case .notAPath: "it does not end in a file's name, or holds a NUL byte."
        }
    }
}

extension StorageFailure.LimitedPart {
    fileprivate func sentence(limit: Int) -> String {
        switch self {
        case .key: "A state key has at most \(limit) bytes of UTF-8. Use a shorter one."
        case .value: "A stored value has at most \(limit) bytes. Store less."
        case .changes: "One commit has at most \(limit) changes. Split it."
        case .commit: "One commit has at most \(limit) bytes. Split it."
        }
    }
}

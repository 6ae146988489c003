import Glibc
import Testing

@testable import Storage

@Suite("Sentences")
struct StorageSentenceTests {
    /// Every failure, and words its sentence must have: what happened, and what to do.
    static let cases: [(StorageFailure, words: [String])] = [
        (.unavailable(reason: "There is no home directory."), ["There is no home directory."]),
        (.refused(reason: "The bag is full."), ["The bag is full."]),
        (.readOnly(path: "/s/state.db"), ["/s/state.db", "permission", "Allow writing", "state.path"]),
        (.missing(path: "/s/state.db"), ["/s/state.db", "gone", "Put the file back"]),
        (.full(path: "/s/state.db"), ["/s/state.db", "no space", "free some"]),
        (.corrupt(path: "/s/state.db"), ["/s/state.db", "damaged", "backup", "sqlite3 /s/state.db .recover"]),
        (.foreign(path: "/s/state.db"), ["/s/state.db", "another program", "state.path"]),
        (.newerVersion(path: "/s/state.db", found: 9, supported: 1), ["version 9", "up to 1", "newer program"]),
        (.changedMigration(path: "/s/state.db", name: "state"), ["“state”", "the build that made it"]),
        (.locked(path: "/s/state.db", waited: 250), ["locked", "250 ms", "try again"]),
        (.stalled(path: "/s/state.db", waited: 11_000), ["/s/state.db", "11 s", "check the disk"]),
        (.unread, ["not read yet"]), (.readOnlyProcess, ["--read-only", "without --read-only"]),
        (.unsafePath(path: "/s/state.db", .symbolicLink), ["symbolic link", "state.path"]),
        (.unsafePath(path: "/s/state.db", .notAFile), ["not a plain file", "state.path"]),
        (.unsafePath(path: "/s/state.db", .notADirectory), ["its directory", "state.path"]),
        (.unsafePath(path: "/s/", .notAPath), ["a file's name", "state.path"]),
        (.tooLarge(.key, limit: 1024), ["1024 bytes", "shorter"]),
        (.tooLarge(.value, limit: 4), ["4 bytes", "less"]),
        (.tooLarge(.changes, limit: 3), ["3 changes", "Split"]),
        (.tooLarge(.commit, limit: 2), ["2 bytes", "Split"]),
        (.badNamespace, ["64", "letters"]),
        (.busy, ["Too many writes", "try again"]),
        (.closed, ["closed", "start it again"]),
        (.other(path: "/s/state.db", code: 10, systemError: EIO), ["code 10", "Input/output error", "its disk"]),
        (.other(path: "/s/state.db", code: nil, systemError: EMFILE), ["Too many open files"]),
        (.other(path: "/s/state.db", code: 1, systemError: 0), ["code 1)."]),
        (.other(path: "/s/state.db", code: 1, systemError: 99_999), ["99999"]),
    ]

    @Test("say what happened and what to do next", arguments: cases)
    func sentences(_ failure: StorageFailure, _ words: [String]) {
        let sentence = failure.sentence
        for word in words { #expect(sentence.contains(word), "\(sentence)") }
        #expect(sentence.hasSuffix(".") || sentence.hasSuffix(".recover"))
        for name in ["StorageFailure", "Optional", "nil", "SQLITE_", "\n"] { #expect(!sentence.contains(name)) }
    }

    /// Result codes of SQLite, plain and extended, and the failures they mean.
    static let codeTable: [(Int32, StorageFailure)] = [
        (5, .locked(path: "p", waited: 0)), (6, .locked(path: "p", waited: 0)), (517, .locked(path: "p", waited: 0)),
        (15, .locked(path: "p", waited: 0)),
        (8, .readOnly(path: "p")), (1032, .readOnly(path: "p")), (3, .readOnly(path: "p")),
        (13, .full(path: "p")), (11, .corrupt(path: "p")), (26, .corrupt(path: "p")), (267, .corrupt(path: "p")),
        (18, .tooLarge(.value, limit: StateLimits.valueBytes)), (1, .other(path: "p", code: 1, systemError: 0)),
        (778, .other(path: "p", code: 778, systemError: 0)), (14, .other(path: "p", code: 14, systemError: 0)),
    ]

    @Test("SQLite's codes have their failures", arguments: codeTable)
    func codes(_ code: Int32, _ expected: StorageFailure) {
        #expect(StorageFailure.sqlite(code, nil, path: "p") == expected)
    }

    static let systemTable: [(Int32, StorageFailure)] = [
        (ENOSPC, .full(path: "p")), (EDQUOT, .full(path: "p")), (EROFS, .readOnly(path: "p")),
        (EACCES, .readOnly(path: "p")), (EPERM, .readOnly(path: "p")),
        (ELOOP, .unsafePath(path: "p", .symbolicLink)), (ENOTDIR, .unsafePath(path: "p", .notADirectory)),
        (EIO, .other(path: "p", code: nil, systemError: EIO)),
    ]

    @Test("the system's errors have their failures", arguments: systemTable)
    func systemErrors(_ code: Int32, _ expected: StorageFailure) {
        #expect(StorageFailure.system(code, path: "p") == expected)
    }
}

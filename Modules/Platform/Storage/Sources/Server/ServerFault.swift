internal import PostgreSQL

/// Why the state on a server could not be read or written.
package enum ServerFault: Sendable, Equatable {
    /// libpq can't be used; the reason is the system's.
    case noLibrary(reason: String)
    /// The address is invalid; the reason is libpq's.
    case badAddress(reason: String)
    /// No connection could be made, or it was lost. `age` is for how many milliseconds what is known was not compared with the
    /// server; nil where nothing is known.
    case away(reason: String, age: Int?)
    /// The server did not answer for `waited` milliseconds; nothing was saved.
    case late(waited: Int)
    /// The same, and the answer to a commit was lost: it may have been made.
    case unanswered(waited: Int)
    /// A version of PostgreSQL that is too old.
    case tooOld(found: Int)
    /// The role may not do what was needed; the reason is the server's.
    case noRights(reason: String)
    /// There is no schema, and the role may not make it.
    case noSchema(reason: String)
    /// A later galleria made the schema: `found` and `supported` are its versions.
    case newerSchema(found: Int, supported: Int)
    /// The step `name` of the schema was applied in another form than this build knows.
    case changedMigration(name: String)
    /// The schema was there, and is gone.
    case missing
    /// The server's disk is full.
    case full
    /// The server takes no writes: it is a stand-by.
    case standby
    /// Anything else, by SQLSTATE and the server's own line.
    case other(state: String, reason: String)

    /// PostgreSQL 13 brought `gen_random_uuid()` without an extension.
    static let oldestServer = 130_000

    init(_ failure: PostgresFailure) {
        self =
            switch failure {
            case .library(let reason): .noLibrary(reason: reason)
            case .address(let reason): .badAddress(reason: reason)
            case .lost(let reason): .away(reason: reason, age: nil)
            case .late: .away(reason: "it did not answer in time", age: nil)
            case .refused(let state, let message): Self.refusal(state, message)
            }
    }

    /// Meaning of a refusal (PostgreSQL manual, appendix A).
    private static func refusal(_ state: String, _ message: String) -> ServerFault {
        switch state {
        case "42501": .noRights(reason: message)
        case "53100": .full
        case "25006": .standby
        case "42P01", "3F000": .missing
        // Shutting down, starting up, without a place for another connection; a lock or a deadlock that took too long.
        case "57P01", "57P02", "57P03", "53300", "55P03", "57014", "40001", "40P01": .away(reason: message, age: nil)
        default: .other(state: state, reason: message)
        }
    }

    /// Whether waiting alone may help.
    var isPassing: Bool {
        switch self {
        case .away, .late, .unanswered, .full, .standby: true
        default: false
        }
    }

    /// Whether another connection may do better at once: to a server that came back, or to another one of the address.
    var endsConnection: Bool {
        switch self {
        case .away, .late, .standby, .missing: true
        default: false
        }
    }

    /// Problem and remedy, in one or two sentences.
    /// - Parameter server: its address, as people may see it.
    func sentence(of server: String) -> String {
        switch self {
        case .noLibrary(let reason):
            "The state is on \(server), and libpq can't be opened: \(reason). Install it: sudo apt-get install libpq5"
        case .badAddress(let reason): "The address \(server) can't be used: \(reason). Correct state.url."
        case .away(let reason, let age?):
            "The server of the state, \(server), can't be reached: \(reason). What is shown was known "
                + "\(Self.time(age)) ago; it is tried again by itself."
        case .away(let reason, nil):
            "The server of the state, \(server), can't be reached: \(reason). Nothing was saved; try again when it is back."
        case .late(let waited):
            "The server of the state, \(server), did not answer for \(Self.time(waited)). Nothing was saved; try again."
        case .unanswered(let waited):
            "The server of the state, \(server), did not confirm for \(Self.time(waited)). The change may be saved: look before it is "
                + "made again."
        case .tooOld(let found):
            "The server of the state, \(server), is PostgreSQL \(PostgresLibrary.numbered(found)), and 13 or newer is needed. "
                + "Update it, or set state.url elsewhere."
        case .noRights(let reason):
            "The role of state.url may not use the state on \(server): \(reason). Let its owner grant that: "
                + "galleria state init prints how."
        case .noSchema(let reason):
            "There is no state on \(server) yet, and the role of state.url may not make it: \(reason). "
                + "Run once, as a role that may create a schema: galleria state init"
        case .newerSchema(let found, let supported):
            "The state on \(server) has schema version \(found), and this program knows versions up to \(supported). "
                + "It was left as it is: use the newer program."
        case .changedMigration(let name):
            "The state on \(server) was made by a build whose step “\(name)” differs from this one's. "
                + "It was left as it is: use the build that made it."
        case .missing:
            "The state on \(server) is gone. What was known of it is shown, and nothing is saved. Restore it, or start galleria "
                + "again to begin with an empty one."
        case .full:
            "The disk of the server of the state, \(server), is full. Nothing was saved; make room there, then try again."
        case .standby:
            "The server of the state, \(server), takes no writes: it is a stand-by. Nothing was saved; name the primary in "
                + "state.url too."
        case .other(let state, let reason):
            "The server of the state, \(server), refused: \(reason) (SQLSTATE \(state)). Nothing was saved."
        }
    }

    /// Milliseconds as people read them: `250 ms`, `10 s`, `5 min`.
    private static func time(_ milliseconds: Int) -> String {
        if milliseconds < 1_000 { return "\(milliseconds) ms" }
        return milliseconds < 180_000 ? "\(milliseconds / 1_000) s" : "\(milliseconds / 60_000) min"
    }
}

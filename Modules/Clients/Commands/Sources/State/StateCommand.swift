import Composition
import DesignSystem
import FeatureKit
import JSON
import PostgreSQL
import Settings
import Storage

extension Command {
    /// `galleria state info | init | migrate | verify | export | import`
    static var state: Command {
        Command(
            "state", doc: "Shows where likes and memos are kept; moves, compares, saves them.",
            actions: [
                Command(
                    "info", doc: "Shows where the state is, and what is in it.", options: [Options.json],
                    examples: ["galleria state info"], run: stateInfo),
                Command(
                    "init", doc: "Makes the schema in the database of state.url, and prints grants for its users.",
                    options: [Options.json],
                    examples: ["galleria state init --set state.url=postgresql://owner@db/galleria"], run: initState),
                Command(
                    "migrate", [Arguments.fromState, Arguments.toState],
                    doc: "Copies every entry of a state into another, and compares both; FROM stays as it is.",
                    options: [Options.dryRun, Options.json],
                    examples: ["galleria state migrate current postgresql://galleria@db/galleria#anna --dry-run"],
                    run: migrateState),
                Command(
                    "verify", [Arguments.firstState, Arguments.secondState],
                    doc: "Compares two states by counts and digests, and prints the keys that differ.",
                    options: [Options.json],
                    examples: ["galleria state verify current sqlite:/backup/state.db"], run: verifyStates),
                Command(
                    "export", doc: "Prints every entry as lines of JSON with a checksum, or writes them to a file.",
                    options: [Options.exportTo, Options.json],
                    examples: ["galleria state export --to state.jsonl"], run: exportState),
                Command(
                    "import", [Arguments.exportFile],
                    doc: "Checks an export whole, then stores all of its entries or none.",
                    options: [Options.replace, Options.json],
                    examples: ["galleria state import state.jsonl"], run: importState),
            ])
    }
}

/// `galleria state info`
@Sendable func stateInfo(_ invocation: Invocation) throws -> ExitStatus {
    let settings = try invocation.settings()
    return invocation.show(try StateReport.look(at: StatePlace(settings)))
}

/// `galleria state init`
@Sendable func initState(_ invocation: Invocation) throws -> ExitStatus {
    let settings = try invocation.settings()
    guard case .server(let address, _) = StatePlace(settings) else {
        throw StateCommandFault.notOnServer
    }
    let made: Int
    do { made = try ServerInspection.make(at: address) } catch { throw StateCommandFault.failed(error) }
    let grants = ServerInspection.grants(to: "ROLE")
    if !invocation[Options.json] {
        let done =
            made == 0
            ? "The schema is there already." : "The schema was made: \(made == 1 ? "1 step" : "\(made) steps")."
        invocation.console.say("\(done) For a role that uses it and can't alter it, ROLE in its place:")
    }
    return invocation.show(
        json: { writer in
            writer.beginObject()
            writer.key("appliedSteps")
            writer.value(.integer(made))
            writer.key("grants")
            writer.value(.array(grants.map { .string($0) }))
            writer.endObject()
        }, text: { grants.joined(separator: "\n") + "\n" })
}

/// Why a command about the state ends.
enum StateCommandFault: Error, Explained {
    case notOnServer
    case failed(StorageFailure)

    var fault: Fault {
        switch self {
        case .notOnServer:
            Fault(
                .invalidArgument, "The state is a file, which needs no schema beforehand.",
                hint: "Set state.url to a PostgreSQL database first.", module: "state")
        case .failed(let failure): Fault(failure, module: "state")
        }
    }
}

/// A state, as `info` tells of it.
struct StateReport: Sendable, Equatable {
    /// The state as commands spell it: `sqlite:PATH` or `postgresql://…`.
    let state: String
    let profile: String?
    /// The program behind it, with its version.
    let engine: String
    /// True once it was made.
    let isThere: Bool
    let schemaVersion: Int
    let entries: Int
    /// True in the middle of a move into it.
    let isUnfinished: Bool

    static let shape = ResultShape<StateReport>([
        ResultField("state", .text, "Its place: sqlite:PATH or postgresql://HOST/DATABASE.") { $0.state },
        ResultField(optional: "profile", .text, "Whose state it is; on a server alone.") { $0.profile },
        ResultField("engine", .text, "The database program and its version.") { $0.engine },
        ResultField("exists", .flag, "Whether it was made yet.") { $0.isThere },
        ResultField("schemaVersion", .whole, "Steps of the schema that were applied.") { $0.schemaVersion },
        ResultField("entries", .whole, "Entries in it, of every module.") { $0.entries },
        ResultField("unfinished", .flag, "Whether a state migrate into it was not ended yet.") { $0.isUnfinished },
    ])

    static let nowhere = StorageFailure.unavailable(
        reason: "There is no home directory to keep state in. Set HOME, or state.path to a writable file.")

    /// Reads facts of a state; changes nothing.
    static func look(at place: StatePlace) throws(StateCommandFault) -> StateReport {
        do throws(StorageFailure) {
            switch place {
            case .nowhere: throw nowhere
            case .file(let path):
                let state = try StateInspection.look(at: path)
                return StateReport(
                    state: "sqlite:\(path)", profile: nil, engine: "SQLite \(StateInspection.library)",
                    isThere: state != nil,
                    schemaVersion: state?.schemaVersion ?? 0, entries: state?.entries ?? 0,
                    isUnfinished: state?.isUnfinished ?? false)
            case .server(let address, let profile):
                let state = try ServerInspection.look(at: address, profile: profile)
                return StateReport(
                    state: address.shown, profile: profile, engine: "PostgreSQL \(state.server)",
                    isThere: state.schemaVersion > 0, schemaVersion: state.schemaVersion, entries: state.entries,
                    isUnfinished: state.isUnfinished)
            }
        } catch {
            throw .failed(error)
        }
    }

    var document: Document {
        Document([
            .keyValues(
                [KeyValue("state", Inline(state, .code))]
                    + (profile.map { [KeyValue("profile", Inline($0))] } ?? [])
                    + [
                        KeyValue("engine", Inline(engine)),
                        KeyValue(
                            "schema", Inline(isThere ? String(schemaVersion) : "not made yet; the first write makes it")
                        ),
                        KeyValue("entries", Inline(String(entries))),
                    ]
                    + (isUnfinished
                        ? [KeyValue("unfinished", "a copy of another state; run galleria state migrate again")] : []))
        ])
    }
}

extension Invocation {
    fileprivate func show(_ report: StateReport) -> ExitStatus {
        show(
            json: { StateReport.shape.write(report, into: &$0) },
            text: { report.document.rendered(renderOptions()) })
    }
}

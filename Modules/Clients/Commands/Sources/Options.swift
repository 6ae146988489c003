import ClientSetup
import DesignSystem
import Runtime
import StdioTransport

/// Faces of the program to a client of `serve`.
enum ServedFace: String, CaseIterable, Sendable {
    case modules, ucp
}

/// Every option of the program. A command names those it takes, and reads their values by them.
enum Options {
    // MARK: Options of every command

    static let config = Option("config", "FILE", .file, "The base settings file")
    static let environment = Option(
        "environment", "NAME", .text(completing: .environments),
        "The environment laid on top: sample, production, local, or the name of a file")
    static let set = Option(
        several: "set", "KEY=VALUE", .setting, "One setting; KEY is a dotted path, VALUE is YAML. Repeatable")
    static let module = Option(
        several: "module", "FILE", .file, "A module declared in YAML that is not in the folder modules. Repeatable")
    static let style = Option(
        "style", "STYLE", ValueType(StyleRequest.names.map { Candidate($0) }) { StyleRequest($0) }, "The form of text")
    static let plain = Option(
        "plain", "The same as --style plain: for screen readers, with nothing said by colour or place alone")
    static let theme = Option("theme", "THEME", .oneOf(Theme.self), "The colours of text")
    static let width = Option("width", "N", .whole(20...10_000), "Columns that text may take, 20 at least")
    static let logLevel = Option("log-level", "LEVEL", .oneOf(LogLevel.self), "The least severe message that is logged")
    static let help = Option("help", letter: "h", "Shows help")
    static let version = Option("version", letter: "V", "Shows the version")

    static let common: [any DeclaredOption] = [
        config, environment, set, module, style, plain, theme, width, logLevel, help, version,
    ]

    // MARK: Options of several commands

    static let json = Option("json", "Prints JSON instead of text")
    static let lax = Option("lax", "Variables of ${VAR} may be missing")
    static let readOnly = Option("read-only", "Leaves out every tool, method and action that changes state")
    static let modules = Option(
        "modules", "NAMES", .names(completing: .modules), "Only these modules are on, such as catalog,bookShelf")

    // MARK: call

    static let fields = Option(
        "fields", "NAMES", .names(completing: .fields), "Only these fields of the result, such as title,price")

    static let yes = Option("yes", letter: "y", "Does what can't be taken back without asking first")

    // MARK: serve

    static let framing = Option(
        "framing", "FRAMING", .oneOf(Framing.self), default: .auto, "Message framing (headers: Content-Length)")
    static let face = Option(
        "face", "FACE", .oneOf(ServedFace.self), default: .modules,
        "The modules are served, or our shop by the Universal Commerce Protocol")
    static let record = Option(
        "record", "FILE", .file, "Writes the conversation down, without secrets, for galleria replay")
    static let overwrite = Option("overwrite", with: record, "With --record: replaces an existing file")

    // MARK: open

    static let watch = Option("watch", "Prints it again at each change, on a terminal in place, until Ctrl-C")
    static let every = Option(
        "every", "SECONDS", .whole(1...86_400, of: "of seconds "), with: watch,
        "With --watch: the interval of loading it again")

    // MARK: replay

    static let strict = Option("strict", "Compares times, ports and random names as well")
    static let partial = Option("partial", "Replays the messages before the damage of a file")
    static let timeout = Option(
        "timeout", "SECONDS", .whole(1...3_600, of: "of seconds "), default: 10, "Time limit for one answer")

    // MARK: complete

    static let line = Option("line", "LINE", .text(), "A line of bash as it is typed, in place of its words")

    // MARK: module

    static let draftEndpoint = Option(
        "endpoint", "URL", .text(), "The address of a list, with its query; secrets in it are written nowhere")
    static let draftSample = Option(
        "sample", "FILE", .file, "An answer of the address, which is then not asked")
    static let draftOperations = Option(
        "operations", "NAMES", .names(completing: .none), "The operations of the file, 1 to 12, such as listPets,addPet"
    )
    static let recordWrites = Option("writes", "Makes calls that change something as well")
    static let draftID = Option(
        "id", "ID", .newModule, "Name of the module; made of the document or the address without it")

    static let root = Option("root", "DIR", .file, "The checkout of the sources; the working directory without it")

    // MARK: state

    static let dryRun = Option("dry-run", "Prints what would be done, and changes nothing")
    static let exportTo = Option("to", "FILE", .file, "A new file for the export, written whole or not at all")
    static let replace = Option("replace", "Replaces and removes the entries that the file does not have so")

    // MARK: doctor, install

    static let offline = Option("offline", "Sends no request to a server")
    static let write = Option("write", "Writes the entry to the client's file; a backup stays beside it")
    static let scope = Option(
        "scope", "SCOPE", .oneOf(Client.Scope.self), "The user's file or the current folder's, where a client has both")
}

/// Every argument of the program's commands.
enum Arguments {
    static let method = Argument("METHOD", .text(completing: .methods))
    static let parameters = Argument(rest: "[key=value … | JSON | @FILE | -]", completing: .parameters)
    static let route = Argument("ROUTE", .route)
    static let firstRoute = Argument(optional: "ROUTE", .route)
    static let recording = Argument("FILE", .file)
    static let module = Argument(optional: "NAME", .text(completing: .modules))
    static let newModule = Argument("ID", .newModule)
    static let declaredModule = Argument("ID", .text(completing: .modules))
    static let openAPI = Argument("SPEC", .file)
    static let testedModule = Argument(optional: "ID", .text(completing: .modules))
    static let moduleFiles = Argument(rest: "FILE …", completing: .files)
    static let shopAddress = Argument("URL", .text(completing: .none))
    static let shopWords = Argument(rest: "WORD …", completing: .none)
    static let fromState = Argument("FROM", .state)
    static let toState = Argument("TO", .state)
    static let firstState = Argument("A", .state)
    static let secondState = Argument("B", .state)
    static let exportFile = Argument("FILE|-", .file)
    static let setting = Argument(optional: "KEY", .text(completing: .settingPaths))
    static let environment = Argument("ENVIRONMENT", .text(completing: .environments))
    static let otherEnvironment = Argument("OTHER", .text(completing: .environments))
    static let client = Argument(
        "CLIENT", ValueType(Client.all.map { Candidate($0.id, $0.title) }) { Client.named($0) })
    static let shell = Argument("SHELL", .oneOf(ShellScript.self))
    static let command = Argument(rest: "[COMMAND]", completing: .commands)
    static let line = Argument(rest: "-- WORD …", completing: .none)
}

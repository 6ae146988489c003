import DesignSystem

/// One command, declared once: parsing, help and completion come from it.
final class Command: Sendable {
    let name: String
    /// One sentence; fits a line of the program's help.
    let doc: String
    /// Further sentences, for the command's own help and the manual page; may be empty.
    let detail: String
    /// Actions chosen by the first argument; empty for a command without them.
    let actions: [Action]
    /// Whether help lists it; false for commands that only programs run.
    let isListed: Bool
    /// - Returns: the exit status.
    let run: @Sendable (Invocation) -> ExitStatus
    /// Parts of a command without actions.
    private let own: (arguments: String, options: [Option], examples: [String], words: Words)

    init(
        _ name: String, arguments: String = "", doc: String, detail: String = "", options: [Option] = [],
        examples: [String], words: Words = .any, isListed: Bool = true,
        run: @escaping @Sendable (Invocation) -> ExitStatus
    ) {
        self.name = name
        self.doc = doc
        self.detail = detail
        actions = []
        self.isListed = isListed
        self.run = run
        own = (arguments, options, examples, words)
    }

    /// A command that does what its first argument says: everything else comes from the actions.
    init(
        _ name: String, doc: String, actions: [Action], run: @escaping @Sendable (Invocation) -> ExitStatus
    ) {
        self.name = name
        self.doc = doc
        detail = ""
        self.actions = actions
        isListed = true
        self.run = run
        own = ("", [], [], .any)
    }

    /// Both sentences, for the command's own help.
    var description: String { detail.isEmpty ? doc : "\(doc) \(detail)" }

    // Computed on demand: every start makes all commands, and runs one.

    /// Arguments after the name, such as `METHOD [key=value …]`.
    var arguments: String { actions.isEmpty ? own.arguments : actions.map(\.usage).joined(separator: " | ") }

    var options: [Option] {
        var options = own.options
        for option in actions.flatMap(\.options) where !options.contains(option) { options.append(option) }
        return options
    }

    var examples: [String] { own.examples + actions.flatMap(\.examples) }

    /// Kind of the arguments, for completion.
    var words: Words { actions.isEmpty ? own.words : .these(actions.map(\.name)) }
}

/// An action of a command, chosen by the first argument, such as `explain` of `config`; declared once.
struct Action: Sendable {
    let name: String
    /// Arguments after the name, such as `[KEY]`.
    let arguments: String
    let doc: String
    /// Options of the command that apply here.
    let options: [Option]
    let examples: [String]
    /// Kind of the arguments, for completion.
    let words: Words

    init(
        _ name: String, arguments: String = "", doc: String, options: [Option] = [], examples: [String],
        words: Words = .any
    ) {
        self.name = name
        self.arguments = arguments
        self.doc = doc
        self.options = options
        self.examples = examples
        self.words = words
    }

    /// The name with its arguments.
    var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }
}

/// Kind of a word on the command line, for completion.
enum Words: Sendable, Equatable {
    /// Anything: files, for instance.
    case any
    case these([String])
    case environments, settings, modules, routes, clients
    /// A setting's path alone.
    case settingPaths
    /// A method, then its parameters.
    case call
}

/// One option, declared once.
struct Option: Sendable, Equatable {
    /// Without the dashes.
    let name: String
    /// Name of the value in help; nil for an option without one.
    let value: String?
    let doc: String
    /// Kind of the value, for completion.
    let words: Words

    init(_ name: String, value: String? = nil, doc: String, words: Words = .any) {
        self.name = name
        self.value = value
        self.doc = doc
        self.words = words
    }

    /// Options that every command takes.
    static let common: [Option] = [
        Option("config", value: "FILE", doc: "The base settings file."),
        Option(
            "environment", value: "NAME",
            doc: "The environment laid on top: sample, production, local, or the name of a file.",
            words: .environments),
        Option(
            "set", value: "KEY=VALUE", doc: "One setting; KEY is a dotted path, VALUE is YAML. Repeatable.",
            words: .settings),
        Option(
            "style", value: "STYLE", doc: "auto, ansi, plain, markdown or html.", words: .these(StyleRequest.names)),
        Option(
            "plain", doc: "The same as --style plain: for screen readers, with nothing said by colour or place alone."),
        Option(
            "theme", value: "THEME", doc: "auto, light, dark, high-contrast or none: the colours of text.",
            words: .these(Theme.names)),
        Option("width", value: "N", doc: "Columns that text may take."),
        Option(
            "log-level", value: "LEVEL", doc: "error, warning, info or debug.",
            words: .these(["error", "warning", "info", "debug"])),
        Option("help", doc: "Shows help."),
    ]

    static let json = Option("json", doc: "Prints JSON instead of text.")
}

/// Exit status of the process.
enum ExitStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    /// Wrong usage or wrong settings.
    case usage = 2
}

import DesignSystem

/// One command, declared once: parsing, help and completion come from it.
final class Command: Sendable {
    let name: String
    let doc: String
    /// What it does by its first argument; empty where that is no choice.
    let actions: [Action]
    /// Whether help lists it; what is for programs alone is not listed.
    let isListed: Bool
    /// - Returns: the exit status.
    let run: @Sendable (Invocation) -> ExitStatus
    /// Of a command without actions.
    private let own: (arguments: String, options: [Option], examples: [String], words: Words)

    init(
        _ name: String, arguments: String = "", doc: String, options: [Option] = [], examples: [String],
        words: Words = .any, isListed: Bool = true, run: @escaping @Sendable (Invocation) -> ExitStatus
    ) {
        self.name = name
        self.doc = doc
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
        self.actions = actions
        isListed = true
        self.run = run
        own = ("", [], [], .any)
    }

    // Put together when they are asked for: every start makes all commands, and runs one.

    /// What stands behind the name, such as `METHOD [key=value …]`.
    var arguments: String { actions.isEmpty ? own.arguments : actions.map(\.usage).joined(separator: " | ") }

    var options: [Option] {
        var options = own.options
        for option in actions.flatMap(\.options) where !options.contains(option) { options.append(option) }
        return options
    }

    var examples: [String] { own.examples + actions.flatMap(\.examples) }

    /// What the arguments can be.
    var words: Words { actions.isEmpty ? own.words : .these(actions.map(\.name)) }
}

/// What a command does by its first argument, such as `explain` of `config`; declared once.
struct Action: Sendable {
    let name: String
    /// What stands behind the name, such as `[KEY]`.
    let arguments: String
    let doc: String
    /// Of the command's options, those that mean something here.
    let options: [Option]
    let examples: [String]
    /// What the arguments can be.
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

/// What a word on the command line can be, for completion.
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
    /// What the value is called in help; nil for an option without one.
    let value: String?
    let doc: String
    /// What the value can be.
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
            "environment", value: "NAME", doc: "The environment laid on top: sample, production, local or your own.",
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

/// How a command ended, as the process's exit status.
enum ExitStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    /// Wrong usage or wrong settings.
    case usage = 2
}

/// One command, declared once: parsing, help and completion come from it.
struct Command: Sendable {
    let name: String
    /// What stands behind the name, such as `METHOD [key=value …]`.
    let arguments: String
    let doc: String
    let options: [Option]
    let examples: [String]
    /// - Returns: the exit status.
    let run: @Sendable (Invocation) -> ExitStatus

    init(
        _ name: String, arguments: String = "", doc: String, options: [Option] = [], examples: [String],
        run: @escaping @Sendable (Invocation) -> ExitStatus
    ) {
        self.name = name
        self.arguments = arguments
        self.doc = doc
        self.options = options
        self.examples = examples
        self.run = run
    }
}

/// One option, declared once.
struct Option: Sendable, Equatable {
    /// Without the dashes.
    let name: String
    /// What the value is called in help; nil for an option without one.
    let value: String?
    let doc: String

    init(_ name: String, value: String? = nil, doc: String) {
        self.name = name
        self.value = value
        self.doc = doc
    }

    /// Options that every command takes.
    static let common: [Option] = [
        Option("config", value: "FILE", doc: "The base settings file."),
        Option(
            "environment", value: "NAME", doc: "The environment laid on top: sample, production, local or your own."),
        Option("set", value: "KEY=VALUE", doc: "One setting; KEY is a dotted path, VALUE is YAML. Repeatable."),
        Option("style", value: "STYLE", doc: "auto, ansi, plain, markdown or html."),
        Option("width", value: "N", doc: "Columns that text may take."),
        Option("log-level", value: "LEVEL", doc: "error, warning, info or debug."),
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

/// One command, or one action of a command, declared once: parsing, help, completion and the manual page come from it.
final class Command: Sendable {
    let name: String
    /// One sentence; fits a line of the program's help.
    let doc: String
    /// Further sentences, for the command's own help and the manual page; may be empty.
    let detail: String
    var arguments: [any DeclaredArgument] { makeArguments() }
    /// Options that it takes besides those of every command.
    var options: [any DeclaredOption] { makeOptions() }
    var examples: [String] { makeExamples() }
    /// Actions chosen by the first argument; empty for a command without them.
    let actions: [Command]
    /// Whether help lists it.
    let isListed: Bool
    /// True if it runs although a module's file is wrong, as if that module were not there.
    let isLenient: Bool
    /// - Returns: the exit status.
    /// - Throws: the reason why it failed, which `Invocation.fail` prints.
    let run: @Sendable (Invocation) throws -> ExitStatus

    // Made on demand: every start makes all commands, and runs one.
    private let makeArguments: @Sendable () -> [any DeclaredArgument]
    private let makeOptions: @Sendable () -> [any DeclaredOption]
    private let makeExamples: @Sendable () -> [String]

    init(
        _ name: String, _ arguments: @autoclosure @escaping @Sendable () -> [any DeclaredArgument] = [], doc: String,
        detail: String = "", options: @autoclosure @escaping @Sendable () -> [any DeclaredOption] = [],
        examples: @autoclosure @escaping @Sendable () -> [String], isListed: Bool = true,
        isLenient: Bool = false,
        run: @escaping @Sendable (Invocation) throws -> ExitStatus
    ) {
        (self.name, self.doc, self.detail, self.isListed, self.run) = (name, doc, detail, isListed, run)
        self.isLenient = isLenient
        (makeArguments, makeOptions, makeExamples, actions) = (arguments, options, examples, [])
    }

    /// A command that does what its first argument says. It takes the options of every action.
    init(_ name: String, doc: String, actions: [Command]) {
        (self.name, self.doc, self.actions, detail, isListed) = (name, doc, actions, "", true)
        isLenient = false
        makeArguments = { [] }
        makeOptions = {
            actions.flatMap(\.options).reduce(into: []) { options, option in
                if !options.contains(where: { $0.name == option.name }) { options.append(option) }
            }
        }
        makeExamples = { actions.flatMap(\.examples) }
        run = { _ in throw UsageFault.missing("ACTION", example: actions.first?.examples.first) }
    }

    /// Both sentences, for the command's own help.
    var description: String { detail.isEmpty ? doc : "\(doc) \(detail)" }

    /// The name with its arguments, such as `call METHOD [key=value …]`.
    var usage: String {
        let words = actions.isEmpty ? arguments.map(\.usage) : [actions.map(\.usage).joined(separator: " | ")]
        return ([name] + words).joined(separator: " ")
    }
}

/// Exit status of the process.
enum ExitStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    /// Wrong usage or wrong settings.
    case usage = 2
}

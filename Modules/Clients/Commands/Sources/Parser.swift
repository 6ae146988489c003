import DesignSystem
import FeatureKit
import Suggestions

/// A command line taken apart by the table.
struct ParsedLine: Sendable {
    /// All words, as they were given.
    var words: [String] = []
    /// The command named, and its action where one is; nil when the line names none.
    var command: Command?
    /// Action named, else the command: the one to run.
    var subject: Command?
    var arguments: [String] = []
    /// In their order, each value checked; the text of a flag is empty.
    var options: [(option: any DeclaredOption, text: String)] = []
}

/// Takes a command line apart by a table of commands.
struct CommandParser {
    let commands: [Command]
    /// Finds another thing of a name that no command has.
    var meant: (String) -> Remedy? = { _ in nil }

    /// Options may stand anywhere; `--` ends them; a value follows its option or stands behind `=`.
    func parse(_ line: [String]) throws(UsageFault) -> ParsedLine {
        var parsed = ParsedLine(words: line)
        var takesOptions = true
        var rest = line[...]
        while let word = rest.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, let option = option(letter: word) {
                parsed.options.append((option, ""))
            } else if takesOptions, word.utf8.starts(with: "--".utf8) {
                let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let option = try option(parts.first.map(String.init) ?? "", of: parsed.command)
                var text = parts.count == 2 ? String(parts[1]) : nil
                if option.metavariable == nil, text != nil { throw .noValueTaken(option) }
                if option.metavariable != nil, text == nil {
                    text = rest.popFirst()
                    if text == nil { throw .valueMissing(option) }
                }
                if let text { try option.check(text) }
                parsed.options.append((option, text ?? ""))
            } else if let command = parsed.command {
                let action = parsed.arguments.isEmpty && parsed.subject === command ? command.action(word) : nil
                if let action { parsed.subject = action } else { parsed.arguments.append(word) }
            } else {
                parsed.command = try command(word)
                parsed.subject = parsed.command
            }
        }
        // Options before the command's name were checked against all commands; now against this one.
        for given in parsed.options { _ = try option(given.option.name, of: parsed.command) }
        return parsed
    }

    /// - Parameter word: such as `-h`.
    private func option(letter word: String) -> (any DeclaredOption)? {
        guard word.utf8.count == 2, word.utf8.first == UInt8(ascii: "-") else { return nil }
        return Options.common.first { $0.letter == word.last }
    }

    private func command(_ name: String) throws(UsageFault) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        if let remedy = meant(name) { throw UsageFault.unknown("command", name, remedy) }
        throw .unknown("command", name, nearest: nearestNames(to: name, among: commands.map(\.name)))
    }

    /// - Parameter command: nil while none is named yet; then the options of all commands may stand.
    private func option(_ name: String, of command: Command?) throws(UsageFault) -> any DeclaredOption {
        if let option = Options.common.first(where: { $0.name == name }) { return option }
        let own = command?.options ?? commands.flatMap(\.options)
        if let option = own.first(where: { $0.name == name }) { return option }
        // An option of another command is named as such, not corrected.
        if let command, let owner = commands.first(where: { $0.options.contains { $0.name == name } }) {
            throw .foreignOption(name, of: command, owner: owner)
        }
        throw .unknown(
            "option", "--\(name)",
            nearest: nearestNames(to: name, among: (Options.common + own).map(\.name)).map { "--\($0)" },
            listing: command.map { "\($0.name) --help" } ?? "--help")
    }
}

extension Command {
    /// The action of a name.
    func action(_ name: String) -> Command? { actions.first { $0.name == name } }
}

extension ParsedLine {
    /// The words that an argument of the subject has: each takes as many as it can, in the order declared.
    func words(of argument: any DeclaredArgument) -> [String] {
        var rest = arguments[...]
        for declared in subject?.arguments ?? [] {
            let own = rest.prefix(declared.count.upperBound)
            if declared.usage == argument.usage { return Array(own) }
            rest = rest.dropFirst(own.count)
        }
        return []
    }

    /// - Throws: what keeps the subject from running: words too few, too many or wrong, an option without its companion.
    func check() throws(UsageFault) {
        guard let command, let subject else { return }
        if !command.actions.isEmpty, subject === command, let word = arguments.first {
            throw .unknown(
                "\(command.name) command", word, nearest: nearestNames(to: word, among: command.actions.map(\.name)),
                listing: "\(command.name) --help")
        }
        for argument in subject.arguments {
            let words = words(of: argument)
            if words.count < argument.count.lowerBound {
                throw .missing(argument.usage, example: subject.examples.first)
            }
            try argument.check(words)
        }
        let taken = subject.arguments.reduce(0) { $0 + words(of: $1).count }
        if subject.actions.isEmpty, let extra = arguments.dropFirst(taken).first {
            throw .tooMany(extra, for: subject, of: command)
        }
        for (option, _) in options {
            if let companion = option.companion, !options.contains(where: { $0.option.name == companion.name }) {
                throw UsageFault(
                    "--\(option.name) goes with --\(companion.name).",
                    hint: companion.metavariable == nil ? "" : "Add \(companion.usage).",
                    remedy: companion.metavariable == nil ? .addition("--\(companion.name)") : nil)
            }
        }
    }
}

import DesignSystem
import FeatureKit
import StdioTransport
import Suggestions

/// A command line, taken apart by the table, with everything that a command may look at.
struct Invocation: Sendable {
    let arguments: [String]
    let options: [(name: String, value: String)]
    let features: [Feature]
    let variables: [String: String]
    let console: Console

    func value(of option: String) -> String? { options.last { $0.name == option }?.value }

    func values(of option: String) -> [String] { options.filter { $0.name == option }.map(\.value) }

    func has(_ option: String) -> Bool { options.contains { $0.name == option } }
}

/// Why a command line can't be understood; one sentence, with what was perhaps meant.
struct UsageFault: Error, Sendable, Equatable {
    let sentence: String
    let hint: String
}

/// Takes a command line apart by a table of commands.
struct CommandParser {
    let commands: [Command]

    struct Parsed {
        /// Nil when the line names none.
        let command: Command?
        let arguments: [String]
        let options: [(name: String, value: String)]
    }

    /// Options may stand anywhere; `--` ends them; a value follows its option or stands behind `=`.
    func parse(_ line: [String]) throws(UsageFault) -> Parsed {
        var command: Command?
        var arguments: [String] = []
        var options: [(name: String, value: String)] = []
        var takesOptions = true
        var rest = line[...]
        while let word = rest.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word == "-h" {
                options.append(("help", ""))
            } else if takesOptions, word.utf8.starts(with: "--".utf8) {
                let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts.first.map(String.init) ?? ""
                let option = try option(name, of: command)
                var value = parts.count == 2 ? String(parts[1]) : nil
                if option.value == nil {
                    guard value == nil else { throw .noValueTaken(name) }
                } else if value == nil {
                    value = rest.popFirst()
                    guard value != nil else { throw .valueMissing(option) }
                }
                options.append((name, value ?? ""))
            } else if command == nil {
                command = try self.command(word)
            } else {
                arguments.append(word)
            }
        }
        // What stood before the command's name was only known to be an option of some command.
        if let command { for (name, _) in options where name != "version" { _ = try option(name, of: command) } }
        return Parsed(command: command, arguments: arguments, options: options)
    }

    private func command(_ name: String) throws(UsageFault) -> Command {
        guard let command = commands.first(where: { $0.name == name }) else {
            throw .unknown("command", name, nearest: nearestNames(to: name, among: commands.map(\.name)))
        }
        return command
    }

    /// - Parameter command: nil while none is named yet; then the options of all commands may stand.
    private func option(_ name: String, of command: Command?) throws(UsageFault) -> Option {
        let own =
            command.map { $0.options } ?? commands.flatMap(\.options) + [Option("version", doc: "Shows the version.")]
        let known = Option.common + own
        guard let option = known.first(where: { $0.name == name }) else {
            // What another command has is no misspelling.
            if let command, let owner = commands.first(where: { $0.options.contains { $0.name == name } }) {
                throw .foreignOption(name, of: command, owner: owner)
            }
            throw .unknown(
                "option", "--\(name)", nearest: nearestNames(to: name, among: known.map(\.name)).map { "--\($0)" },
                listing: command.map { "galleria \($0.name) --help" } ?? "galleria --help")
        }
        return option
    }
}

extension UsageFault {
    /// - Parameter listing: the command that lists what there is.
    static func unknown(
        _ what: String, _ name: String, nearest: [String], listing: String = "galleria --help"
    ) -> UsageFault {
        UsageFault(
            sentence: "There is no \(what) “\(sanitized(name))”.",
            hint: nearest.first.map { "Did you mean \($0)?" } ?? "\(listing) lists what there is.")
    }

    static func foreignOption(_ name: String, of command: Command, owner: Command) -> UsageFault {
        UsageFault(
            sentence: "\(command.name) has no option --\(name); \(owner.name) has.",
            hint: "galleria \(command.name) --help lists what there is.")
    }

    static func valueMissing(_ option: Option) -> UsageFault {
        UsageFault(sentence: "--\(option.name) needs a value: \(option.doc)", hint: "")
    }

    static func noValueTaken(_ name: String) -> UsageFault {
        UsageFault(sentence: "--\(name) takes no value.", hint: "")
    }

    static func wrong(_ option: String, expected: String) -> UsageFault {
        UsageFault(sentence: "--\(option) must be \(expected).", hint: "")
    }

    /// An option's value that is none of those it has.
    static func wrong(_ option: String, _ value: String, among words: [String]) -> UsageFault {
        let list = words.dropLast().joined(separator: ", ") + (words.last.map { " or \($0)" } ?? "")
        return UsageFault(
            sentence: "--\(option) must be \(list), not “\(sanitized(value))”.",
            hint: nearestNames(to: value, among: words, limit: 1).first.map { "Did you mean \($0)?" } ?? "")
    }

    static func tooMany(_ argument: String) -> UsageFault {
        UsageFault(
            sentence: "“\(sanitized(argument))” is one argument too many.", hint: "galleria --help lists what there is."
        )
    }

    static func missing(_ what: String, example: String) -> UsageFault {
        UsageFault(sentence: "\(what) is missing.", hint: "For example: \(example)")
    }
}

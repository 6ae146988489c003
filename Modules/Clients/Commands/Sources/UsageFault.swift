import DesignSystem

/// Why a command line can't be understood; one sentence, with what was perhaps meant.
struct UsageFault: Error, Sendable, Equatable {
    let sentence: String
    let hint: String
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

    static func valueMissing(_ option: any DeclaredOption) -> UsageFault {
        UsageFault(sentence: "--\(option.name) needs a value: \(option.doc)", hint: "")
    }

    static func noValueTaken(_ option: any DeclaredOption) -> UsageFault {
        UsageFault(sentence: "--\(option.name) takes no value.", hint: "")
    }

    /// - Parameter command: what `subject` is an action of, or itself.
    static func tooMany(_ word: String, for subject: Command, of command: Command) -> UsageFault {
        let name = subject === command ? command.name : "\(command.name) \(subject.name)"
        return UsageFault(
            sentence: subject.arguments.isEmpty
                ? "\(name) takes no arguments." : "“\(sanitized(word))” is one argument too many.",
            hint: "galleria \(name) --help lists what there is.")
    }

    static func missing(_ argument: String, example: String? = nil) -> UsageFault {
        UsageFault(sentence: "\(argument) is missing.", hint: example.map { "For example: \($0)" } ?? "")
    }
}

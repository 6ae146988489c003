import Composition
import DesignSystem
import FeatureKit

/// Why a command line can't be understood; one sentence, with what puts it right.
struct UsageFault: Error, Sendable, Equatable {
    let sentence: String
    /// A sentence that says what to do, where no command line does; may be empty.
    let hint: String
    let remedy: Remedy?

    init(_ sentence: String, hint: String = "", remedy: Remedy? = nil) {
        (self.sentence, self.hint, self.remedy) = (sentence, hint, remedy)
    }
}

extension UsageFault {
    /// - Parameters:
    ///   - name: as it stands on the command line.
    ///   - listing: the command that lists what there is.
    static func unknown(
        _ what: String, _ name: String, nearest: [String], listing: String = "--help"
    ) -> UsageFault {
        unknown(what, name, nearest.first.map { .correction(of: name, to: $0) } ?? .listing(listing))
    }

    static func unknown(_ what: String, _ name: String, _ remedy: Remedy) -> UsageFault {
        UsageFault("There is no \(what) “\(sanitized(name))”.", remedy: remedy)
    }

    static func foreignOption(_ name: String, of command: Command, owner: Command) -> UsageFault {
        UsageFault(
            "\(command.name) has no option --\(name); \(owner.name) has.", remedy: .listing("\(command.name) --help"))
    }

    static func valueMissing(_ option: any DeclaredOption) -> UsageFault {
        UsageFault("--\(option.name) needs a value: \(option.doc)")
    }

    static func noValueTaken(_ option: any DeclaredOption) -> UsageFault {
        UsageFault("--\(option.name) takes no value.")
    }

    /// - Parameter command: what `subject` is an action of, or itself.
    static func tooMany(_ word: String, for subject: Command, of command: Command) -> UsageFault {
        let name = subject === command ? command.name : "\(command.name) \(subject.name)"
        return UsageFault(
            subject.arguments.isEmpty
                ? "\(name) takes no arguments." : "“\(sanitized(word))” is one argument too many.",
            remedy: .listing("\(name) --help"))
    }

    /// - Parameter example: a whole command line of the table.
    static func missing(_ argument: String, example: String? = nil) -> UsageFault {
        UsageFault("\(argument) is missing.", remedy: example.map { .example(String($0.dropFirst("galleria ".count))) })
    }
}

/// Correction of a wrong command line: a change to it, or another one.
enum Remedy: Sendable, Equatable {
    /// `to` in place of a word, or of what stands before or behind its `=`.
    case correction(of: String, to: String)
    /// A further word that shows how it is done, in place of `instead` where that is on the line.
    case addition(String, instead: String? = nil)
    /// One word in place of another, which was meant so.
    case replacement(of: String, by: String)
    /// A command without the name of the program, that shows how it is done.
    case example(String)
    /// A command that lists what there is.
    case listing(String)
    /// A command that was meant.
    case command(String)

    /// The words before the command line.
    private var lead: String {
        switch self {
        case .correction, .replacement, .command: "Did you mean:"
        case .addition, .example: "For example:"
        case .listing: "See:"
        }
    }

    /// The command line, to be pasted into a shell, and the words before it; nil where `line` lacks what is to be corrected.
    /// - Parameters:
    ///   - program: the program as it was started.
    ///   - line: the words behind it.
    func advice(program: String, line: [String]) -> (lead: String, command: String)? {
        let rest: String
        switch self {
        case .example(let text), .listing(let text), .command(let text): rest = text
        case .replacement(let old, let word), .addition(let word, let old?):
            guard let place = line.firstIndex(of: old) else { return nil }
            rest = shellLine(Array(line[..<place]) + [word] + line[(place + 1)...])
        case .addition(let word, nil): rest = shellLine(line + [word])
        case .correction(let wrong, let right):
            guard let corrected = Self.corrected(line, wrong, right) else { return nil }
            rest = shellLine(corrected)
        }
        return (lead, "\(shellQuoted(program)) \(rest)")
    }

    private static func corrected(_ line: [String], _ wrong: String, _ right: String) -> [String]? {
        for (place, word) in line.enumerated() {
            var corrected: String?
            if word.utf8.elementsEqual(wrong.utf8) {
                corrected = right
            } else if word.utf8.starts(with: "\(wrong)=".utf8) {
                corrected = right + String(decoding: word.utf8.dropFirst(wrong.utf8.count), as: UTF8.self)
            } else if word.utf8.reversed().starts(with: "=\(wrong)".utf8.reversed()) {
                corrected = String(decoding: word.utf8.dropLast(wrong.utf8.count), as: UTF8.self) + right
            }
            // One of several names between commas.
            var names = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if corrected == nil, let part = names.firstIndex(where: { $0.utf8.elementsEqual(wrong.utf8) }) {
                names[part] = right
                corrected = names.joined(separator: ",")
            }
            if let corrected { return Array(line[..<place]) + [corrected] + line[(place + 1)...] }
        }
        return nil
    }
}

/// A failure with what puts the command line right.
struct RemediedFault: Error {
    let fault: Fault
    let remedy: Remedy?
}

extension Invocation {
    /// Remedy for the name of a method, a screen or a module where a command is wanted; nil for any other name.
    func remedy(for name: String) -> Remedy? {
        guard let router = try? workplace().storefront.router else { return nil }
        if router.operation(method: name) != nil { return .command(shellLine(["call"] + line.words)) }
        if router.existingScreen(at: name) != nil || router.existingScreen(at: "galleria://\(name)") != nil {
            return .command(shellLine(["open"] + line.words))
        }
        return features.contains { $0.manifest.id == name } ? .command(shellLine(["modules"] + line.words)) : nil
    }
}

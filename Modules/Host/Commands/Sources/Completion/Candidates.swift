import ClientSetup
import FeatureKit
import Host
import JSON
import Settings

/// A word that could stand where the cursor is.
struct Candidate: Sendable, Equatable {
    let word: String
    /// Description; may be empty.
    let doc: String

    init(_ word: String, _ doc: String = "") {
        self.word = word
        self.doc = doc
    }
}

/// Modules and settings for completion; empty while the settings are wrong.
struct CompletionFacts: Sendable {
    var modules: [ModuleInformation] = []
    var operations: [RegisteredOperation] = []
    var environments: [String] = []
    var settings: [SettingDeclaration] = []
}

/// Completion of a command line's last word, from the table of commands and the live registry.
struct Completion {
    let commands: [Command]
    let facts: CompletionFacts

    /// - Parameter words: behind the program's name; the last is being typed, and may be empty.
    func candidates(for words: [String]) -> [Candidate] {
        guard let typed = words.last else { return [] }
        let before = words.dropLast()
        let command = command(in: before)
        if let option = openOption(before, of: command) { return matching(typed, self.words(of: option.words)) }
        if typed.utf8.starts(with: "--".utf8) {
            let own = command?.options ?? [Option("version", doc: "Shows the version.")]
            return matching(typed, (own + Option.common).map { Candidate("--\($0.name)", $0.doc) })
        }
        guard let command else {
            return matching(typed, commands.filter(\.isListed).map { Candidate($0.name, $0.doc) })
        }
        let arguments = arguments(in: before, of: command)
        if command.words == .call, let method = arguments.first {
            return matching(typed, parameters(of: method, given: arguments.dropFirst(), typed: typed))
        }
        if let name = arguments.first, let action = command.actions.first(where: { $0.name == name }) {
            return matching(typed, self.words(of: action.words))
        }
        guard arguments.isEmpty else { return [] }
        let actions = command.actions.map { Candidate($0.name, $0.doc) }
        return matching(typed, actions.isEmpty ? self.words(of: command.words) : actions)
    }

    private func matching(_ typed: String, _ candidates: [Candidate]) -> [Candidate] {
        candidates.filter { $0.word.utf8.starts(with: typed.utf8) }
    }

    /// The option whose value is being typed.
    private func openOption(_ before: ArraySlice<String>, of command: Command?) -> Option? {
        guard let last = before.last, last.utf8.starts(with: "--".utf8) else { return nil }
        return option(String(last.dropFirst(2)), of: command).flatMap { $0.value == nil ? nil : $0 }
    }

    private func option(_ name: String, of command: Command?) -> Option? {
        let own = command?.options ?? commands.flatMap(\.options)
        return (Option.common + own).first { $0.name == name }
    }

    private func command(in before: ArraySlice<String>) -> Command? {
        let name = plainWords(before, of: nil).first
        return commands.first { $0.name == name }
    }

    private func arguments(in before: ArraySlice<String>, of command: Command) -> [String] {
        Array(plainWords(before, of: command).dropFirst())
    }

    /// The words that are neither options nor their values.
    private func plainWords(_ before: ArraySlice<String>, of command: Command?) -> [String] {
        var plain: [String] = []
        var isValue = false
        for word in before {
            if isValue {
                isValue = false
            } else if word.utf8.starts(with: "--".utf8) {
                isValue =
                    !word.utf8.contains(UInt8(ascii: "="))
                    && option(String(word.dropFirst(2)), of: command)?.value != nil
            } else {
                plain.append(word)
            }
        }
        return plain
    }

    private func words(of words: Words) -> [Candidate] {
        switch words {
        case .any: []
        case .these(let words): words.map { Candidate($0) }
        case .environments: facts.environments.map { Candidate($0) }
        case .settings: facts.settings.map { Candidate("\($0.path)=", $0.doc) }
        case .settingPaths: facts.settings.map { Candidate($0.path, $0.doc) }
        case .modules: facts.modules.map { Candidate($0.id, $0.title) }
        case .clients: Client.all.map { Candidate($0.id, $0.title) }
        case .call: facts.operations.map { Candidate($0.method, $0.title) }
        case .routes:
            // Up to the first part that is to be filled in.
            facts.modules.flatMap(\.screens).map { screen in
                Candidate(String(screen.template.text.prefix { $0 != "{" }), screen.title)
            }
        }
    }

    /// The parameters that are not given yet; the values of one that has only some.
    private func parameters(of method: String, given: ArraySlice<String>, typed: String) -> [Candidate] {
        guard let operation = facts.operations.first(where: { $0.method == method }) else { return [] }
        let name = { (word: String) in word.prefix { $0 != "=" } }
        if typed.utf8.contains(UInt8(ascii: "=")) {
            let field = operation.parameters.first { $0.name == name(typed) }
            return field.map { field in values(of: field).map { Candidate("\(field.name)=\($0)") } } ?? []
        }
        let known = Set(given.map(name))
        return operation.parameters.filter { !known.contains(Substring($0.name)) }.map { field in
            Candidate("\(field.name)=", field.doc)
        }
    }

    private func values(of field: ParameterField) -> [String] {
        field.schema["type"] == "boolean" ? ["true", "false"] : field.words
    }
}

import Composition
import FeatureKit
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

/// Place of a word that is being typed.
struct CompletionPlace: Sendable {
    let facts: CompletionFacts
    /// Arguments of the command before it.
    let before: [String]
    let typed: String
}

/// Words that completion offers for a value.
enum Words: Sendable {
    /// Nothing: it is any text.
    case none
    /// Names of files: the shell knows them.
    case files
    /// All that it may be.
    case fixed(@Sendable () -> [Candidate])
    case live(@Sendable (CompletionPlace) -> [Candidate])

    /// The words that are all there are; empty for other kinds.
    var fixed: [String] {
        if case .fixed(let candidates) = self { candidates().map(\.word) } else { [] }
    }

    static let environments = Words.live { $0.facts.environments.map { Candidate($0) } }
    static let modules = Words.live { $0.facts.modules.map { Candidate($0.id, $0.title) } }
    static let settings = Words.live { $0.facts.settings.map { Candidate("\($0.path)=", $0.doc) } }
    static let settingPaths = Words.live { $0.facts.settings.map { Candidate($0.path, $0.doc) } }
    static let methods = Words.live { $0.facts.operations.map { Candidate($0.method, $0.title) } }

    /// Commands, and behind the name of one its actions.
    static let commands = Words.live { place in
        let listed = CommandTable.all.filter(\.isListed)
        let commands = place.before.isEmpty ? listed : listed.first { $0.name == place.before.last }?.actions ?? []
        return commands.map { Candidate($0.name, $0.doc) }
    }

    /// Routes up to the first part that is to be filled in; without `galleria://` where the word typed has none of it.
    static let routes = Words.live { place in
        let scheme = "galleria://"
        let isBare = !scheme.utf8.starts(with: place.typed.utf8) && !place.typed.utf8.starts(with: scheme.utf8)
        return place.facts.modules.flatMap(\.screens).map { screen in
            let route = screen.template.text.prefix { $0 != "{" }
            return Candidate(String(isBare ? route.dropFirst(scheme.count) : route), screen.title)
        }
    }

    /// The parameters of the method before that are not given yet; the values of one that has only some.
    static let parameters = Words.live { place in
        guard let method = place.before.first,
            let operation = place.facts.operations.first(where: { $0.method == method })
        else { return [] }
        let name = { (word: String) in word.prefix { $0 != "=" } }
        if place.typed.utf8.contains(UInt8(ascii: "=")) {
            let field = operation.parameters.first { $0.name == name(place.typed) }
            return field.map { field in values(of: field).map { Candidate("\(field.name)=\($0)") } } ?? []
        }
        let known = Set(place.before.map(name))
        return operation.parameters.filter { !known.contains(Substring($0.name)) }.map { field in
            Candidate("\(field.name)=", field.doc)
        }
    }

    private static func values(of field: ParameterField) -> [String] {
        field.schema["type"] == "boolean" ? ["true", "false"] : field.words
    }
}

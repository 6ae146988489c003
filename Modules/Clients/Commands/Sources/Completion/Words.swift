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
    /// The longest time that an upstream is waited for: who presses a key waits.
    static let patience = Duration.seconds(2)

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
    var typed: String

    /// The operation whose method stands before.
    fileprivate var operation: RegisteredOperation? {
        before.first.flatMap { method in facts.operations.first { $0.method == method } }
    }
}

/// Words that completion offers for a value.
enum Words: Sendable {
    /// Nothing: it is any text.
    case none
    /// Names of files: the shell knows them.
    case files
    /// All that it may be.
    case fixed(@Sendable () -> [Candidate])
    case live(@Sendable (CompletionPlace) async -> [Candidate])

    /// The words that are all there are; empty for other kinds.
    var fixed: [String] {
        if case .fixed(let candidates) = self { candidates().map(\.word) } else { [] }
    }

    /// The same words, several of them between commas.
    var severally: Words {
        guard case .live(let candidates) = self else { return self }
        return .live { place in
            let comma = place.typed.lastIndex(of: ",")
            let whole = comma.map { String(place.typed[...$0]) } ?? ""
            var last = place
            last.typed = String(place.typed.dropFirst(whole.count))
            let given = whole.split(separator: ",").map(String.init)
            return await candidates(last).filter { !given.contains($0.word) }.map { Candidate(whole + $0.word, $0.doc) }
        }
    }

    static let states = Words.live { _ in
        [Candidate("current", "The state of the settings"), Candidate("sqlite:"), Candidate("postgresql://")]
    }
    static let environments = Words.live { $0.facts.environments.map { Candidate($0) } }
    static let modules = Words.live { $0.facts.modules.map { Candidate($0.id, $0.title) } }
    static let settings = Words.live { $0.facts.settings.map { Candidate("\($0.path)=", $0.doc) } }
    static let settingPaths = Words.live { $0.facts.settings.map { Candidate($0.path, $0.doc) } }
    static let methods = Words.live { $0.facts.operations.map { Candidate($0.method, $0.title) } }
    /// Fields of the result of the method before.
    static let fields = Words.live { place in
        place.operation.map { FieldChoice.names(of: $0).map { Candidate($0) } } ?? []
    }

    /// Commands, and behind the name of one its actions.
    static let commands = Words.live { place in
        let listed = CommandTable.all.filter(\.isListed)
        let commands = place.before.isEmpty ? listed : listed.first { $0.name == place.before.last }?.actions ?? []
        return commands.map { Candidate($0.name, $0.doc) }
    }

    /// Routes, with the values that there are for what is to be filled in; without `galleria://` where the word typed has
    /// none of it.
    static let routes = Words.live { place in
        let scheme = "galleria://"
        let isWhole = scheme.utf8.starts(with: place.typed.utf8) || place.typed.utf8.starts(with: scheme.utf8)
        let isBare = place.typed.isEmpty || !isWhole
        var typed = place
        if isBare { typed.typed = scheme + place.typed }
        return await typed.routes.map { route in
            Candidate(isBare ? String(route.word.dropFirst(scheme.count)) : route.word, route.doc)
        }
    }

    /// The parameters of the method before that are not given yet; the values of one; those of the one required parameter
    /// by themselves.
    static let parameters = Words.live { place in
        guard let operation = place.operation else { return [] }
        let name = { (word: String) in word.prefix { $0 != "=" } }
        if let equals = place.typed.firstIndex(of: "=") {
            guard let field = operation.parameters.first(where: { $0.name == name(place.typed) }) else { return [] }
            let typed = String(place.typed[place.typed.index(after: equals)...])
            return await place.values(of: field, operation, typed).map { Candidate("\(field.name)=\($0.word)", $0.doc) }
        }
        let known = Set(place.before.map(name))
        let left = operation.parameters.filter { !known.contains(Substring($0.name)) }
        let required = left.filter(\.isRequired)
        let alone =
            if required.count == 1, !place.typed.isEmpty {
                await place.values(of: required[0], operation, place.typed)
            } else {
                [Candidate]()
            }
        return left.map { Candidate("\($0.name)=", $0.doc) } + alone
    }
}

extension CompletionPlace {
    /// The values of a parameter: the only ones, or those that a route's variable of its name has.
    fileprivate func values(
        of field: ParameterField, _ operation: RegisteredOperation, _ typed: String
    ) async -> [Candidate] {
        let words = field.words
        if !words.isEmpty { return words.map { Candidate($0) } }
        if field.schema["type"] == "boolean" { return [Candidate("true"), Candidate("false")] }
        if field.name == "route" {
            var place = self
            place.typed = typed
            return await place.routes
        }
        // The module's own routes first: `id` is another thing in each. What is no module has no rows.
        guard facts.modules.contains(where: { $0.id == operation.module }) else { return [] }
        let own =
            facts.modules.filter { $0.id == operation.module } + facts.modules.filter { $0.id != operation.module }
        for screen in own.flatMap(\.screens) {
            for (variable, completion) in screen.completions
            where field.name == variable || field.name == "\(variable)s" {
                let found = await completion.candidates(for: CompletionRequest(typed))
                return found.map { Candidate($0.value, $0.about) }
            }
        }
        return []
    }

    /// Routes that begin as typed does: of a template, up to the variable that is being typed, with its values.
    fileprivate var routes: [Candidate] {
        get async {
            var found: [Candidate] = []
            for screen in facts.modules.flatMap(\.screens) {
                let template = screen.template
                let stem = String(template.text.prefix { $0 != "{" })
                guard typed.utf8.starts(with: stem.utf8), let (start, variable, known) = template.typed(typed),
                    let completion = screen.completions[variable]
                else {
                    let query = template.isFixed ? template.variables.prefix(1).map { "\(stem)?\($0)=" } : []
                    found += ([stem] + query).map { Candidate($0, screen.title) }
                    continue
                }
                let value = String(typed.dropFirst(start.count))
                let context = PromptArguments(known.map { ($0.key, $0.value) })
                let values = await completion.candidates(for: CompletionRequest(value, context: context))
                found += values.map { Candidate(start + $0.value, $0.about) }
            }
            return found
        }
    }
}

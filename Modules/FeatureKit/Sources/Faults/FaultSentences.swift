import DesignSystem
import JSON
import Suggestions

/// The sentences of every fault that FeatureKit itself raises, in one place.
extension Fault {
    /// A parameter that the operation does not have.
    /// - Parameter call: the call that was probably meant.
    static func unknownParameter(
        _ name: String, of method: String, known: [String], nearest: [String], call: String? = nil, doc: String? = nil
    ) -> Fault {
        let list = known.isEmpty ? "It takes no parameters." : "It takes \(listed(known))."
        let meant = nearest.first.map { "Did you mean \(quoted($0))? " } ?? ""
        let help = call.map { "Call it with \($0). " } ?? doc.map { "\($0) " } ?? ""
        return Fault(
            .invalidArgument, "\(method) has no parameter \(quoted(name)).", hint: meant + help + list,
            field: bounded(name, longestName), suggestions: nearest)
    }

    static func missingParameter(
        _ name: String, of method: String, expected: String, example: String?, call: String? = nil
    ) -> Fault {
        Fault(
            .invalidArgument, "\(method) needs the parameter \(quoted(name)): \(expected).",
            hint: call.map { "For example \($0)." } ?? example.map { "For example \(name)=\($0)." }
                ?? "Add it and call again.", field: name)
    }

    /// A parameter whose value is of another kind, or out of its range.
    static func wrongParameter(_ name: String, of method: String, _ field: ParameterField?, _ sent: JSONNode) -> Fault {
        let (suggestions, hint) = meant(name, field, sent)
        return Fault(
            .invalidArgument,
            "The parameter \(quoted(name)) of \(method) must be \(field?.expected ?? "another value"), not \(shown(sent)).",
            hint: hint, field: name, suggestions: suggestions)
    }

    /// The value that was probably meant by a refused one, else an example or what the words mean.
    static func meant(_ name: String, _ field: ParameterField?, _ sent: JSONNode) -> ([String], hint: String) {
        if let meant = field?.meant(sent)?.spelled { return ([meant], "Did you mean \(name)=\(meant)?") }
        if let example = field?.examples.first?.spelled { return ([], "For example \(name)=\(example).") }
        if let field, !field.words.isEmpty { return ([], "\(name): \(field.doc)") }
        return ([], "Correct it and call again.")
    }

    /// A value from outside within a sentence.
    static func shown(_ node: JSONNode) -> String {
        if let text = node.string { return quoted(text, limit: 40) }
        return node.kind == .array && node.count > 3
            ? "\(node.count) values"
            : bounded(sanitized(String(decoding: JSONValue(node).serialized(), as: UTF8.self)), 60)
    }

    /// A screen was asked for a row that it has not loaded.
    static func notAmongTheRows(_ key: String, of layout: RowLayout) -> Fault {
        let name = layout.fields[layout.key].name
        return Fault(
            .notFound, "No loaded \(layout.name) has the \(name) \(quoted(key)).",
            hint: "Load more rows, or correct \(name).",
            field: name)
    }

    /// A parameter whose value is of the right kind, and wrong all the same.
    static func wrongParameter(_ name: String, sentence: String, hint: String?, suggestions: [String]) -> Fault {
        Fault(
            .invalidArgument, sentence, hint: hint ?? "Correct \(name) and call again.", field: name,
            suggestions: suggestions)
    }

    static func parametersNotByName(of method: String) -> Fault {
        Fault(
            .invalidArgument, "\(method) takes its parameters by name, as a JSON object.",
            hint: "Send params as an object of names and values, not as an array.")
    }

    /// The person who was asked said no, or nothing.
    static var notConfirmed: Fault {
        Fault(
            .cancelled, "The user did not confirm it, so nothing was done.",
            hint: "Ask what they want instead; don't call again unless they say so.")
    }

    /// - Parameter missing: what the client must be able to do and is not.
    package static func clientIncapable(_ missing: Set<ClientAbility>) -> Fault {
        let names = missing.sorted { $0.name < $1.name }
        let list = listed(names.map(\.name))
        return Fault(
            .clientIncapable, "The call needs a client that can do this: \(list).",
            hint: "Call again from a client that declares \(list) among its capabilities.", requires: names)
    }

    package static func unknownRoute(_ route: String, nearest: [String]) -> Fault {
        Fault(
            .invalidArgument, "There is no screen at \(quoted(route)).",
            hint: (nearest.first.map { "Did you mean \($0)? " } ?? "") + "host.info lists the routes of every module.",
            field: "route", suggestions: nearest)
    }

    /// - Parameter siblings: the methods of the module that the name seems to be of.
    package static func unknownMethod(_ method: String, nearest: [String], siblings: [String] = []) -> Fault {
        let others =
            siblings.isEmpty ? "host.info lists the operations of every module." : "There are \(listed(siblings))."
        return Fault(
            .invalidArgument, "There is no method \(quoted(method)).",
            hint: nearest.first.map { "Did you mean \($0)?" } ?? others, field: "method", suggestions: nearest)
    }

    /// - Parameter remedy: what switches it on; nil for its setting.
    package static func moduleDisabled(_ id: String, remedy: String? = nil) -> Fault {
        Fault(
            .moduleDisabled, "The module \(id) is switched off.",
            hint: remedy ?? "Set modules.\(id).enabled to true and start again.", module: id)
    }

    /// - Parameter what: a method, or a screen's action.
    static func readOnly(_ what: String) -> Fault {
        Fault(
            .invalidArgument, "\(quoted(what)) changes something, and galleria was started read-only.",
            hint: "Start it again without --read-only to allow changes.")
    }

    /// - Parameter route: the screen's template: the open route may hold any text.
    static func unknownAction(_ action: String, on route: String, known: [String], nearest: [String]) -> Fault {
        Fault(
            .invalidArgument, "The screen \(route) has no action \(quoted(action)).",
            hint: nearest.first.map { "Did you mean \($0)?" }
                ?? (known.isEmpty ? "It takes no actions." : "It has \(listed(known))."),
            field: "action", suggestions: nearest)
    }

    static func unknownScreen(_ id: String) -> Fault {
        Fault(
            .notFound, "No open screen is called \(quoted(id)).",
            hint: "screen.list shows the open screens; screen.open opens one.", field: "screen")
    }

    static func tooManyScreens(limit: Int) -> Fault {
        Fault(
            .busy, "\(limit) screens are open already, and that is the most.",
            hint: "Close one with screen.close.", retryable: true)
    }

    /// Text from outside for use inside a sentence: in quotation marks that it can't close, without control and bidi
    /// characters, and cut so that what is hostile can't fill the message. Whoever writes the sentence as markup escapes
    /// it (``Fault/markdown``).
    /// - Parameter limit: Unicode scalars.
    package static func quoted(_ text: String, limit: Int = longestName) -> String {
        var inside = ""
        for scalar in sanitized(bounded(text, limit)).unicodeScalars {
            inside.unicodeScalars.append(scalar == "“" || scalar == "”" ? "\"" : scalar)
        }
        return "“\(inside)”"
    }

    package static let longestName = 80

    static func bounded(_ text: String, _ limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    private static func listed(_ names: [String]) -> String { names.joined(separator: ", ") }
}

/// A noun behind its indefinite article, which its first letter decides: `an isbn13`, `a sku`, and `a url` with the rest of u.
func withArticle(_ noun: String) -> String {
    let isVowel = noun.utf8.first.map { "aeioAEIO".utf8.contains($0) } ?? false
    return "\(isVowel ? "an" : "a") \(noun)"
}

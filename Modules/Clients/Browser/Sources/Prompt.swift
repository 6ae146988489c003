import FeatureKit
import JSON

/// An action that is about to be sent: what is known of its parameters, and the line that is typed for the next one.
struct Prompt: Sendable {
    let action: ActionDescription
    private(set) var known: [JSONMember]
    /// The parameter that is typed now.
    private(set) var parameter: ParameterField
    private var later: [ParameterField]
    var editor: LineEditor

    /// - Parameters:
    ///   - known: the values that need not be typed.
    ///   - startsEmpty: whether the first line starts empty instead of with the present value.
    /// - Returns: nil when nothing needs to be typed.
    init?(_ action: ActionDescription, known: [JSONMember], on page: Page, startsEmpty: Bool = false) {
        let missing = action.parameters.filter { field in !known.contains { $0.key == field.name } }
        guard let first = missing.first else { return nil }
        self.init(action, known: known, asking: first, then: Array(missing.dropFirst()), on: page)
        if startsEmpty { editor = LineEditor() }
    }

    /// A prompt for one parameter, where the others are left out.
    init(
        _ action: ActionDescription, known: [JSONMember], asking field: ParameterField,
        then later: [ParameterField] = [],
        on page: Page
    ) {
        self.action = action
        self.known = known.filter { $0.key != field.name }
        parameter = field
        self.later = later
        editor = LineEditor(page.draft(of: field, for: action))
    }

    /// Label before the line: what is asked for, and what it may be.
    var label: String {
        let words = parameter.words.isEmpty ? "" : " (\(parameter.words.joined(separator: ", ")))"
        let asked = parameter.prompt.hasSuffix("?") ? parameter.prompt : parameter.prompt + ":"
        return "\(action.title)\(words). \(asked) "
    }

    /// Takes the line as it is; an empty one leaves a parameter out that need not be given.
    /// - Returns: the action's parameters; nil when there is more to type.
    mutating func submit(on page: Page) -> [JSONMember]? {
        // Text: each parameter reads text as what its schema says.
        if !editor.text.isEmpty || parameter.isRequired {
            known.append(JSONMember(parameter.name, .string(editor.text)))
        }
        guard !later.isEmpty else { return known }
        parameter = later.removeFirst()
        editor = LineEditor(page.draft(of: parameter, for: action))
        return nil
    }
}

package import JSON

/// One thing that a client can be asked.
package enum ClientQuestion: Sendable {
    /// Whether its user wants what can't be taken back; the text is the question.
    case confirmation(String)
    /// Values that the user fills into a form.
    /// - `schema`: an object of flat properties: text, numbers, flags, choices (MCP, `requestedSchema`). Lists of choices
    ///   are unknown before 2025-11-25.
    case elicitation(message: String, schema: JSONValue)
    /// One that an extension brings along.
    case extended(ExtendedQuestion)

    /// The ability that it needs.
    package var ability: ClientAbility {
        switch self {
        case .confirmation, .elicitation: .elicitation
        case .extended(let question): question.ability
        }
    }
}

/// A question that the house itself asks nobody: an extension tells how it is asked, and reads its answer.
package struct ExtendedQuestion: Sendable {
    let ability: ClientAbility
    /// The client's method.
    package let method: StaticString
    package let params: JSONValue?
    /// The answer in the method's result; nil when the result does not answer.
    package let answer: @Sendable (JSONNode) -> JSONValue?

    package init(
        needs ability: ClientAbility, method: StaticString, params: JSONValue? = nil,
        answer: @escaping @Sendable (JSONNode) -> JSONValue?
    ) {
        self.ability = ability
        self.method = method
        self.params = params
        self.answer = answer
    }
}

/// Questions asked at once, by names of the operation's own, in order.
package struct ClientQuestions: Sendable, ExpressibleByDictionaryLiteral {
    package private(set) var all: [(name: String, question: ClientQuestion)]

    package init(_ all: [(name: String, question: ClientQuestion)] = []) {
        self.all = all
    }

    package init(dictionaryLiteral elements: (String, ClientQuestion)...) {
        self.init(elements.map { (name: $0.0, question: $0.1) })
    }

    /// - Parameter name: must differ from the others'.
    package mutating func add(_ name: String, _ question: ClientQuestion) { all.append((name, question)) }

    /// The abilities that all of them need.
    package var abilities: Set<ClientAbility> { Set(all.map(\.question.ability)) }
}

/// The answer to one question, of the question's kind.
package enum ClientAnswer: Sendable, Equatable {
    case confirmation(Bool)
    case form(FormAnswer)
    /// Answer to an extended question, as it reads it.
    case value(JSONValue)
}

/// The user's answer to a form.
package struct FormAnswer: Sendable, Equatable {
    package enum Action: String, Sendable, CaseIterable {
        case accept
        /// The user said no.
        case decline
        /// The user said nothing.
        case cancel
    }

    package let action: Action
    /// Values filled in, every required one of its declared type; empty unless it was accepted.
    package let content: JSONValue

    package init(_ action: Action, content: JSONValue = .object([])) {
        self.action = action
        self.content = content
    }
}

/// The answers to what was asked at once. Each question has one of its kind; a name that was not asked has none.
package struct ClientAnswers: Sendable {
    private let all: [ExactName: ClientAnswer]

    /// - Parameter all: names must differ.
    package init(_ all: [(name: String, answer: ClientAnswer)]) {
        self.all = Dictionary(all.map { (ExactName($0.name), $0.answer) }, uniquingKeysWith: { first, _ in first })
    }

    package subscript(_ name: String) -> ClientAnswer? { all[ExactName(name)] }

    /// Whether the user wants it.
    package func isConfirmed(_ name: String) -> Bool { self[name] == .confirmation(true) }

    /// The form of an elicitation.
    package func form(_ name: String) -> FormAnswer {
        if case .form(let answer) = self[name] { answer } else { FormAnswer(.cancel) }
    }

    /// The answer to an extended question.
    package func value(_ name: String) -> JSONValue? { if case .value(let value) = self[name] { value } else { nil } }
}

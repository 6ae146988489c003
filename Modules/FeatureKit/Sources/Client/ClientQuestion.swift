package import JSON

/// One thing that a client can be asked.
package enum ClientQuestion: Sendable, Equatable {
    /// Whether its user wants what can't be taken back; the text is the question.
    case confirmation(String)
    /// Values that the user fills into a form.
    /// - `schema`: an object of flat properties: text, numbers, flags, choices (MCP, `requestedSchema`). Lists of choices
    ///   are unknown before 2025-11-25.
    case elicitation(message: String, schema: JSONValue)
    /// The model's answer to a user's message, of so many tokens at most.
    case sampling(prompt: String, maxTokens: Int)
    /// Which folders it works in.
    case roots

    /// The ability that it needs.
    package var ability: ClientAbility {
        switch self {
        case .confirmation, .elicitation: .elicitation
        case .sampling: .sampling
        case .roots: .roots
        }
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
    /// The text of a model.
    case text(String)
    case roots([ClientRoot])
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

/// A folder that a client works in.
package struct ClientRoot: Sendable, Equatable {
    package let uri: String
    package let name: String?

    package init(uri: String, name: String?) {
        self.uri = uri
        self.name = name
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

    /// The text of a sampling.
    package func text(_ name: String) -> String { if case .text(let text) = self[name] { text } else { "" } }

    /// The folders.
    package func roots(_ name: String) -> [ClientRoot] { if case .roots(let roots) = self[name] { roots } else { [] } }
}

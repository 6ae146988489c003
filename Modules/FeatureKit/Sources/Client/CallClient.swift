/// The client of a running call, as far as an operation or a prompt may use it: what it can do, asking it, telling it.
///
/// Asking reads as straight-line code: `try await context.client.ask(["name": .elicitation(…)])`. A client that keeps
/// nothing between its requests is asked by the call's answer, and calls again with what it was asked for: the work runs
/// from its start once more, and what was answered before is there at once. So ask before you change anything, and ask
/// the same things in the same order for the same parameters.
package struct CallClient: Sendable {
    /// - Throws: `cancelled` when the answer can't come any more, or the call ends to have it asked.
    package typealias Ask = @Sendable (ClientQuestions) async throws(Fault) -> ClientAnswers
    package typealias Log = @Sendable (ClientLogLevel, String) -> Void

    /// Abilities that the client declares; without one an operation degrades instead of failing.
    package let abilities: Set<ClientAbility>
    private let answer: Ask
    private let tell: Log

    /// - Parameters:
    ///   - abilities: what may be asked; nothing by default.
    ///   - ask: gives an answer of the right kind to each question; is called only for what the client can do.
    ///   - log: takes what the client is told; must drop what it does not want to hear.
    package init(
        abilities: Set<ClientAbility> = [],
        ask: @escaping Ask = { questions throws(Fault) in throw .clientIncapable(questions.abilities) },
        log: @escaping Log = { _, _ in }
    ) {
        self.abilities = abilities
        tell = log
        answer = ask
    }

    /// Nobody who could be asked or told: a plain call, a command line.
    package static let none = CallClient()

    /// Asks several things at once, and waits for all the answers.
    /// - Throws: `client_incapable` when the client can't be asked one of them: then none is asked; `cancelled` when it
    ///   can't answer any more.
    package func ask(_ questions: ClientQuestions) async throws(Fault) -> ClientAnswers {
        try require(questions.abilities)
        return try await answer(questions)
    }

    /// - Throws: `client_incapable` when the client lacks one of these.
    package func require(_ needed: Set<ClientAbility>) throws(Fault) {
        let missing = needed.subtracting(abilities)
        if !missing.isEmpty { throw .clientIncapable(missing) }
    }

    /// Tells the client what may interest whoever watches it, if it wants to hear of this level.
    package func log(_ level: ClientLogLevel, _ text: String) { tell(level, text) }
}

/// An ability of a client, by its name among MCP's client capabilities.
package struct ClientAbility: Sendable, Hashable {
    package let name: String

    package init(_ name: String) { self.name = name }

    /// It asks its user by a form.
    package static let elicitation = ClientAbility("elicitation")
}

/// Severity of a message to a client.
package enum ClientLogLevel: Sendable, CaseIterable {
    case debug, info, warning, error
}

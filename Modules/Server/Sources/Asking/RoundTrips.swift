import FeatureKit
import JSON
import JSONRPC
import MCP
import Synchronization
import Values

/// Questions and answers of one call of a stateless client: the answers that came with this request, and those of
/// earlier rounds, which travel in its state.
///
/// The call runs from its start in every round, so its asks come in the same order: the n-th finds the n-th answers. The
/// first that lacks some ends the call, and the client is asked for these.
final class RoundTrips: Sendable {
    /// Questions that end the call.
    struct Pending: Sendable {
        let questions: ClientQuestions
        /// Comes back with the answers.
        let state: String
    }

    private struct State {
        /// The results of each ask so far, by name.
        var rounds: [[(name: String, result: JSONNode)]]
        /// Asks of this run.
        var asked = 0
        /// Whether an ask took what came with this request: it is the answer to one of them.
        var isFreshTaken = false
        var missing: ClientQuestions?
        /// The answers to the first ask, where the call ends with them.
        var answered: ClientAnswers?
    }

    private let proofs: RequestProofs
    private let request: @Sendable () -> [JSONValue]
    private let responses: MCPInputResponses
    private let endsWhenAnswered: Bool
    private let state = Mutex(State(rounds: []))

    /// - Parameters:
    ///   - request: what the call is: its method, what it names, its arguments. Made only when it asks.
    ///   - responses: what came with it.
    ///   - endsWhenAnswered: whether the call ends at its first ask also when that is answered.
    init(
        _ request: @escaping @Sendable () -> [JSONValue], _ responses: MCPInputResponses, proofs: RequestProofs,
        endsWhenAnswered: Bool = false
    ) {
        self.request = request
        self.responses = responses
        self.proofs = proofs
        self.endsWhenAnswered = endsWhenAnswered
    }

    /// Takes up the state that came with the request; before the call begins.
    /// - Returns: -32602 for the state of another request, one that is too old, or was used before.
    func open() async -> RPCError? {
        guard let sealed = responses.state else { return nil }
        switch await proofs.opened(sealed, for: request()) {
        case .foreign: return .foreignState
        case .used: return .usedState
        case .text(let text):
            guard let rounds = Self.rounds(text) else { return .foreignState }
            state.withLock { $0.rounds = rounds }
            return nil
        }
    }

    /// The answers to the next ask.
    /// - Throws: `cancelled` when some are missing: the call must end.
    func ask(_ questions: ClientQuestions) throws(Fault) -> ClientAnswers {
        let answers = state.withLock { state -> ClientAnswers? in
            guard state.missing == nil, state.answered == nil else { return nil }
            let earlier = state.asked < state.rounds.count ? state.rounds[state.asked] : []
            // What came with this request belongs to the first ask that was not answered whole.
            let takesFresh = !state.isFreshTaken
            var found: [(name: String, result: JSONNode)] = []
            var answers: [(name: String, answer: ClientAnswer)] = []
            var missing = ClientQuestions()
            for (name, question) in questions.all {
                let known = earlier.first { $0.name.utf8.elementsEqual(name.utf8) }?.result
                if known == nil { state.isFreshTaken = true }
                if let result = known ?? (takesFresh ? freshResult(name, question) : nil),
                    let answer = question.answer(result)
                {
                    found.append((name, result))
                    answers.append((name, answer))
                } else {
                    missing.add(name, question)
                }
            }
            state.rounds = Array(state.rounds.prefix(state.asked)) + [found] + state.rounds.dropFirst(state.asked + 1)
            guard missing.all.isEmpty else {
                state.missing = missing
                return nil
            }
            state.asked += 1
            if endsWhenAnswered { state.answered = ClientAnswers(answers) }
            return ClientAnswers(answers)
        }
        guard let answers else { throw .asksFirst }
        if endsWhenAnswered { throw .becomesTask }
        return answers
    }

    /// Answers, where the call ends with them; nil otherwise.
    var answered: ClientAnswers? { state.withLock { $0.answered } }

    /// Missing answers; nil when complete.
    var pending: Pending? {
        get async {
            let (missing, rounds) = state.withLock { ($0.missing, $0.rounds) }
            guard let missing else { return nil }
            var writer = JSONWriter()
            writer.beginArray()
            for round in rounds {
                writer.beginObject()
                for (name, result) in round {
                    writer.key(name)
                    writer.raw(result.rawText)
                }
                writer.endObject()
            }
            writer.endArray()
            guard let sealed = await proofs.sealed(base64(writer.bytes, .url), for: request()) else { return nil }
            return Pending(questions: missing, state: sealed)
        }
    }

    /// A confirmation counts only as the answer to its own question; what is a mere fact may come unasked.
    private func freshResult(_ name: String, _ question: ClientQuestion) -> JSONNode? {
        if case .confirmation = question, responses.state == nil { return nil }
        return responses.answers?[name]
    }

    private static func rounds(_ text: String) -> [[(name: String, result: JSONNode)]]? {
        guard let bytes = bytes(base64URL: text), let document = try? JSONDocument(parsing: bytes) else { return nil }
        return document.root.elements.map { round in round.members.map { (name: $0.key, result: $0.value) } }
    }
}

extension RPCError {
    fileprivate static let foreignState = RPCError.invalidParams(
        "requestState is not that of this request, or too old; send it again without inputResponses and requestState")

    fileprivate static let usedState = RPCError.invalidParams(
        "requestState was used before; send the request again without inputResponses and requestState")
}

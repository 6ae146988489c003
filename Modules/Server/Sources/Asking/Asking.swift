import DesignSystem
import FeatureKit
import JSONRPC
import MCP

/// Way in which one call asks its client: by requests of ours after a handshake, by the call's own answer to a
/// stateless client.
enum Asking: Sendable {
    case requests(OutgoingRequests, MCPClient)
    case roundTrips(RoundTrips)

    /// Gives an answer to each question.
    func ask(_ questions: ClientQuestions) async throws(Fault) -> ClientAnswers {
        switch self {
        case .requests(let requests, let client): try await Self.ask(questions, of: client, by: requests)
        case .roundTrips(let trips): try trips.ask(questions)
        }
    }

    /// Takes up what came with the request, before the call begins.
    /// - Returns: why the call can't begin.
    func open() async -> RPCError? { if case .roundTrips(let trips) = self { await trips.open() } else { nil } }

    /// Pending questions that end the call; nil when it ended for another reason.
    var pending: RoundTrips.Pending? {
        get async { if case .roundTrips(let trips) = self { await trips.pending } else { nil } }
    }

    /// Answers of the client to a call that goes on as a task; nil for other calls.
    var answered: ClientAnswers? { if case .roundTrips(let trips) = self { trips.answered } else { nil } }

    private static func ask(
        _ questions: ClientQuestions, of client: MCPClient, by requests: OutgoingRequests
    ) async throws(Fault) -> ClientAnswers {
        guard questions.all.allSatisfy({ $0.question.isKnown(to: client.revision) }) else {
            throw .clientIncapable(questions.abilities)
        }
        let outcomes = await requests.ask(
            questions.all.map { OutgoingRequests.Request($0.question.method, params: $0.question.params) })
        var answers: [(name: String, answer: ClientAnswer)] = []
        for ((name, question), outcome) in zip(questions.all, outcomes) {
            switch outcome {
            case .result(let node):
                guard let answer = question.answer(node) else { throw .unusableAnswer(to: question) }
                answers.append((name, answer))
            case .error(_, let message): throw .refusedQuestion(question, message)
            case .cancelled: throw Fault(.cancelled, "The call was cancelled.", hint: "Nothing more to do.")
            case .ended: throw .unansweredQuestion(question)
            case .full: throw .tooManyQuestions
            }
        }
        return ClientAnswers(answers)
    }
}

/// The sentences of what comes of asking.
extension Fault {
    /// The call ends, to come again with the answers. No client sees it: the answer is the questions.
    static var asksFirst: Fault {
        Fault(.cancelled, "The call waits for its client's answers.", hint: "Answer them and call again.")
    }

    /// The call ends, to go on as a task with the answers. No client sees it: the answer is the task.
    static var becomesTask: Fault {
        Fault(.cancelled, "The call goes on as a task.", hint: "Ask after the task.")
    }

    fileprivate static func unusableAnswer(to question: ClientQuestion) -> Fault {
        Fault(
            .cancelled, "The client's answer to \(question.method) is not what was asked for.",
            hint: "Nothing was done. Call again, and answer what is asked.")
    }

    fileprivate static func refusedQuestion(_ question: ClientQuestion, _ message: String) -> Fault {
        let why = sanitized(String(message.unicodeScalars.prefix(200).map(Character.init)))
        return Fault(
            .cancelled, "The client did not answer \(question.method)\(why.isEmpty ? "" : ": \(why)").",
            hint: "Nothing was done. Call again when it can be answered.")
    }

    fileprivate static func unansweredQuestion(_ question: ClientQuestion) -> Fault {
        Fault(
            .cancelled, "The input ended before the client answered \(question.method).",
            hint: "Nothing was done. Keep the input open until the call is answered.")
    }

    fileprivate static var tooManyQuestions: Fault {
        Fault(
            .busy, "Too many questions to the client are open already.",
            hint: "Answer some of them, then call again.", retryable: true)
    }
}

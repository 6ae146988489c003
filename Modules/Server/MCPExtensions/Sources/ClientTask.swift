import FeatureKit
import JSON
import MCP
import Server

/// One call that goes on after it was answered: what it asks, and how it ended.
struct ClientTask: Sendable {
    /// Gets the answers; nil when none can come any more.
    typealias Waiting = CheckedContinuation<ClientAnswers?, Never>

    private struct Question {
        /// The one under which the client answers it; of no other question of the task, ever.
        let id: String
        let name: String
        let question: ClientQuestion
        var answer: ClientAnswer?
    }

    /// Questions asked together: the asker resumes when all have answers.
    private struct Ask {
        let number: Int
        var questions: [Question]
        var waiting: Waiting?

        /// Nil while some are open.
        var answers: ClientAnswers? {
            var answers: [(name: String, answer: ClientAnswer)] = []
            for question in questions {
                guard let answer = question.answer else { return nil }
                answers.append((question.name, answer))
            }
            return ClientAnswers(answers)
        }
    }

    let id: String
    let created: Duration
    /// When its state changed last.
    private(set) var updated: Duration
    /// When its client asked for it last.
    var touched: Duration
    /// Completed, failed or cancelled; nil before.
    private(set) var end: MCPTask.State?
    /// Running work; cancelled with the task.
    var work: Task<Void, Never>?
    private var asks: [Ask] = []
    private var asked = 0
    private var questionsAsked = 0

    init(id: String, at moment: Duration) {
        self.id = id
        created = moment
        updated = moment
        touched = moment
    }

    /// Current state as the client sees it.
    var state: MCPTask.State {
        if let end { return end }
        let open = asks.flatMap(\.questions).filter { $0.answer == nil }
        guard !open.isEmpty else { return .working }
        return .inputRequired(
            open.map { MCPInputRequired.Request($0.id, $0.question.method, params: $0.question.params) })
    }

    /// True while it waits for its client.
    var isAsking: Bool { if case .inputRequired = state { true } else { false } }

    /// Asks.
    /// - Returns: the number of this ask; nil when the task has ended.
    mutating func ask(_ questions: ClientQuestions, at moment: Duration) -> Int? {
        guard end == nil else { return nil }
        asked += 1
        var new: [Question] = []
        for (name, question) in questions.all {
            questionsAsked += 1
            new.append(Question(id: "input-\(questionsAsked)", name: name, question: question))
        }
        asks.append(Ask(number: asked, questions: new))
        updated = moment
        return asked
    }

    /// Waits for the answers of an ask.
    /// - Returns: whether the ask is there; if not, whoever waits must be told that nothing can come.
    mutating func wait(for number: Int, _ waiting: Waiting) -> Bool {
        guard let index = asks.firstIndex(where: { $0.number == number }) else { return false }
        asks[index].waiting = waiting
        return true
    }

    /// Takes what a client answers: answers to nothing that is open are ignored, and what is no answer leaves its question open.
    /// - Returns: whether it took any.
    mutating func answer(_ responses: JSONNode, at moment: Duration) -> Bool {
        var isAny = false
        for ask in asks.indices {
            for place in asks[ask].questions.indices where asks[ask].questions[place].answer == nil {
                let question = asks[ask].questions[place]
                guard let answer = responses[question.id].flatMap(question.question.answer) else { continue }
                asks[ask].questions[place].answer = answer
                isAny = true
            }
        }
        if isAny { updated = moment }
        return isAny
    }

    /// The asks that are answered whole, and that somebody waits for.
    mutating func takeAnswered() -> [(Waiting, ClientAnswers)] {
        let done = asks.compactMap { ask in ask.waiting.flatMap { waiting in ask.answers.map { (waiting, $0) } } }
        asks.removeAll { $0.waiting != nil && $0.answers != nil }
        return done
    }

    /// Withdraws an ask.
    /// - Returns: who waits for it.
    mutating func withdraw(_ number: Int) -> Waiting? {
        asks.firstIndex { $0.number == number }.flatMap { asks.remove(at: $0).waiting }
    }

    /// Ends the task; one that has ended stays as it is.
    /// - Returns: who still waits for answers; nil when it had ended before.
    mutating func finish(_ end: MCPTask.State, at moment: Duration) -> [Waiting]? {
        guard self.end == nil else { return nil }
        self.end = end
        updated = moment
        defer { asks = [] }
        return asks.compactMap(\.waiting)
    }
}

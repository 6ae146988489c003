import Core
import Synchronization

/// How a task asks: its questions wait until its client answers them by `tasks/update`. What its call asked before it
/// became a task is answered at once.
final class TaskAsking: Sendable {
    private let tasks: ClientTasks
    private let id: String
    private let given: Mutex<ClientAnswers?>

    /// - Parameter given: the answers to the first ask; nil when it has not been asked.
    init(_ tasks: ClientTasks, _ id: String, given: ClientAnswers?) {
        self.tasks = tasks
        self.id = id
        self.given = Mutex(given)
    }

    /// - Throws: `cancelled` when none can come any more.
    func ask(_ questions: ClientQuestions) async throws(Fault) -> ClientAnswers {
        if let given = given.withLock({ $0.take() }) { return given }
        return try await tasks.ask(id, questions)
    }
}

import FeatureKit
import Synchronization

/// Questions of a task: they wait until the client answers them by `tasks/update`. Questions from before the call
/// became a task are answered at once.
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

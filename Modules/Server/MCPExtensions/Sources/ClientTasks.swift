import FeatureKit
import JSON
import MCP
package import Server
import Synchronization

/// The tasks of one client: so many at the most, each for `lifetime` after its end.
///
/// Nothing is dropped before its time, so a table that is full takes no more. A task whose client does not answer it, nor
/// asks after it, for `lifetime`, is cancelled.
package final class ClientTasks: TaskExtension {
    /// Ids of tasks, opaque and not to be guessed.
    package typealias Mint = @Sendable () -> String

    private struct State {
        var tasks: [ExactName: ClientTask] = [:]
        /// Tasks whose work has not come to its end, though they may be cancelled.
        var working = 0
        var isOver = false
    }

    static let lifetime = Duration.seconds(300)
    static let pollInterval = Duration.milliseconds(500)

    private let limit: Int
    private let clock: TaskClock
    private let mint: Mint
    private let changed: @Sendable (TaskNews) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: tasks that may be there at once.
    ///   - changed: told of each change, on the thread that made it.
    package init(
        limit: Int, clock: TaskClock, mint: @escaping Mint = ClientTasks.randomID,
        changed: @escaping @Sendable (TaskNews) -> Void
    ) {
        self.limit = limit
        self.clock = clock
        self.mint = mint
        self.changed = changed
    }

    /// 128 random bits.
    package static let randomID: Mint = {
        var generator = SystemRandomNumberGenerator()
        return [generator.next(), generator.next()].map { (half: UInt64) in
            let text = String(half, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }.joined()
    }

    /// True if no task is there.
    package var isEmpty: Bool { state.withLock { $0.tasks.isEmpty } }

    /// True if no work runs.
    package var isIdle: Bool { state.withLock { $0.working == 0 } }

    /// Tasks dated and kept by the machine's clock, or another.
    package static func made(by clock: TaskClock = .system) -> TaskExtension.Make {
        { limit, tell in ClientTasks(limit: limit, clock: clock, changed: tell) }
    }

    // MARK: - Running

    /// Makes a task, and runs its work after what runs now.
    /// - Parameters:
    ///   - executor: whose thread runs it.
    ///   - work: gets the task's id, and gives its end.
    ///   - ended: called when the work is over.
    /// - Returns: the task as it begins; nil when there are too many, or no more may begin.
    func start(
        on executor: any TaskExecutor, ended: @escaping @Sendable () -> Void,
        _ work: @escaping @Sendable (_ id: String) async -> MCPTask.State
    ) -> MCPTask? {
        sweep()
        let id = mint()
        let task = ClientTask(id: id, at: clock.elapsed())
        let isTaken = state.withLock { state in
            guard !state.isOver, state.tasks.count < limit, state.working < limit else { return false }
            state.tasks[ExactName(id)] = task
            state.working += 1
            return true
        }
        guard isTaken else { return nil }
        let running = Task(executorPreference: executor) { [self] in
            finish(id, await work(id))
            state.withLock { $0.working -= 1 }
            ended()
        }
        let isCancelled = state.withLock { state in
            state.tasks[ExactName(id)]?.work = running
            return state.tasks[ExactName(id)]?.end != nil
        }
        if isCancelled { running.cancel() }
        return told(task)
    }

    /// Asks the client of a task, and waits for the answers.
    /// - Throws: `cancelled` when none can come any more.
    func ask(_ id: String, _ questions: ClientQuestions) async throws(Fault) -> ClientAnswers {
        let moment = clock.elapsed()
        guard let number = change(id, { $0.ask(questions, at: moment) }) ?? nil else { throw .taskCancelled }
        tell(id)
        let answers = await withTaskCancellationHandler {
            await withCheckedContinuation { waiting in
                if change(id, { $0.wait(for: number, waiting) }) == true {
                    resumeAnswered(id)
                } else {
                    waiting.resume(returning: nil)
                }
            }
        } onCancel: {
            (change(id) { $0.withdraw(number) } ?? nil)?.resume(returning: nil)
        }
        guard let answers else { throw .taskCancelled }
        return answers
    }

    /// Cancels all, now and from now on: nobody can ask after them any more.
    package func end() {
        let ids = state.withLock { state in
            state.isOver = true
            return state.tasks.values.filter { $0.end == nil }.map(\.id)
        }
        for id in ids { cancel(id) }
    }

    // MARK: - For its client

    /// A task as it is now; nil when there is none of this id.
    func task(_ id: String) -> MCPTask? {
        sweep()
        let moment = clock.elapsed()
        return change(id) { task in
            task.touched = moment
            return task
        }.map(told)
    }

    package func has(_ id: String) -> Bool { task(id) != nil }

    /// Takes answers to what a task asks.
    /// - Parameter responses: results by the ids of the questions; further ones are ignored.
    /// - Returns: false when there is no task of this id.
    func answer(_ id: String, _ responses: JSONNode) -> Bool {
        guard has(id) else { return false }
        let moment = clock.elapsed()
        if change(id, { $0.answer(responses, at: moment) }) == true {
            tell(id)
            resumeAnswered(id)
        }
        return true
    }

    /// Cancels a task; one that has ended stays as it is.
    /// - Returns: false when there is no task of this id.
    @discardableResult
    func cancel(_ id: String) -> Bool {
        guard let work = change(id, { $0.work }) else { return false }
        finish(id, .cancelled)
        work?.cancel()
        return true
    }

    // MARK: -

    private func finish(_ id: String, _ end: MCPTask.State) {
        let moment = clock.elapsed()
        guard let waiting = change(id, { $0.finish(end, at: moment) }) ?? nil else { return }
        for one in waiting { one.resume(returning: nil) }
        tell(id)
    }

    private func resumeAnswered(_ id: String) {
        for (waiting, answers) in change(id, { $0.takeAnswered() }) ?? [] { waiting.resume(returning: answers) }
    }

    /// Drops those whose time is over, and cancels those that wait for a client that is silent.
    private func sweep() {
        let now = clock.elapsed()
        let silent = state.withLock { state in
            state.tasks = state.tasks.filter { _, task in task.end == nil || task.updated + Self.lifetime > now }
            return state.tasks.values.filter { $0.isAsking && max($0.touched, $0.updated) + Self.lifetime <= now }
        }
        for task in silent { cancel(task.id) }
    }

    private func tell(_ id: String) {
        guard let task = state.withLock({ $0.tasks[ExactName(id)] }).map(told) else { return }
        changed(TaskNews(id, MCPTask.notification) { task.write(for: $0, into: &$1) })
    }

    private func told(_ task: ClientTask) -> MCPTask {
        MCPTask(
            id: task.id, task.state, created: clock.text(task.created), updated: clock.text(task.updated),
            lifetime: milliseconds(Self.lifetime), pollInterval: milliseconds(Self.pollInterval))
    }

    /// Changes the task of an id.
    /// - Returns: what the change gives; nil when there is no such task.
    private func change<Value: Sendable>(_ id: String, _ body: (inout ClientTask) -> Value) -> Value? {
        state.withLock { state in
            guard var task = state.tasks[ExactName(id)] else { return nil }
            defer { state.tasks[ExactName(id)] = task }
            return body(&task)
        }
    }
}

extension Fault {
    fileprivate static var taskCancelled: Fault {
        Fault(.cancelled, "The task was cancelled.", hint: "Nothing more to do.")
    }
}

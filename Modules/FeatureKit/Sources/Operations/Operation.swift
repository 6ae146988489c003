package import DesignSystem
package import JSON

/// Effect of an operation on the world: hosts decide by it whether to ask a person first.
package enum OperationEffect: Sendable, Equatable {
    /// Changes nothing: not a byte of the state.
    case reads
    /// Changes state. `idempotent`: doing it twice is as doing it once. `destructive`: something is lost that can't be had back.
    case writes(idempotent: Bool, destructive: Bool)
    /// Reads, and keeps what it found for the next start, where the process may write: a read-only process leaves the keeping
    /// out. Of screens' actions alone.
    case keeps

    /// Whether a read-only process has to refuse it.
    package var isWrite: Bool {
        switch self {
        case .reads, .keeps: false
        case .writes: true
        }
    }
}

/// One thing a module can do, declared once. The method, the MCP tool, both schemas, help and reference come from it.
package struct Operation<Parameters: Sendable, Result: Sendable>: Sendable {
    let name: String
    let tool: String?
    let title: String
    let doc: String
    let guidance: String
    let effect: OperationEffect
    let example: [JSONMember]
    /// Makes the shapes of both: only what is called or listed needs them.
    let parameters: @Sendable () -> ParameterShape<Parameters>
    let result: @Sendable () -> ResultShape<Result>
    let isTool: Bool
    let task: OperationTask
    let asksBeforeTask: Bool
    let view: String?
    let route: (@Sendable (Result) -> AnswerRoute?)?
    let picture: (@Sendable (Result) -> AnswerPicture)?
    let content: (@Sendable (Result) -> [AnswerContent])?
    let confirm: (@Sendable (Parameters) -> String?)?
    let present: @Sendable (Result) -> Document
    let run: @Sendable (Parameters, CallContext) async throws(Fault) -> Result
    /// The result where nothing has to be waited for, with the origin of its facts; nil where `run` is to be asked.
    typealias Known = @Sendable (Parameters) throws(Fault) -> (Result, AnswerOrigin?)?
    private(set) var known: Known?
    /// Whether `known` is worth asking: it needs the parameters, which `run` reads again.
    private(set) var isAtHand: @Sendable () -> Bool = { true }
    /// Writes as Markdown what `present` gives, without a document of it; nil where the document is written.
    private(set) var written: (@Sendable (Result, inout MarkdownRenderer) -> Void)?

    /// - Parameters:
    ///   - name: lower camel case, unique in its module: `search` of `bookShelf` is the method `bookShelf.search`.
    ///   - tool: the name of its MCP tool where clients know another one than `book_shelf_search`.
    ///   - title: two to four words for a list of tools.
    ///   - doc: one line: what it gives.
    ///   - guidance: when to use it and when not, for agents.
    ///   - example: arguments of a call that succeeds with sample data.
    ///   - isTool: false for methods that MCP clients must not see (they would change the client's own lists).
    ///   - task: whether it may go on after its call was answered.
    ///   - asksBeforeTask: whether its first questions belong to its call: it becomes a task when they are answered, and
    ///     runs from its start once more then. Otherwise it is a task from its start, and the task asks.
    ///   - view: the name of the interactive view of the result, such as `catalog`, for hosts that show one beside the
    ///     text. What it looks like, and whether it is there at all, the host knows.
    ///   - route: the address of the screen that shows the result, where that is a single item: its tool's text ends
    ///     with it.
    ///   - picture: the result as a picture, for an operation whose result is one: its MCP tool then gives image content
    ///     and has no output schema.
    ///   - content: the result as blocks, for an operation whose result is no facts: its MCP tool then gives them alone and
    ///     has no output schema.
    ///   - confirm: what a person should be asked before it is done; nil for what needs no asking. Where the client can't
    ///     ask, calling was the decision.
    ///   - present: the result as people read it; must carry every fact of the result.
    ///   - run: does it. Called on the thread of the event loop; it may suspend but must not block.
    package init(
        _ name: String, tool: String? = nil, title: String, doc: String, guidance: String = "", effect: OperationEffect,
        example: [JSONMember], parameters: @autoclosure @escaping @Sendable () -> ParameterShape<Parameters>,
        result: @autoclosure @escaping @Sendable () -> ResultShape<Result>, isTool: Bool = true,
        task: OperationTask = .never, asksBeforeTask: Bool = false,
        view: String? = nil, route: (@Sendable (Result) -> AnswerRoute?)? = nil,
        picture: (@Sendable (Result) -> AnswerPicture)? = nil,
        content: (@Sendable (Result) -> [AnswerContent])? = nil,
        confirm: (@Sendable (Parameters) -> String?)? = nil,
        present: @escaping @Sendable (Result) -> Document,
        run: @escaping @Sendable (Parameters, CallContext) async throws(Fault) -> Result
    ) {
        self.name = name
        self.tool = tool
        self.title = title
        self.doc = doc
        self.guidance = guidance
        self.effect = effect
        self.example = example
        self.parameters = parameters
        self.result = result
        self.isTool = isTool
        self.task = task
        self.asksBeforeTask = asksBeforeTask
        self.view = view
        self.route = route
        self.picture = picture
        self.content = content
        self.confirm = confirm
        self.present = present
        self.run = run
    }

    /// The same operation, which is answered without a task where nothing has to be waited for.
    /// - Parameters:
    ///   - origin: of the facts; nil where no upstream is asked.
    ///   - known: the result where it is made of sample data that was read before, or of the state; nil where `run` is to be asked.
    func answeringAtOnce(
        from origin: AnswerOrigin.Source?, _ known: @escaping @Sendable (Parameters) throws(Fault) -> Result?
    ) -> Self {
        let origin = origin.map { AnswerOrigin($0) }
        return answeringAtOnce { parameters throws(Fault) in
            guard let result = try known(parameters) else { return nil }
            return (result, origin)
        }
    }

    /// The same where the origin of the facts is known with them.
    /// - Parameters:
    ///   - isAtHand: whether `known` is worth asking.
    ///   - known: the result where nothing has to be waited for, and the origin of its facts; nil where `run` is to be asked.
    func answeringAtOnce(where isAtHand: @escaping @Sendable () -> Bool = { true }, _ known: @escaping Known) -> Self {
        var operation = self
        operation.known = known
        operation.isAtHand = isAtHand
        return operation
    }

    /// The same operation, whose results are written for models without a document of each.
    /// - Parameter write: writes what `present` gives, byte for byte.
    func written(by write: @escaping @Sendable (Result, inout MarkdownRenderer) -> Void) -> Self {
        var operation = self
        operation.written = write
        return operation
    }
}

/// The caller's side of a running operation.
package struct CallContext: Sendable {
    /// The caller, to be asked and told.
    package let client: CallClient
    /// Tells the caller how far a long call is; does nothing when the caller did not ask.
    package let report: @Sendable (Progress) -> Void
    /// The program that runs the call, for operations of its own; nil in tests of a feature.
    package let program: (any CallingProgram)?

    package init(
        client: CallClient = .none, program: (any CallingProgram)? = nil,
        report: @escaping @Sendable (Progress) -> Void = { _ in }
    ) {
        self.client = client
        self.program = program
        self.report = report
    }
}

/// The program that runs calls: features know nothing of it, its own operations its type.
package protocol CallingProgram: AnyObject, Sendable {}

/// Progress of a call: `done` of `total` steps, in the operation's own units.
package struct Progress: Sendable, Equatable {
    package let done: Int
    package let total: Int?
    package let message: String

    package init(done: Int, total: Int?, message: String) {
        self.done = done
        self.total = total
        self.message = message
    }
}

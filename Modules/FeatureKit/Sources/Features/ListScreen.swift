import DesignSystem
import JSON
import Storage
import Synchronization

/// The view model of a list: rows page by page, narrowed and ordered by what is asked of those that are loaded.
final class ListScreen: ActingScreen {
    let state: ScreenState<ListState>
    private let questions: ListQuestions
    let title: String
    private let elapsed: @Sendable () -> Duration
    private let loader: Loader
    let behavior: ListBehavior
    let unsaved = UnsavedActions()
    private let observing = Mutex<[StateObservation]>([])

    /// - Parameter arguments: values of the list's own parameters that the route gives.
    init(_ questions: ListQuestions, title: String, _ behavior: ListBehavior, arguments: [JSONMember] = []) {
        self.questions = questions
        self.title = title
        self.behavior = behavior
        state = ScreenState(ListState(questions.layout, questions.strategy, behavior, arguments: arguments))
        elapsed = stopwatch(questions.environment.context.clock)
        loader = Loader(questions.environment.context.background)
    }

    func open() {
        let observations = behavior.stored.map { namespace in
            questions.environment.context.state.observe(namespace) { [weak self] in self?.showStored($0) }
        }
        observing.withLock { observing in
            observing = observations
            if let kept = questions.kept { observing.append(kept.observe { [weak self] in self?.showKept() }) }
        }
        if !showKept() { _ = load { $0.beginFirstPage() } }
    }

    func close() {
        observing.withLock { $0 = [] }
        loader.cancel()
    }

    /// Shows the rows that were kept unless they are shown already.
    /// - Returns: false when there are none, or they can't be read: the screen says so.
    @discardableResult
    private func showKept() -> Bool {
        guard let kept = questions.kept else { return false }
        // Read inside the change: of two that are told at once the newer one is shown last.
        var isKept = false
        state.changeIfAny { state -> Bool? in
            do throws(Fault) {
                let known = try kept.known()
                let isTold = state.show(questions.environment.overlays, notice: kept.trouble?.text)
                guard let known else { return isTold }
                isKept = true
                let arguments = [JSONMember(kept.parameter, .string(known.asked))]
                return state.show(known, arguments, head: try questions.head(of: arguments)) ?? isTold
            } catch {
                return state.show(questions.environment.overlays, notice: error.text)
            }
        }
        return isKept
    }

    /// Keeps a page with its question; a failure of that concerns no row, and is told beside them.
    private func keep(
        _ page: RowPage, after preceding: [Row], of asked: String, _ request: PagedList<Row, ExactName>.Request,
        _ kept: KeptList
    ) async {
        let strategy = questions.strategy
        do throws(Fault) {
            try await kept.save(
                page, after: preceding, of: asked, isFirst: request.position == strategy.first,
                next: strategy.next(after: request.position, received: page.received, total: page.total), strategy)
            show(nil)
        } catch {
            show(error.text)
        }
        // `changeIfAny` with nil tells nobody: the rows are as they were.
        var isBehind = false
        state.changeIfAny { state -> Void? in
            isBehind = state.endKeeping()
            return nil
        }
        if isBehind { showKept() }
    }

    private func showStored(_ news: StateNews) {
        // Nothing of the rows is stored here: what changed is where they come from, such as a cart at a shop.
        if questions.layout.overlaid.isEmpty, behavior.arrange == nil, questions.kept == nil {
            _ = load { $0.beginFirstPage() }
            return
        }
        let (overlays, notice) = stored
        var keys: [String]?
        if case .keys(let changed) = news { keys = changed.map(\.key) }
        state.changeIfAny { $0.show(overlays, notice: notice, of: keys) }
    }

    func told(within window: RowWindow?) -> ListState {
        state.settled { $0.told(within: window) }
    }

    func rows(of state: ListState) -> ToldRows? {
        ToldRows(rows: state.rows, layout: state.layout, place: state.windowPlace, hasMore: state.list.hasMore)
    }

    func tellsSame(_ state: ListState, as other: ListState) -> Bool { state.isTold(as: other) }

    func withoutRows(_ state: ListState) -> ListState { state.withoutItems }

    private var stored: (Overlays, notice: String?) {
        let environment = questions.environment
        return (environment.overlays, environment.notice(of: questions.layout))
    }

    func pictures(of state: ListState) -> [String] {
        guard let picture = state.layout.picture else { return [] }
        return state.rows.compactMap { $0.text(picture) }
    }

    /// Begins a page if the rules allow it, and lets it run in the background.
    private func load(
        _ begin: @Sendable (inout ListState) -> PagedList<Row, ExactName>.Request?
    ) -> ActionOutcome {
        let begun = state.changeIfAny { state in begin(&state).map { ($0, state.arguments) } }
        guard let (request, arguments) = begun else { return .ignored }
        loader.start(supersedes: request.part == .header) { [weak self] in await self?.run(request, arguments) }
        return .accepted
    }

    /// Asks for other rows.
    func ask(_ asked: JSONMember) -> ActionOutcome { load { $0.ask(asked) } }

    private func run(_ request: PagedList<Row, ExactName>.Request, _ arguments: [JSONMember]) async {
        do throws(Fault) {
            let page = try await questions.page(request.position, request.token, of: arguments)
            if !questions.layout.overlaid.isEmpty { await questions.environment.context.state.ready() }
            let (overlays, notice) = stored
            let kept = questions.kept.flatMap { kept in kept.takesWrites ? kept : nil }
            let asked = kept?.asked(arguments)
            let preceding = state.changeIfAny { state -> [Row]? in
                defer { if !state.layout.overlaid.isEmpty { _ = state.show(overlays, notice: notice) } }
                // Not all rows: held over the change, they would be copied whole with each page.
                let preceding =
                    asked == nil || request.part == .header ? [] : Array(state.list.items.prefix(KeptRows.capacity))
                guard state.take(page, overlays, for: request) != nil else { return nil }
                if asked != nil { state.beginKeeping() }
                return preceding
            }
            if let kept, let asked, let preceding { await keep(page, after: preceding, of: asked, request, kept) }
        } catch {
            state.changeIfAny { $0.fail(request, error) }
        }
    }

    func value(at source: String, in state: ListState) -> JSONValue? {
        switch source {
        case "find": state.asked.find.map { .string($0) }
        case "sort": state.asked.sort.map { .string($0) }
        default:
            (state.asked.filter.map { JSONMember("filter.\($0.key)", $0.value) } + state.arguments)
                .first { $0.key == source }?.value
        }
    }

    var call: FeatureCall {
        let state = state.current
        return FeatureCall(
            questions.environment, questions.layout, arguments: state.arguments, shown: state.loaded)
    }

    var background: Background { questions.environment.context.background }

    func show(_ failure: String?) { state.changeIfAny { $0.tell(failure) } }

    /// The screen of a list.
    /// - Parameters:
    ///   - own: the list's own parameters; the route's variables are among them.
    ///   - standing: values of those that the route does not say.
    static func definition(
        _ route: String, title: String, doc: String, _ questions: ListQuestions, _ behavior: ListBehavior,
        own: [OwnParameter], standing: [JSONMember] = []
    ) -> ScreenDefinition {
        let variables = RouteTemplate(route).variables
        let fields = own.filter { parameter in variables.contains { $0 == parameter.field.name } }
        let screen = ScreenDefinition(
            route, title: title, doc: doc, shape: shape(of: questions, behavior, own: own.map(\.field)),
            actions: actions(behavior, questions.layout, isPaged: questions.strategy.unit != .whole)
        ) { parameters throws(Fault) in
            // A word in another case is the word.
            let told = variables.compactMap { name in
                parameters[name].map { value in
                    let words = fields.first { $0.field.name == name }?.field.words ?? []
                    return JSONMember(name, .string(word(value, of: words) ?? value))
                }
            }
            let arguments = told + standing.filter { member in !told.contains { $0.key == member.key } }
            // Judged as an operation's parameters are.
            let shape = ParameterShape(fields: fields.map(\.field)) { reader throws(WrongParameter) in
                for field in fields { try field.check(reader) }
            }
            let document = try? JSONDocument(parsing: JSONValue.object(arguments).serialized())
            try shape.read(document?.root, of: route)
            return ListScreen(questions, title: title, behavior, arguments: arguments)
        }
        return screen.completing(completions(of: fields))
    }

    /// The words of parameters, or their examples, by the parameters' names.
    private static func completions(of fields: [OwnParameter]) -> [String: Completion] {
        let words = fields.compactMap { parameter -> (String, Completion)? in
            let field = parameter.field
            let values = field.words.isEmpty ? field.examples.compactMap(\.spelled) : field.words
            return values.isEmpty ? nil : (field.name, Completion.oneOf(values))
        }
        return Dictionary(words, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Actions

    static func actions(
        _ behavior: ListBehavior, _ layout: RowLayout, isPaged: Bool
    ) -> [ScreenAction<ListScreen>] {
        let effect: OperationEffect = behavior.kept == nil ? .reads : .keeps
        var actions: [ScreenAction<ListScreen>] = [
            ScreenAction("refresh", refreshDoc(behavior), effect: effect) { screen in
                _ = screen.load { state in
                    behavior.joinsRefresh && state.refresh.running == .header ? nil : state.beginFirstPage()
                }
                return .accepted
            }
        ]
        if isPaged {
            actions.append(
                ScreenAction("loadMore", loadMoreDoc(behavior), effect: effect) { screen in
                    let now = screen.elapsed()
                    return screen.load { $0.loadMore(at: now) }
                })
        }
        actions.append(
            ScreenAction("retry", "Asks again for the page that failed.", effect: effect) { screen in
                screen.load { $0.retry() }
            })
        if behavior.scrollsToTop {
            actions.append(
                ScreenAction("scrollToTop", "Sends the list to its top; loads nothing.") { screen in
                    screen.state.change { $0.scrollToTop() }
                    return .accepted
                })
        }
        return actions + questionActions(layout, behavior) + behavior.asks.map { $0.action(effect) }
            + behavior.actions.map { $0.action() }
    }

    private static func refreshDoc(_ behavior: ListBehavior) -> String {
        "Loads the first page again; a load under way is \(behavior.joinsRefresh ? "joined" : "cancelled")."
    }

    private static func loadMoreDoc(_ behavior: ListBehavior) -> String {
        guard let interval = behavior.throttle else { return "Loads the next page." }
        return "Loads the next page; at most once in \(interval / .milliseconds(1)) ms."
    }

    private static func questionActions(
        _ layout: RowLayout, _ behavior: ListBehavior
    ) -> [ScreenAction<ListScreen>] {
        let parameters = QuestionParameters(layout, method: "", own: [], asks: false)
        let finds = ["find"] + (behavior.typing.map { [$0] } ?? [])
        var actions = finds.map { name in
            ScreenAction<ListScreen>(
                name, title: name == "find" ? nil : "Find as typed",
                "Shows the loaded rows that have these words, of a|b either; without any, all.",
                ParameterShape(
                    { $0 },
                    Parameter.defaulted(
                        "text", .text(0...200), "The words.", default: "", examples: ["a"], prompt: "Find",
                        source: "find"))
            ) { screen, text in
                let words = SearchWords(text)
                screen.state.change { $0.find(words, text) }
                return .accepted
            }
        }
        actions.append(
            ScreenAction(
                "sort", "Puts the loaded rows in an order.",
                ParameterShape(fields: [parameters.by.field.from("sort")]) { reader throws(WrongParameter) in
                    try reader.value(parameters.by)
                }
            ) { screen, text in
                screen.state.change { $0.sort(text.flatMap(parameters.order), text) }
                return .accepted
            })
        if !parameters.filters.isEmpty {
            actions.append(
                ScreenAction(
                    "filter", "Shows the loaded rows that meet conditions; without any, all.",
                    ParameterShape(fields: parameters.filters.map { $0.from("filter.\($0.name)") }) {
                        reader throws(WrongParameter) in
                        try parameters.readFilters(reader)
                    }
                ) { screen, asked in
                    screen.state.change { $0.filter(asked.filters, asked.given) }
                    return .accepted
                })
        }
        guard layout.route != nil else { return actions }
        return actions + [
            ScreenAction(
                "select", title: "Open", "Opens the screen of a row.",
                layout.keyParameter
            ) { screen, key throws(Fault) in
                guard let row = screen.state.current.list.items.first(where: { $0.key.utf8.elementsEqual(key.utf8) }),
                    let route = row.route
                else { throw .notAmongTheRows(key, of: screen.questions.layout) }
                return .navigate(route: route)
            }
        ]
    }
}

import DesignSystem
package import JSON
import Storage
import Synchronization
import Values

/// The view model of one row: its fields, loaded when it is opened, with what is stored of it at each moment.
final class RowScreen: ActingScreen {
    struct State: LoadingState {
        var row: Row?
        /// Facts of the answer that the row is of.
        var head: Row?
        /// The typed text; nil where the row's key is not typed.
        var typed: Typing.State?
        var refresh = RefreshStatus()
        /// Why what is stored of it is not known, or may have changed since.
        var storedNotice: String?
        /// Why something could not be saved.
        var savingNotice: String?
        /// Rises with each load, so that an answer can tell whether it is still wanted.
        var generation = 0

        var notice: String? { savingNotice ?? storedNotice }
    }

    typealias Load = @Sendable (FeatureCall) async throws(Fault) -> Row

    let state: ScreenState<State>
    let unsaved = UnsavedActions()
    let typing: Typing?
    /// Waits until typing pauses.
    let typist: Loader
    private let layout: RowLayout
    let environment: FeatureEnvironment
    private let arguments: [JSONMember]
    private let stored: [StateNamespace]
    private let head: RowHead?
    let loader: Loader
    private let load: Load
    private let observing = Mutex<[StateObservation]>([])

    /// - Parameters:
    ///   - arguments: the route's variables.
    ///   - stored: names under which its stored fields lie.
    init(
        _ layout: RowLayout, _ environment: FeatureEnvironment, arguments: [JSONMember],
        stored: [StateNamespace] = [], head: RowHead? = nil, typing: Typing? = nil, load: @escaping Load
    ) {
        self.layout = layout
        self.environment = environment
        self.arguments = arguments
        self.stored = stored
        self.head = head
        self.typing = typing
        self.load = load
        state = ScreenState(State(typed: typing.map { Typing.State($0, arguments) }))
        typist = Loader(environment.context.background)
        loader = Loader(environment.context.background)
    }

    var call: FeatureCall {
        let state = state.current
        return FeatureCall(environment, layout, arguments: arguments(state), shown: state.row.map { [$0] } ?? [])
    }

    /// The route's variables, of which one may be typed.
    private func arguments(_ state: State) -> [JSONMember] {
        guard let typing else { return arguments }
        return state.typed?.key.map { [JSONMember(typing.variable, .string($0))] } ?? []
    }

    var background: Background { environment.context.background }

    func value(at source: String, in state: State) -> JSONValue? {
        if typing != nil, source == "text" { return state.typed.map { .string($0.text) } }
        return state.row?.value(at: source)
    }

    func show(_ failure: String?) {
        state.changeIfAny { state -> Bool? in
            let isSame = state.savingNotice == failure
            state.savingNotice = failure
            return overlay(&state) || !isSame ? true : nil
        }
    }

    func open() {
        let observations = stored.map { namespace in
            environment.context.state.observe(namespace) { [weak self] _ in self?.showStored() }
        }
        observing.withLock { $0 = observations }
        if state.current.waitsForKey { state.change { $0.clear() } } else { _ = begin() }
    }

    func close() {
        observing.withLock { $0 = [] }
        typist.cancel()
        loader.cancel()
    }

    /// A row of stored fields shows them at once; one that is made of the state alone is loaded again.
    private func showStored() {
        if layout.overlaid.isEmpty {
            _ = begin()
            return
        }
        state.changeIfAny { state in overlay(&state) ? true : nil }
    }

    /// Lays over the row what is stored of it now; called within a change, so that of two the newer one stays.
    /// - Returns: whether that changed anything.
    private func overlay(_ state: inout State) -> Bool {
        let overlays = environment.overlays
        let notice = stored.isEmpty ? nil : overlays.notice(module: environment.context.upstream.module)
        let row = (state.row?.overlaid(by: overlays)).map(unsaved.shown)
        let isSame =
            state.storedNotice == notice && (row.flatMap { row in state.row.map { row.hasOverlays(of: $0) } } ?? true)
        (state.row, state.storedNotice) = (row, notice)
        return !isSame
    }

    /// Begins to load.
    /// - Parameters:
    ///   - isRefresh: asks for what is there now, whatever was kept.
    ///   - key: what was typed, from now on the row's key.
    func begin(isRefresh: Bool = false, key: String? = nil) -> ActionOutcome {
        let begun = state.changeIfAny { state -> (generation: Int, arguments: [JSONMember])? in
            if let key { state.typed?.key = key }
            if state.waitsForKey { return nil }
            state.generation += 1
            state.refresh.running = .header
            return (state.generation, arguments(state))
        }
        guard let begun else { return .ignored }
        let call = FeatureCall(environment, layout, arguments: begun.arguments, isRefresh: isRefresh)
        loader.start(supersedes: true) { [weak self] in await self?.run(begun.generation, call) }
        return .accepted
    }

    private func run(_ generation: Int, _ call: FeatureCall) async {
        let result: Result<(row: Row, head: Row?), Fault>
        do throws(Fault) {
            result = .success((try await load(call), try head?.make(call)))
        } catch {
            result = .failure(error)
        }
        if !layout.overlaid.isEmpty { await environment.context.state.ready() }
        state.changeIfAny { state -> Bool? in
            guard state.generation == generation else { return nil }
            switch result {
            case .success(let answer):
                (state.row, state.head) = answer
                state.refresh = RefreshStatus()
                state.refresh.ended = .normal
                _ = overlay(&state)
            case .failure(let fault):
                state.refresh.fail(.header, fault)
                _ = overlay(&state)
            }
            return true
        }
    }

    func present(_ state: State) -> Document {
        var blocks: [Block] = []
        if let message = state.refresh.message {
            let hint = state.refresh.failure.map(\.hint) ?? ""
            blocks.append(
                .notice(
                    .failure, title: Inline(message),
                    detail: Inline((hint.isEmpty ? "" : hint + " ") + "Send refresh to try again.")))
        } else if state.refresh.running == .header {
            blocks.append(.notice(.info, title: "Loading…", detail: nil))
        }
        if let notice = state.notice { blocks.append(.notice(.warning, title: Inline(notice), detail: nil)) }
        let row: [Block]
        if let typing {
            row = typing.blocks(state.typed) + (state.row?.detail() ?? [])
        } else {
            // Before it is loaded it is known by its key alone.
            let known = arguments.last?.value.string ?? layout.name
            row = state.row?.detail() ?? [.heading(level: 1, Inline(known, .title))]
        }
        return Document(row + blocks)
    }

    static func actions(_ own: [RowAction], _ typing: Typing?) -> [ScreenAction<RowScreen>] {
        [
            ScreenAction("refresh", "Loads it again; what is being loaded is cancelled.") {
                $0.begin(isRefresh: true)
            }
        ] + (typing.map { [$0.action] } ?? []) + own.map { $0.action() }
    }

    static func shape(of layout: RowLayout, _ head: RowHead?, _ typing: Typing?) -> ResultShape<State> {
        let facts = ResultShape<State>(
            fields: (head?.layout.result.fields ?? []).map { field in
                ResultFieldDescription(name: field.name, doc: field.doc, isOptional: true, schema: field.schema)
            }
        ) { state, writer in
            if let head = state.head { head.writeMembers(head.layout.given, into: &writer) }
        }
        let row = ResultShape<State>(
            fields: layout.given.map { place in
                let field = layout.fields[place]
                return ResultFieldDescription(name: field.name, doc: field.doc, isOptional: true, schema: field.schema)
            }
        ) { state, writer in state.row?.writeMembers(layout.given, into: &writer) }
        return facts + row + (typing == nil ? [] : [Typing.field]) + [
            .refresh,
            ResultField(optional: "notice", .text, "Why something is not known or not saved.") { $0.notice },
        ]
    }

    /// The screen of one row.
    /// - Parameters:
    ///   - head: facts of the answer that the row is of.
    ///   - typing: how the key is typed; nil where the route alone gives it.
    ///   - further: actions of the screen's own kind.
    ///   - check: throws for variables that name no row; called before the screen is made.
    ///   - load: finds the row of the route's variables.
    static func definition(
        _ route: String, title: String? = nil, of layout: RowLayout, _ environment: FeatureEnvironment,
        actions own: [RowAction] = [], stored: [StateNamespace] = [], head: RowHead? = nil, typing: Typing? = nil,
        further: @autoclosure @escaping @Sendable () -> [ScreenAction<RowScreen>] = [],
        check: @escaping @Sendable (RouteParameters) throws(Fault) -> Void = { _ in }, load: @escaping Load
    ) -> ScreenDefinition {
        let variables = RouteTemplate(route).variables
        let arguments: @Sendable (RouteParameters) -> [JSONMember] = { parameters in
            variables.compactMap { name in parameters[name].map { JSONMember(name, .string($0)) } }
        }
        var picture: ScreenDefinition.PictureLookup?
        if let place = layout.picture {
            picture = { parameters throws(Fault) in
                try check(parameters)
                return try await load(FeatureCall(environment, layout, arguments: arguments(parameters))).text(place)
            }
        }
        let screen = ScreenDefinition(
            route, title: title ?? sentenceCase(layout.name),
            doc: "One \(layout.name).", shape: shape(of: layout, head, typing),
            actions: actions(own, typing) + further()
        ) { parameters throws(Fault) in
            try check(parameters)
            return RowScreen(
                layout, environment, arguments: arguments(parameters), stored: stored, head: head, typing: typing,
                load: load)
        }.withPicture(picture)
        return typing == nil ? screen : screen.unlisted()
    }
}

extension RowScreen {
    /// The screen of each row of a list, found in the list.
    static func definition(_ route: String, _ questions: ListQuestions) -> ScreenDefinition {
        let variable = questions.layout.fields[questions.layout.key].name
        let completion = questions.keyCompletion
        return definition(route, of: questions.layout, questions.environment) { call throws(Fault) in
            try await questions.row(call[variable])
        }.completing([variable: completion])
    }
}

extension ListQuestions {
    /// Completes a key by the rows of the list, as far as they are read within bounds.
    fileprivate var keyCompletion: Completion {
        Completion { _ throws(Fault) in
            let whole = try await self.everything(until: nil, CallContext())
            return Candidates(
                whole.rows.map { Candidate($0.key, about: $0.title ?? "") }, isWhole: whole.read == nil)
        }
    }
}

extension FeatureEnvironment {
    /// Completes a key by the rows of a list, as far as they are read within bounds.
    /// - Parameters:
    ///   - arguments: values of the list's own parameters.
    ///   - fetch: asks the upstream for one page.
    package func keyCompletion(
        of layout: RowLayout, _ paging: Paging, arguments: [JSONMember],
        fetch: @escaping @Sendable (PageRequest, FeatureCall) async throws(Fault) -> RowPage
    ) -> Completion {
        ListQuestions(
            method: "", layout: layout, strategy: paging.strategy(context.settings), environment: self, fetch: fetch,
            arguments: arguments
        ).keyCompletion
    }
}

extension FeatureCall {
    /// The row of a key, found in a list of the same rows.
    /// - Parameters:
    ///   - arguments: values of the list's own parameters.
    ///   - fetch: asks the upstream for one page of the list.
    /// - Returns: nil where it is not among those that are read within bounds.
    package func row(
        _ key: String, ofListPagedBy paging: Paging, arguments: [JSONMember],
        fetch: @escaping @Sendable (PageRequest, FeatureCall) async throws(Fault) -> RowPage
    ) async throws(Fault) -> Row? {
        let questions = ListQuestions(
            method: "", layout: layout, strategy: paging.strategy(settings), environment: environment, fetch: fetch,
            arguments: arguments)
        return try await questions.everything(until: [key], CallContext()).rows.first {
            $0.key.utf8.elementsEqual(key.utf8)
        }
    }
}

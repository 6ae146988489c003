import DesignSystem

/// The view model of one row: its fields, loaded when it is opened.
final class RowScreen: ScreenModel {
    struct State: LoadingState {
        var row: Row?
        var refresh = RefreshStatus()
        /// Rises with each load, so that an answer can tell whether it is still wanted.
        var generation = 0
    }

    let state = ScreenState(State())
    private let layout: RowLayout
    private let loader: Loader
    private let load: @Sendable () async throws(Fault) -> Row

    init(_ layout: RowLayout, _ background: Background, load: @escaping @Sendable () async throws(Fault) -> Row) {
        self.layout = layout
        loader = Loader(background)
        self.load = load
    }

    func open() { _ = begin() }

    func close() { loader.cancel() }

    private func begin() -> ActionOutcome {
        let generation = state.change { state in
            state.generation += 1
            state.refresh.running = .header
            return state.generation
        }
        loader.start(supersedes: true) { [weak self] in await self?.run(generation) }
        return .accepted
    }

    private func run(_ generation: Int) async {
        let result: Result<Row, Fault>
        do throws(Fault) {
            result = .success(try await load())
        } catch {
            result = .failure(error)
        }
        state.changeIfAny { state -> Bool? in
            guard state.generation == generation else { return nil }
            switch result {
            case .success(let row):
                state.row = row
                state.refresh = RefreshStatus()
                state.refresh.ended = .normal
            case .failure(let fault): state.refresh.fail(.header, fault)
            }
            return true
        }
    }

    func present(_ state: State) -> Document {
        var blocks: [Block] = []
        if let message = state.refresh.message {
            blocks.append(.notice(.failure, title: Inline(message), detail: "Send refresh to try again."))
        } else if state.refresh.running == .header {
            blocks.append(.notice(.info, title: "Loading…", detail: nil))
        }
        return Document((state.row?.detail(layout.given) ?? []) + blocks)
    }

    static var actions: [ScreenAction<RowScreen>] {
        [ScreenAction("refresh", "Loads it again; what is being loaded is cancelled.") { $0.begin() }]
    }

    static func shape(of layout: RowLayout) -> ResultShape<State> {
        let row = ResultShape<State>(
            fields: layout.given.map { place in
                let field = layout.fields[place]
                return ResultFieldDescription(name: field.name, doc: field.doc, isOptional: true, schema: field.schema)
            }
        ) { state, writer in state.row?.writeMembers(layout.given, into: &writer) }
        return row + [.refresh]
    }

    /// The screen of each row of a list.
    static func definition(_ route: String, _ questions: ListQuestions) -> ScreenDefinition {
        let layout = questions.layout
        let variable = layout.fields[layout.key].name
        let title = layout.name.prefix(1).uppercased() + layout.name.dropFirst()
        let background = questions.environment.context.background
        return ScreenDefinition(
            route, title: title, doc: "One \(layout.name).", shape: shape(of: layout), actions: actions
        ) { parameters throws(Fault) in
            let key = parameters[variable] ?? ""
            return RowScreen(layout, background) { () throws(Fault) in try await questions.row(key) }
        }.withPicture(picture(of: layout, variable, questions)).completing([variable: completion(questions)])
    }

    /// The keys of the list's first rows, found by their titles as well.
    private static func completion(_ questions: ListQuestions) -> Completion {
        Completion { _ throws(Fault) in
            let (rows, read) = try await questions.everything(until: nil, CallContext())
            return Candidates(rows.map { Candidate($0.key, about: $0.title ?? "") }, isWhole: read == nil)
        }
    }

    private static func picture(
        of layout: RowLayout, _ variable: String, _ questions: ListQuestions
    ) -> ScreenDefinition.PictureLookup? {
        guard let picture = layout.picture else { return nil }
        return { parameters throws(Fault) in try await questions.row(parameters[variable] ?? "").text(picture) }
    }
}

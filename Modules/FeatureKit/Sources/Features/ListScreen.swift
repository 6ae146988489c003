import DesignSystem
import JSON
import Storage
import Synchronization

/// The view model of a list: rows page by page, narrowed and ordered by what is asked of those that are loaded.
final class ListScreen: ScreenModel {
    let state: ScreenState<ListState>
    private let questions: ListQuestions
    private let title: String
    private let elapsed: @Sendable () -> Duration
    private let loader: Loader
    private let behavior: ListBehavior
    private let observing = Mutex<[StateObservation]>([])

    init(_ questions: ListQuestions, title: String, _ behavior: ListBehavior) {
        self.questions = questions
        self.title = title
        self.behavior = behavior
        state = ScreenState(ListState(questions.layout, questions.strategy, behavior))
        elapsed = stopwatch(questions.environment.context.clock)
        loader = Loader(questions.environment.context.background)
    }

    func open() {
        let observations = behavior.stored.map { namespace in
            questions.environment.context.state.observe(namespace) { [weak self] _ in self?.showStored() }
        }
        observing.withLock { $0 = observations }
        _ = load { $0.beginFirstPage() }
    }

    func close() {
        observing.withLock { $0 = [] }
        loader.cancel()
    }

    private func showStored() {
        let (overlays, notice) = stored
        state.changeIfAny { $0.show(overlays, notice: notice) }
    }

    private var stored: (Overlays, notice: String?) {
        let environment = questions.environment
        let overlays = environment.overlays
        return (overlays, overlays.notice(of: questions.layout, module: environment.context.upstream.module))
    }

    func pictures(of state: ListState) -> [String] {
        guard let picture = state.layout.picture else { return [] }
        return state.rows.compactMap { $0.text(picture) }
    }

    /// Begins a page if the rules allow it, and lets it run in the background.
    private func load(
        _ begin: @Sendable (inout ListState) -> PagedList<Row, ExactName>.Request?
    ) -> ActionOutcome {
        guard let request = state.changeIfAny(begin) else { return .ignored }
        loader.start(supersedes: request.part == .header) { [weak self] in await self?.run(request) }
        return .accepted
    }

    private func run(_ request: PagedList<Row, ExactName>.Request) async {
        do throws(Fault) {
            let page = try await questions.fetch(PageRequest(request.position, questions.strategy), call)
            if !questions.layout.overlaid.isEmpty { await questions.environment.context.state.ready() }
            let (overlays, notice) = stored
            state.changeIfAny { state in
                defer { _ = state.show(overlays, notice: notice) }
                return state.take(page.page, overlays, for: request)
            }
        } catch {
            state.changeIfAny { $0.fail(request, error) }
        }
    }

    var call: FeatureCall { FeatureCall(questions.environment, questions.layout) }
    var background: Background { questions.environment.context.background }

    // MARK: - Actions

    static func actions(_ behavior: ListBehavior, _ layout: RowLayout) -> [ScreenAction<ListScreen>] {
        var actions: [ScreenAction<ListScreen>] = [
            ScreenAction("refresh", "Loads the first page again; what is being loaded is cancelled.") { screen in
                screen.load { $0.beginFirstPage() }
            },
            ScreenAction("loadMore", loadMoreDoc(behavior)) { screen in
                let now = screen.elapsed()
                return screen.load { $0.loadMore(at: now) }
            },
            ScreenAction("retry", "Asks again for the page that failed.") { screen in screen.load { $0.retry() } },
        ]
        if behavior.scrollsToTop {
            actions.append(
                ScreenAction("scrollToTop", "Sends the list to its top; loads nothing.") { screen in
                    screen.state.change { $0.scrollToTop() }
                    return .accepted
                })
        }
        return actions + questionActions(layout) + behavior.actions.map(\.screenAction)
    }

    private static func loadMoreDoc(_ behavior: ListBehavior) -> String {
        guard let interval = behavior.throttle else { return "Loads the next page." }
        return "Loads the next page; at most once in \(interval / .milliseconds(1)) ms."
    }

    private static func questionActions(_ layout: RowLayout) -> [ScreenAction<ListScreen>] {
        let parameters = QuestionParameters(layout, method: "", own: [])
        var actions: [ScreenAction<ListScreen>] = [
            ScreenAction(
                "find", "Shows the loaded rows that have these words.",
                ParameterShape({ $0 }, Parameter.required("text", .text(0...200), "The words.", examples: ["a"]))
            ) { screen, text in
                screen.state.change { state in
                    state.question.words = SearchWords(text)
                    state.asked.find = state.question.words == nil ? nil : text
                }
                return .accepted
            },
            ScreenAction(
                "sort", "Puts the loaded rows in an order.",
                ParameterShape(fields: [parameters.by.field]) { reader throws(WrongParameter) in
                    try reader.value(parameters.by)
                }
            ) { screen, text in
                screen.state.change { state in
                    state.question.order = text.flatMap(parameters.order)
                    state.asked.sort = text
                }
                return .accepted
            },
        ]
        if !parameters.filters.isEmpty {
            actions.append(
                ScreenAction(
                    "filter", "Shows the loaded rows that meet conditions; without any, all.",
                    ParameterShape(fields: parameters.filters) { reader throws(WrongParameter) in
                        try parameters.readFilters(reader)
                    }
                ) { screen, asked in
                    screen.state.change { state in
                        state.question.filters = asked.filters
                        state.asked.filter = asked.given
                    }
                    return .accepted
                })
        }
        guard layout.route != nil else { return actions }
        return actions + [
            ScreenAction(
                "select", "Opens the screen of a row.",
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

// MARK: - What is shown

extension ListScreen {
    static func shape(of layout: RowLayout, method: String, _ behavior: ListBehavior) -> ResultShape<ListState> {
        var fields: [ResultField<ListState>] = [
            .refresh,
            ResultField("isLoadingMore", .flag, "Whether a further page, not the first, is on its way.") {
                $0.isLoadingMore
            },
            ResultField(optional: "find", .text, "The words that narrow the rows.") { $0.asked.find },
            ResultField(optional: "sort", .text, "The field that orders the rows.") { $0.asked.sort },
            ResultField(optional: "filter", .embedded, "The conditions that narrow the rows.") { state in
                let members = state.asked.filter
                return members.isEmpty ? nil : EmbeddedObject { $0.value(.object(members)) }
            },
        ]
        if let cover = behavior.cover {
            fields.append(
                ResultField(optional: "cover", .text, "What covers a list that could not be loaded.") { state in
                    state.refresh.failed == .header ? cover : nil
                })
        }
        if let footers = behavior.footers {
            fields.append(ResultField("footer", .text, "What stands under the rows.") { $0.footer(footers) })
        }
        if !layout.overlaid.isEmpty {
            fields.append(
                ResultField(optional: "notice", .text, "Why what is stored is not known.") { $0.notice })
        }
        if behavior.hasToast {
            fields.append(
                ResultField(optional: "toast", .object(ListState.Toast.shape), "A failure to show once.") { $0.toast })
        }
        if behavior.scrollsToTop {
            fields += [
                ResultField("scrollToTop", .whole, "Scroll to the first row whenever this rises.") {
                    $0.scrollToTopCount
                },
                ResultField("isScrolled", .flag, "Whether a way back to the top is of use.") { $0.isScrolled },
            ]
        }
        return rows(of: layout, method: method) + fields
    }

    /// The fields of the list's answer.
    private static func rows(of layout: RowLayout, method: String) -> ResultShape<ListState> {
        ResultShape(
            fields: [
                ResultFieldDescription(
                    name: "items", doc: "The rows.", isOptional: false,
                    schema: ["type": "array", "items": layout.schema(layout.listed, isPicked: false)]),
                ResultFieldDescription(
                    name: "total", doc: "Rows in all pages.", isOptional: true, schema: ["type": "integer"]),
                ResultFieldDescription(
                    name: "nextCursor", doc: "Give it to the operation to go on there.", isOptional: true,
                    schema: ["type": "string"]),
            ]
        ) { state, writer in
            writer.key("items")
            writer.beginArray()
            for row in state.rows { row.write(layout.listed, into: &writer) }
            writer.endArray()
            if let total = state.list.total {
                writer.key("total")
                writer.integer(total)
            }
            if let next = state.next {
                writer.key("nextCursor")
                writer.string(ListPosition(page: next, rows: 0).text(for: method, []))
            }
        }
    }

    func present(_ state: ListState) -> Document {
        let status = state.list.status
        var blocks: [Block] = [.heading(level: 1, Inline(title, .title))]
        if let message = status.message {
            let cover = status.failed == .header ? behavior.cover : nil
            blocks.append(
                .notice(
                    .failure, title: Inline(cover ?? message),
                    detail: Inline(cover == nil ? "Send retry to try again." : "\(message) Send retry to try again.")))
        } else if status.running == .header {
            blocks.append(.notice(.info, title: "Loading…", detail: nil))
        }
        if let notice = state.notice { blocks.append(.notice(.warning, title: Inline(notice), detail: nil)) }
        let asked = state.asked.sentence
        if !asked.isEmpty { blocks.append(.paragraph(Inline(asked, .muted))) }
        // Before the first answer there is nothing to say about the rows.
        if !state.list.items.isEmpty
            || (status.running != .header && status.ended != .none && status.failed != .header)
        {
            let rows = state.rows
            blocks += [
                state.layout.table(rows, state.layout.listed, emptyText: "No \(state.layout.plural)."),
                .pageSummary(
                    PageSummary(
                        shown: rows.count, total: state.question.isPlain ? state.list.total : nil,
                        hasMore: state.list.hasMore)),
            ]
        }
        if let footers = behavior.footers, !state.list.items.isEmpty {
            blocks.append(.paragraph(Inline(state.footer(footers), .muted)))
        } else if state.isLoadingMore {
            blocks.append(.notice(.info, title: "Loading the next page…", detail: nil))
        }
        return Document(blocks)
    }
}

extension ListState.Asked {
    /// What is in force, for people; empty without anything.
    var sentence: String {
        var parts: [String] = []
        if let find { parts.append("find “\(find)”") }
        for member in filter {
            parts.append(
                "\(member.key) \(member.value.string ?? String(decoding: member.value.serialized(), as: UTF8.self))")
        }
        if let sort { parts.append("sorted by \(sort)") }
        return parts.joined(separator: ", ")
    }
}

extension ListState.Toast {
    static let shape = ResultShape<ListState.Toast>([
        ResultField("number", .whole, "Rises by one with each failure.") { $0.number },
        ResultField("message", .text, "The failure's sentence.") { $0.message },
    ])
}

import Core
import DesignSystem
import JSON
import Synchronization

/// The view model of the @plural@: loaded at once, searched here.
final class @NAME@ListScreen: ScreenModel {
    let state = ScreenState(@NAME@ListState())
    private let source: @NAME@Source
    private let loading = Mutex<Task<Void, Never>?>(nil)

    init(_ source: @NAME@Source) {
        self.source = source
    }

    static var shape: ResultShape<@NAME@ListState> { @NAME@ListState.shape }

    static var actions: [ScreenAction<@NAME@ListScreen>] {
        [
            ScreenAction("refresh", "Asks the upstream again.") { screen in screen.load() },
            ScreenAction(
                "search", "Keeps the rows with this in one of their texts; asks for nothing.",
                ParameterShape(
                    { $0 }, Parameter.required("text", .text(0...200), "The text; empty for all.", examples: [@query_example@]))
            ) { screen, text in
                screen.state.change { $0.text = text }
                return .accepted
            },
        ]
    }

    func present(_ state: @NAME@ListState) -> Document { state.document }

    func open() { _ = load() }

    func close() { loading.withLock { $0 }?.cancel() }

    private func load() -> ActionOutcome {
        let generation = state.change { $0.begin() }
        let task = source.background.run { [weak self, source] in
            do throws(Fault) {
                let rows = try await source.api.rows()
                self?.state.changeIfAny { $0.finish(generation, with: rows) }
            } catch {
                self?.state.changeIfAny { $0.finish(generation, message: error.message) }
            }
        }
        let superseded = loading.withLock { current in
            defer { current = task }
            return current
        }
        superseded?.cancel()
        return .accepted
    }
}

/// The state of that screen.
struct @NAME@ListState: LoadingState {
    /// Query for the rows.
    var text = "" { didSet { list = @NAME@List(rows, query: text, limit: @NAME@List.limit) } }
    private(set) var refresh = RefreshStatus()
    private var rows = @NAME@Rows(all: [], skipped: 0) {
        didSet { list = @NAME@List(rows, query: text, limit: @NAME@List.limit) }
    }
    private var list = @NAME@List(@NAME@Rows(all: [], skipped: 0), query: "", limit: @NAME@List.limit)
    /// True once the rows have loaded or failed.
    private var isLoaded = false
    /// Rises with every load; a late answer of an older one is dropped.
    private var generation = 0

    /// - Returns: the number to finish the load with.
    mutating func begin() -> Int {
        generation += 1
        refresh.running = .header
        return generation
    }

    /// - Returns: nil when a later load superseded this one, and nothing changed.
    mutating func finish(_ generation: Int, with rows: @NAME@Rows) -> Bool? {
        guard generation == self.generation else { return nil }
        self.rows = rows
        isLoaded = true
        refresh = RefreshStatus()
        refresh.ended = .normal
        return true
    }

    /// - Returns: nil when a later load superseded this one, and nothing changed.
    mutating func finish(_ generation: Int, message: String) -> Bool? {
        guard generation == self.generation else { return nil }
        refresh.running = .none
        refresh.ended = .error
        refresh.failed = .header
        refresh.message = message
        return true
    }

    static let shape: ResultShape<@NAME@ListState> =
        @NAME@List.shape.flattened { $0.list } + [
            ResultField("text", .text, "What the rows are searched for.") { $0.text },
            .refresh,
        ]

    var document: Document {
        let notices = @NAME@Documents.notices(refresh)
        guard isLoaded else { return Document([@NAME@Documents.title] + notices) }
        return @NAME@Documents.list(list, notices: notices)
    }
}

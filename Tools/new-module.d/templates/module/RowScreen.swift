import Core
import DesignSystem
import Synchronization

/// The view model of one @singular@.
final class @NAME@RowScreen: ScreenModel {
    let state: ScreenState<@NAME@RowState>
    private let source: @NAME@Source
    private let @id_param@: @id_type@
    private let loading = Mutex<Task<Void, Never>?>(nil)

    init(_ source: @NAME@Source, _ @id_param@: @id_type@) {
        self.source = source
        self.@id_param@ = @id_param@
        state = ScreenState(@NAME@RowState(@id_param@: @id_text_param@))
    }

    static var shape: ResultShape<@NAME@RowState> { @NAME@RowState.shape }

    static var actions: [ScreenAction<@NAME@RowScreen>] {
        [ScreenAction("refresh", "Asks the upstream again.") { screen in screen.load() }]
    }

    func present(_ state: @NAME@RowState) -> Document { state.document }

    func open() { _ = load() }

    func close() { loading.withLock { $0 }?.cancel() }

    private func load() -> ActionOutcome {
        let generation = state.change { $0.begin() }
        let task = source.background.run { [weak self, source, @id_param@] in
            do throws(Fault) {
                let row = try await source.api.row(@id_param@)
                self?.state.changeIfAny { $0.finish(generation, with: row) }
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
struct @NAME@RowState: LoadingState {
    /// As the route has it.
    private let @id_param@: String
    /// Nil until it is loaded; it stays until another is in.
    private var row: @ENTITY@?
    private(set) var refresh = RefreshStatus()
    /// Rises with every load; a late answer of an older one is dropped.
    private var generation = 0

    init(@id_param@: String) {
        self.@id_param@ = @id_param@
    }

    /// - Returns: the number to finish the load with.
    mutating func begin() -> Int {
        generation += 1
        refresh.running = .header
        return generation
    }

    /// - Returns: nil when a later load superseded this one, and nothing changed.
    mutating func finish(_ generation: Int, with row: @ENTITY@) -> Bool? {
        guard generation == self.generation else { return nil }
        self.row = row
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

    static let shape = ResultShape<@NAME@RowState>([
        ResultField("item", .orNull(.object(@ENTITY@.shape)), "The @singular@; null until it is loaded.") { $0.row },
        .refresh,
    ])

    var document: Document {
        let notices = @NAME@Documents.notices(refresh)
        guard let row else { return Document([.heading(level: 1, Inline(@id_param@, .code))] + notices) }
        return Document(notices + @NAME@Documents.row(row).blocks)
    }
}

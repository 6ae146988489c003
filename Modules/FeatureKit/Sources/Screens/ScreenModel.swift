package import DesignSystem
package import JSON
import Synchronization

/// A view model: inputs in, state out. The state is a value; a screen's session renders it and tells who watches.
package protocol ScreenModel: AnyObject, Sendable {
    associatedtype State: Sendable

    var state: ScreenState<State> { get }

    /// The present state as it is told. All of it by default.
    /// - Parameter window: the rows that the client shows, of a list; nil for all.
    func told(within window: RowWindow?) -> State

    /// The rows that a told state has; nil for a screen that is no list. Nil by default.
    func rows(of state: State) -> ToldRows?

    /// A told state that is written without its rows. As it is by default.
    func withoutRows(_ state: State) -> State

    /// The state as people read it.
    func present(_ state: State) -> Document

    /// State of its loading; nil for a screen that loads nothing.
    func status(of state: State) -> RefreshStatus?

    /// The present value of what an action sets, such as a memo; nil where the state has none. Nil by default.
    /// - Parameter source: where the state has it, as the action's parameter says.
    func value(at source: String, in state: State) -> JSONValue?

    /// The addresses of the pictures that its rows show, in their order: a host may fetch them ahead. None by default.
    func pictures(of state: State) -> [String]

    /// Whether two told states are told the same, byte by byte and row by row: what was made of one stands for the other then. False
    /// by default: nobody knows.
    func tellsSame(_ state: State, as other: State) -> Bool

    /// Begins to load. Called once, after the first answer about the screen was made.
    func open()

    /// Saves what could not be saved before, right before it is closed; nil when there is nothing. Nil by default.
    func saveAgain() -> Saving?

    /// Ends timers and loading. Called once.
    func close()
}

extension ScreenModel {
    package func told(within window: RowWindow?) -> State { state.current }

    package func rows(of state: State) -> ToldRows? { nil }

    package func withoutRows(_ state: State) -> State { state }

    package func status(of state: State) -> RefreshStatus? { nil }

    package func value(at source: String, in state: State) -> JSONValue? { nil }

    package func pictures(of state: State) -> [String] { [] }

    package func tellsSame(_ state: State, as other: State) -> Bool { false }

    package func saveAgain() -> Saving? { nil }
}

/// The rows of one told state of a list.
package struct ToldRows: Sendable {
    let rows: [Row]
    let layout: RowLayout
    /// Place of the window that they fill; nil where all rows are told.
    package let place: WindowPlace?
    /// Whether a further page can be loaded.
    package let hasMore: Bool

    /// Whether the rows show the pictures of other ones, in their order.
    func showsPictures(of other: ToldRows) -> Bool {
        guard let picture = layout.picture else { return true }
        return rows.count == other.rows.count
            && zip(rows, other.rows).allSatisfy { row, other in
                row.isSame(as: other)
                    || row.text(picture).map(ExactName.init) == other.text(picture).map(ExactName.init)
            }
    }
}

extension ScreenModel where State: LoadingState {
    package func status(of state: State) -> RefreshStatus? { state.refresh }
}

/// The state of one screen: read and changed under a lock, with one listener told after each change.
package final class ScreenState<State: Sendable>: Sendable {
    private let value: Mutex<State>
    private let listener = Mutex<@Sendable () -> Void>({})

    package init(_ initial: State) {
        self.value = Mutex(initial)
    }

    package var current: State { value.withLock { $0 } }

    /// Changes the state and tells the listener, outside the lock.
    @discardableResult
    package func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let result = value.withLock { state in body(&state) }
        listener.withLock { $0 }()
        return result
    }

    /// Changes the state if there is something to change.
    /// - Parameter body: returns nil when it changed nothing; then nobody is told.
    /// - Returns: what `body` returned.
    @discardableResult
    package func changeIfAny<Result: Sendable>(_ body: (inout State) -> Result?) -> Result? {
        guard let result = value.withLock({ state in body(&state) }) else { return nil }
        listener.withLock { $0 }()
        return result
    }

    /// Works out what follows from the state and is kept in it; nobody is told, since nothing shown changes.
    func settled<Result: Sendable>(_ body: (inout State) -> Result) -> Result { value.withLock { body(&$0) } }

    /// - Parameter listener: replaces the one before; called from any thread.
    func listen(_ listener: @escaping @Sendable () -> Void) {
        self.listener.withLock { $0 = listener }
    }
}

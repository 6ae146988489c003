import Synchronization

/// An action of a screen besides those that every list or detail has, such as a like. Changes of the state show on every screen.
package struct RowAction: Sendable {
    /// The action with the parameters that were sent.
    enum Work: Sendable {
        /// Writes; `show` sets the fields that change at once, before the write is durable.
        case saves(
            @Sendable (FeatureCall) async throws(Fault) -> Void, show: @Sendable (inout RowValues) -> Void)
        /// Gives the route to open.
        case opens(@Sendable (FeatureCall) throws(Fault) -> String)
    }

    let name: String
    let doc: String
    let effect: OperationEffect
    let parameters: ParameterShape<Work>
    let isTyped: Bool

    /// An action that writes: whoever sent it is answered when it is durable; a failure is told beside the rows as well.
    /// - Parameters:
    ///   - isTyped: whether a failed write is tried once more when the screen is closed, since a person typed it.
    ///   - showing: sets the fields of a detail that change at once, before the write is durable.
    ///   - perform: does it; `call.shown` holds the rows that the screen shows.
    package init<Parameters: Sendable>(
        _ name: String, _ doc: String, effect: OperationEffect = .writes(idempotent: true, destructive: false),
        _ parameters: ParameterShape<Parameters>, isTyped: Bool = false,
        showing: @escaping @Sendable (Parameters, inout RowValues) -> Void = { _, _ in },
        perform: @escaping @Sendable (Parameters, FeatureCall) async throws(Fault) -> Void
    ) {
        self.name = name
        self.doc = doc
        self.effect = effect
        self.isTyped = isTyped
        self.parameters = parameters.map { parameters in
            Work.saves(
                { call throws(Fault) in try await perform(parameters, call) },
                show: { row in showing(parameters, &row) })
        }
    }

    /// An action that opens another screen.
    /// - Parameter route: the address of that screen; throws for what can't be opened.
    package init<Parameters: Sendable>(
        opening name: String, _ doc: String, _ parameters: ParameterShape<Parameters>,
        route: @escaping @Sendable (Parameters, FeatureCall) throws(Fault) -> String
    ) {
        self.name = name
        self.doc = doc
        effect = .reads
        isTyped = false
        self.parameters = parameters.map { parameters in
            Work.opens { call throws(Fault) in try route(parameters, call) }
        }
    }

    func action<Model: ActingScreen>(of type: Model.Type = Model.self) -> ScreenAction<Model> {
        ScreenAction(name, doc, effect: effect, parameters) { [isTyped] screen, work throws(Fault) in
            switch work {
            case .opens(let route): .navigate(route: try route(screen.call))
            case .saves: screen.perform(work, isTyped)
            }
        }
    }
}

/// A screen whose actions save.
protocol ActingScreen: ScreenModel {
    var call: FeatureCall { get }
    var background: Background { get }
    var unsaved: UnsavedActions { get }

    /// Shows what is being saved, and why the last write failed; nil when it did not.
    func show(_ failure: String?)
}

extension ActingScreen {
    /// Shows an action at once, and saves it.
    func perform(_ work: RowAction.Work, _ isTyped: Bool) -> ActionOutcome {
        guard case .saves(let run, _) = work else { return .ignored }
        let (call, number) = (call, unsaved.add(work))
        show(nil)
        return background.save { [self] () throws(Fault) in
            do throws(Fault) {
                try await run(call)
                unsaved.remove(number, andEarlier: isTyped)
                show(nil)
            } catch {
                if isTyped { unsaved.fail(number) } else { unsaved.remove(number, andEarlier: false) }
                show(error.text)
                throw error
            }
        }
    }

    /// Tries once more to save typed text that could not be saved.
    func saveAgain() -> Saving? {
        guard let work = unsaved.failed, case .saving(let saving) = perform(work, true) else { return nil }
        return saving
    }
}

/// Actions of one screen that are not durable yet.
final class UnsavedActions: Sendable {
    private struct Entry: Sendable {
        let number: Int
        let work: RowAction.Work
        var isRunning = true
    }

    private let state = Mutex<(last: Int, entries: [Entry])>((0, []))

    /// - Returns: the number that ends it.
    func add(_ work: RowAction.Work) -> Int {
        state.withLock { state in
            state.last += 1
            state.entries.append(Entry(number: state.last, work: work))
            return state.last
        }
    }

    /// Ends an action, and those before it that a later one replaces.
    func remove(_ number: Int, andEarlier: Bool) {
        state.withLock { state in state.entries.removeAll { $0.number == number || (andEarlier && $0.number < number) }
        }
    }

    /// Notes that an action failed: it stays to be shown, and to be tried again.
    func fail(_ number: Int) {
        state.withLock { state in
            for index in state.entries.indices where state.entries[index].number == number {
                state.entries[index].isRunning = false
            }
        }
    }

    /// The last action that failed, unless a later one is under way.
    var failed: RowAction.Work? { state.withLock { $0.entries.last }.flatMap { $0.isRunning ? nil : $0.work } }

    /// The row as it is once all of them are durable.
    func shown(_ row: Row) -> Row {
        let entries = state.withLock { $0.entries }
        return entries.isEmpty
            ? row : row.changing { row in for case .saves(_, let show) in entries.map(\.work) { show(&row) } }
    }
}

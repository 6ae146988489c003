import JSON
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
    let title: String?
    let doc: String
    let effect: OperationEffect
    let confirm: String?
    let parameters: ParameterShape<Work>
    let isTyped: Bool
    /// The action that takes it back, with the same parameters; nil where none does.
    private let takenBackBy: String?

    /// An action that writes: whoever sent it is answered when it is durable; a failure is told beside the rows as well. One that is
    /// idempotent and destroys nothing is taken back by itself, with the values from before.
    /// - Parameters:
    ///   - title: two or three words for people; the name's words without it.
    ///   - confirm: the question that a person is asked before it is sent; nil for what needs no asking.
    ///   - takenBackBy: the action of the same parameters that takes it back, where that is another one.
    ///   - isTyped: whether a failed write is tried once more when the screen is closed, since a person typed it.
    ///   - showing: sets the fields of a detail that change at once, before the write is durable.
    ///   - perform: does it; `call.shown` holds the rows that the screen shows.
    package init<Parameters: Sendable>(
        _ name: String, title: String? = nil, _ doc: String,
        effect: OperationEffect = .writes(idempotent: true, destructive: false), confirm: String? = nil,
        takenBackBy: String? = nil, _ parameters: ParameterShape<Parameters>, isTyped: Bool = false,
        showing: @escaping @Sendable (Parameters, inout RowValues) -> Void = { _, _ in },
        perform: @escaping @Sendable (Parameters, FeatureCall) async throws(Fault) -> Void
    ) {
        (self.name, self.title, self.doc, self.effect, self.confirm) = (name, title, doc, effect, confirm)
        self.takenBackBy = takenBackBy ?? (effect == .writes(idempotent: true, destructive: false) ? name : nil)
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
        opening name: String, title: String = "Open", _ doc: String, _ parameters: ParameterShape<Parameters>,
        route: @escaping @Sendable (Parameters, FeatureCall) throws(Fault) -> String
    ) {
        (self.name, self.title, self.doc) = (name, title, doc)
        (effect, confirm, takenBackBy, isTyped) = (.reads, nil, nil, false)
        self.parameters = parameters.map { parameters in
            Work.opens { call throws(Fault) in try route(parameters, call) }
        }
    }

    func action<Model: ActingScreen>(of type: Model.Type = Model.self) -> ScreenAction<Model> {
        let asked = ParameterShape(fields: parameters.fields) { reader throws(WrongParameter) in
            (work: try parameters.make(reader.object).get(), given: reader.given(parameters.fields))
        }
        return ScreenAction(name, title: title, doc, effect: effect, confirm: confirm, asked) {
            screen, asked throws(Fault) in
            let call = screen.call
            switch asked.work {
            case .opens(let route): return .navigate(route: try route(call))
            case .saves: return screen.perform(asked.work, isTyped, call, undo: undo(asked.given, call.shown))
            }
        }
    }

    /// The action that takes this one back.
    /// - Parameter shown: the rows as they are before it.
    /// - Returns: nil where no action does, or the row is not shown.
    private func undo(_ given: [JSONMember], _ shown: [Row]) -> UndoAction? {
        guard let takenBackBy else { return nil }
        if takenBackBy != name { return UndoAction(action: takenBackBy, parameters: given) }
        guard let row = shown.addressed(by: given) else { return nil }
        let before = parameters.fields.map { field in
            row.keyMember(field.name) ?? JSONMember(field.name, row.value(at: field.source) ?? field.nothing)
        }
        return before == given ? nil : UndoAction(action: name, parameters: before)
    }
}

extension ParameterField {
    /// The value of a field that a row has not.
    fileprivate var nothing: JSONValue { schema["type"] == "boolean" ? false : "" }
}

extension Row {
    /// The member of parameters that names the row; nil for a parameter that is not its key.
    fileprivate func keyMember(_ name: String) -> JSONMember? {
        layout.hasKey && layout.keyField.name == name ? value(at: name).map { JSONMember(name, $0) } : nil
    }

    /// The value of a field as JSON has it; nil where it has none.
    func value(at name: String) -> JSONValue? {
        guard let place = layout.place(named: name), layout.given.contains(place) else { return nil }
        var writer = JSONWriter(reserving: 256)
        write([place], into: &writer)
        return (try? JSONDocument(parsing: writer.bytes))?.root[name].map { JSONValue($0) }
    }

    /// True if parameters name the row by its key.
    fileprivate func isNamed(in members: [JSONMember]) -> Bool {
        guard layout.hasKey, let named = members.first(where: { $0.key == layout.keyField.name })?.value else {
            return false
        }
        return (named.string ?? named.integer.map { String($0) })?.utf8.elementsEqual(key.utf8) ?? false
    }
}

extension [Row] {
    /// The row that an action's parameters name by its key, one of these or within them; the only one where none names any.
    fileprivate func addressed(by members: [JSONMember]) -> Row? {
        guard let first else { return nil }
        let inner = first.layout.fields.indices.filter { place in
            if case .rows = first.layout.fields[place].kind { true } else { false }
        }
        for row in self {
            if row.isNamed(in: members) { return row }
            for place in inner {
                if let found = row.rows(at: place).first(where: { $0.isNamed(in: members) }) { return found }
            }
        }
        let namesSome = members.contains { $0.key == first.layout.keyField.name && first.layout.hasKey }
        return namesSome || count != 1 ? nil : first
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
    /// - Parameter undo: the action that takes it back.
    func perform(
        _ work: RowAction.Work, _ isTyped: Bool, _ call: FeatureCall, undo: UndoAction? = nil
    ) -> ActionOutcome {
        guard case .saves(let run, _) = work else { return .ignored }
        let number = unsaved.add(work)
        show(nil)
        return background.save(undo: undo) { [self] () throws(Fault) in
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
        guard let work = unsaved.failed, case .saving(let saving) = perform(work, true, call) else { return nil }
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

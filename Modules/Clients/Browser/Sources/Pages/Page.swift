import DesignSystem
import FeatureKit
import JSON

/// One screen of the stack: what was last told of it, and where one is in it.
struct Page: Sendable {
    let route: String
    /// Nil while it is not open: it was closed by the host, or lies too deep in the stack.
    private(set) var screen: String?
    private(set) var title: String
    private(set) var actions: [ActionDescription] = []
    private(set) var status: RefreshStatus?
    /// The screen's state, as a client gets it.
    private(set) var state: JSONValue = .null
    private(set) var lines: [Substring] = []
    private(set) var rows: [PlacedRow] = []
    /// Place of a list's rows among all that it shows; nil for any other screen.
    private(set) var window: WindowPlace?
    /// The lines of the picture, below the text or beside it; empty without one.
    var picture: [Substring] = []
    /// Text of its own, of no screen: the result of a call.
    private(set) var document: Document?
    /// Conditions that the user set, the last one last: `find`, `sort`, `filter`.
    var asked: [String] = []
    var position = ListPosition()
    /// Whether the picture has a place beside the text.
    var isPictureBeside = false
    /// The columns that it was laid out for.
    var width: Int
    /// Note besides the text, until the next key.
    var note: Note?
    /// Number of rows at the request for a further page.
    private var askedRows: Int?
    private var revision = 0
    /// The row to come back to when the rows are loaded again, and its index.
    private var wanted: (place: Place, index: Int)?
    /// True if the next state is another list, shown from the top.
    private var startsOver = false

    /// A sentence for the status line.
    struct Note: Sendable, Equatable {
        let text: String
        var isFailure = false

        static func failure(_ fault: Fault) -> Note {
            let hint = fault.hint.isEmpty || fault.message.hasSuffix(fault.hint) ? "" : " \(fault.hint)"
            return Note(text: fault.message + hint, isFailure: true)
        }
    }

    init(_ reading: ScreenReading, route: String, width: Int, height: Int) {
        self.route = route
        self.width = width
        title = reading.title
        opened(reading, width: width, height: height)
    }

    /// A page without a screen.
    init(_ document: Document, title: String, route: String, options: RenderOptions, width: Int, height: Int) {
        (self.route, self.title, self.width, self.document) = (route, title, width, document)
        layOut(options, width: width, height: height)
    }

    /// It was opened, or opened again: then the selected row is found again when it is loaded.
    mutating func opened(_ reading: ScreenReading, width: Int, height: Int) {
        wanted = position.selected.flatMap { rows.indices.contains($0) ? (place(of: $0), $0) : nil }
        (screen, title, actions) = (reading.screen, reading.title, reading.actions)
        (revision, askedRows, note, asked) = (0, nil, nil, [])
        self.width = width
        show(reading, height: height)
    }

    /// Lays the text of a page without a screen out.
    mutating func layOut(_ options: RenderOptions, width: Int, height: Int) {
        guard let document else { return }
        var options = options
        options.width = width
        self.width = width
        let text = document.laidOut(options)
        (lines, rows) = (text.lines.map { $0[...] }, text.rows)
        position.follow(position.selected, from: nil, in: extent(height: height))
    }

    /// It is not open any more; what was seen of it stays.
    mutating func closed(_ note: Note?) {
        screen = nil
        self.note = note ?? self.note
    }

    /// Takes what is told of the screen; what is older than what is shown is left out.
    mutating func show(_ reading: ScreenReading, height: Int) {
        guard reading.screen == screen, reading.revision >= revision else { return }
        if startsOver { position = ListPosition() }
        let selected = startsOver ? nil : position.selected.flatMap { rows.indices.contains($0) ? $0 : nil }
        let old = selected.map { place(of: $0) }
        let next = selected.flatMap { rows.indices.contains($0 + 1) ? place(of: $0 + 1) : nil }
        let oldLines = selected.map { rows[$0].line..<rows[$0].line + rows[$0].lineCount }
        let anchor = reading.window?.from == window?.from ? nil : firstInSight(height: height)
        revision = reading.revision
        status = reading.status
        if isLoaded { startsOver = false }
        var writer = JSONWriter()
        reading.state.write(&writer)
        state = (try? JSONValue(JSONDocument(parsing: writer.bytes).root)) ?? .null
        lines = reading.lines.map { $0[...] }
        rows = reading.rows ?? []
        window = reading.window
        if let askedRows, askedRows != rowCount { self.askedRows = nil }
        var found = old.flatMap { old in rows.indices.first { place(of: $0) == old } }
        if let selected, let row = found, row != selected, rows.indices.contains(selected), place(of: selected) == next,
            row + 1 != selected
        {
            // It went elsewhere, as an invitation that was answered does: the work goes on with the next one.
            found = selected
        }
        if rows.isEmpty, wanted == nil, let old, let selected { wanted = (old, selected) }
        if let wanted, !rows.isEmpty {
            found = rows.indices.first { place(of: $0) == wanted.place } ?? min(wanted.index, rows.count - 1)
            self.wanted = nil
        }
        if found == nil, let anchor, let row = rows.indices.first(where: { place(of: $0) == anchor.place }) {
            // The selected row lies out of the window now: the rows in sight stay where they are.
            return position.moveText(by: rows[row].line - anchor.line, selecting: row, in: extent(height: height))
        }
        position.follow(found, from: oldLines, in: extent(height: height))
    }

    /// Resets the position for other rows: shows them from the top, and keeps no selected row.
    mutating func startOver() { (startsOver, askedRows, wanted) = (true, nil, nil) }

    /// All of its lines: the text, and the picture where it stands below.
    var lineCount: Int { lines.count + (picture.isEmpty || isPictureBeside ? 0 : picture.count + 1) }

    func line(_ number: Int) -> Substring {
        if lines.indices.contains(number) { return lines[number] }
        if isPictureBeside { return "" }
        let below = number - lines.count - 1
        return picture.indices.contains(below) ? picture[below] : ""
    }

    func extent(height: Int) -> ListPosition.Extent {
        ListPosition.Extent(
            lineCount: lineCount, rows: rows.map { $0.line..<$0.line + $0.lineCount }, height: max(1, height))
    }

    func has(_ action: String) -> Bool { actions.contains { $0.name == action } }

    func action(_ name: String) -> ActionDescription? { actions.first { $0.name == name } }

    /// The row that keys go to.
    var row: RowIdentity? { position.selected.flatMap { rows.indices.contains($0) ? rows[$0].identity : nil } }

    /// True where any of its rows leads to a screen: then there is something to show beside them.
    var leadsOn: Bool { has("select") || rows.contains { $0.identity.route != nil } }

    // MARK: What actions take

    /// Value of an action's parameter from the selected row: its member of that name, or its key.
    func value(of parameter: String, for action: ActionDescription) -> JSONValue? {
        item(for: action)?[parameter]
    }

    /// The row that an action is about, or the screen's own item.
    func subject(of action: ActionDescription) -> JSONValue { item(for: action) ?? state }

    /// True if the row, or the screen's own product, already has the flag that the action would set.
    func flag(_ name: String, for action: ActionDescription) -> Bool {
        (item(for: action)?[name] ?? state[name])?.bool ?? false
    }

    /// The item of the state's lists that the selected row shows: one of the action's parameters has the row's key in it.
    private func item(for action: ActionDescription) -> JSONValue? {
        guard let key = row?.key else { return nil }
        let names = action.parameters.map(\.name)
        for list in (state.members ?? []).compactMap(\.value.array) {
            for item in list where names.contains(where: { item[$0]?.isNamed(key) == true }) { return item }
        }
        return nil
    }

    /// Initial text of the line for this parameter: its present value, else the one that it has when it is left out.
    func draft(of field: ParameterField, for action: ActionDescription) -> String {
        let path = field.source.split(separator: ".").map(String.init)
        let present = [item(for: action) ?? .null, state].lazy.compactMap { path.reduce($0) { $0?[$1] } }.first
        return (present ?? field.standard)?.shown ?? ""
    }

    // MARK: Further pages

    /// Whether a further page is to be asked for: there is one, and nothing is under way or has failed.
    mutating func asksForMore() -> Bool {
        guard has("loadMore"), state["nextCursor"] != nil, askedRows != rowCount,
            status.map({ $0.running == .none && $0.failed == .none }) ?? true
        else { return false }
        askedRows = rowCount
        return true
    }

    /// The further page was not to be had now.
    mutating func gotNoMore() { askedRows = nil }

    struct Place: Equatable {
        fileprivate let key: String
        /// Rows of one item are told apart, as when a day stands in a table and in a chart.
        fileprivate let occurrence: Int
    }

    func place(of index: Int) -> Place {
        let key = rows[index].identity.key
        return Place(key: key, occurrence: rows[..<index].count { $0.identity.key == key })
    }
}

extension JSONValue {
    /// True for the text or number that names a row.
    func isNamed(_ key: String) -> Bool {
        if let string { return string.utf8.elementsEqual(key.utf8) }
        return integer.map { String($0) == key } ?? false
    }
}

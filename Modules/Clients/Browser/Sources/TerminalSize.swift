import DesignSystem

/// The cells of a terminal's window, and how a screen is laid out in them: a title line, the text with what stands beside it,
/// a line of keys and a status line.
struct TerminalSize: Sendable, Equatable {
    let columns: Int
    let rows: Int

    /// The columns before the text, where the selected row is marked.
    static let margin = 2
    /// Columns from which the selected row is shown beside the list.
    static let leastWithPane = 120
    /// A rule and a space at either side of it.
    private static let paneRule = 3

    /// - Parameters: 0 or nil where the terminal does not say.
    init(columns: Int?, rows: Int?) {
        self.columns = columns.flatMap { $0 > 0 ? min($0, 1000) : nil } ?? 80
        self.rows = rows.flatMap { $0 > 0 ? min($0, 1000) : nil } ?? 24
    }

    var hasPane: Bool { columns >= Self.leastWithPane }

    /// Columns of the list where there is a pane, the margin and a space at its end with it: as many as a list needs, and less than half of what is more.
    var listColumns: Int { 76 + (columns - Self.leastWithPane) * 9 / 20 }

    /// The first column of the pane's text, and how many it has.
    var paneStart: Int { listColumns + Self.paneRule }
    var paneColumns: Int { max(RenderOptions.minimumWidth, columns - paneStart) }

    /// Columns for the layout of text; a narrower window cuts it off.
    /// - Parameter besidePane: whether a pane stands beside it where there is room.
    func textColumns(besidePane: Bool) -> Int {
        max(RenderOptions.minimumWidth, (hasPane && besidePane ? listColumns - 1 : columns) - Self.margin)
    }

    /// Whether the keys have a line of their own.
    var hasKeyLine: Bool { rows >= 10 }

    /// The lines of text in sight.
    var bodyRows: Int { max(1, rows - (hasKeyLine ? 3 : 2)) }
}

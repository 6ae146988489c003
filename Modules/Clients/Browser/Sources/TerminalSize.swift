import DesignSystem

/// The cells of a terminal's window, and how a screen is laid out in them: a title line, the text, a status line.
struct TerminalSize: Sendable, Equatable {
    let columns: Int
    let rows: Int

    /// The columns before the text, where the selected row is marked.
    static let margin = 2

    /// - Parameters: 0 or nil where the terminal does not say.
    init(columns: Int?, rows: Int?) {
        self.columns = columns.flatMap { $0 > 0 ? min($0, 1000) : nil } ?? 80
        self.rows = rows.flatMap { $0 > 0 ? min($0, 1000) : nil } ?? 24
    }

    /// Columns for the layout of text; a narrower window cuts it off.
    var textColumns: Int { max(RenderOptions.minimumWidth, columns - Self.margin) }

    /// The lines of text in sight.
    var bodyRows: Int { max(1, rows - 2) }
}

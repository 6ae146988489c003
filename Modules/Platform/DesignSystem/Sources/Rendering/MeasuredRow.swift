/// One row of a table: the widths that decide the layout, and its lines in the layout of the last time.
final class MeasuredRow {
    /// Widths of the cells in one line each.
    struct Widths {
        var cells: [Int] = []
        /// Widths of the badges at their ends.
        var badges: [Int] = []
    }

    /// Cells as sanitised pieces and as one line each.
    struct Cells {
        var pieces: [[Piece]]
        var whole: [StyledLine]
    }

    let identity: RowIdentity?
    /// Widths with drawings and without.
    private(set) var drawn = Widths()
    private(set) var undrawn = Widths()
    /// The least widths of the cells by which whole words of usual length stay, and by which badges stay.
    private var words: (isDrawn: Bool, widths: (usual: [Int], badges: [Int]))?
    /// The widest lines of the wrapped cells, and the widths that they were wrapped to.
    private var wrapped: (to: [Int], isDrawn: Bool, widths: [Int])?
    private var laidOut: (layout: TableLayout, lines: [String])?
    /// Only while the table is laid out: cells take several times the memory of lines.
    private var cells: (drawn: Cells, undrawn: Cells)?

    init(_ identity: RowIdentity?, _ inlines: [Inline], _ columns: Int, _ renderer: TextRenderer) {
        self.identity = identity
        let cells = makeCells(inlines, columns, renderer)
        drawn = Widths(
            cells: cells.drawn.whole.map(\.width), badges: cells.drawn.pieces.map { renderer.badges(of: $0).width })
        undrawn = Widths(
            cells: cells.undrawn.whole.map(\.width), badges: cells.undrawn.pieces.map { renderer.badges(of: $0).width })
    }

    func widths(isDrawn: Bool) -> Widths { isDrawn ? drawn : undrawn }

    /// Cells of the row, made of `inlines` where they are not there.
    func cells(isDrawn: Bool, _ inlines: () -> [Inline], _ renderer: TextRenderer) -> Cells {
        let cells = cells ?? makeCells(inlines(), drawn.cells.count, renderer)
        return isDrawn ? cells.drawn : cells.undrawn
    }

    private func makeCells(
        _ inlines: [Inline], _ columns: Int, _ renderer: TextRenderer
    ) -> (drawn: Cells, undrawn: Cells) {
        let pieces = (0..<columns).map {
            $0 < inlines.count ? renderer.pieces(of: inlines[$0], namesTargets: false) : []
        }
        let drawn = Cells(pieces: pieces, whole: pieces.map(renderer.wholeLine))
        var undrawn = drawn
        if pieces.contains(where: { cell in cell.contains { $0.role == .drawing } }) {
            undrawn.pieces = pieces.map { cell in cell.filter { $0.role != .drawing } }
            undrawn.whole = undrawn.pieces.map(renderer.wholeLine)
        }
        cells = (drawn, undrawn)
        return (drawn, undrawn)
    }

    /// The least widths of the cells, measured once.
    func wordWidths(
        isDrawn: Bool, _ measure: () -> (usual: [Int], badges: [Int])
    ) -> (usual: [Int], badges: [Int]) {
        if let words, words.isDrawn == isDrawn { return words.widths }
        let widths = measure()
        words = (isDrawn, widths)
        return widths
    }

    /// The widest lines of the cells wrapped to some widths, measured once for these.
    func wrappedWidths(to widths: [Int], isDrawn: Bool, _ wrap: () -> [[StyledLine]]) -> [Int] {
        if let wrapped, wrapped.to == widths, wrapped.isDrawn == isDrawn { return wrapped.widths }
        let widest = wrap().map { $0.map(\.width).max() ?? 0 }
        wrapped = (widths, isDrawn, widest)
        return widest
    }

    /// The row's lines, laid out once for a layout.
    func lines(in layout: TableLayout, _ layOut: () -> [String]) -> [String] {
        if let laidOut, laidOut.layout == layout { return laidOut.lines }
        let lines = layOut()
        laidOut = (layout, lines)
        return lines
    }

    /// Lets go of what is only needed while the table is laid out.
    func end() { cells = nil }
}

/// Form of each row of a table.
enum TableLayout: Equatable {
    /// One line in so many columns each.
    case oneLine(columns: [Int], widths: [Int], isDrawn: Bool)
    /// The title, and below it the other facts, in the order in which they have room.
    case twoLines(title: Int, ranked: [Int], isDrawn: Bool)
    /// Cells that wrap to `widths` and stand in `used`.
    case wrapped(widths: [Int], used: [Int], isDrawn: Bool)
    /// Lines of `label: value`.
    case records(labels: Int)
}

/// Rows of tables as they were laid out the last time: of a list that changes, only rows that changed are laid out again.
package struct LayoutMemory {
    private struct RememberedTable {
        var columns: [Column] = []
        var rows: [RowOrigin: MeasuredRow] = [:]
    }

    private var options: RenderOptions?
    /// In the order of the document.
    private var before: [RememberedTable] = []
    private var now: [RememberedTable] = []

    /// The most rows of a table that are remembered: of a longer one nobody sees a change at once.
    private static let limit = 1_000

    package init() {}

    /// Begins a document.
    mutating func begin(_ options: RenderOptions) {
        before = options == self.options ? now : []
        self.options = options
        now = []
    }

    /// The rows of the document's next table, measured.
    mutating func measured(_ table: any TableRows, _ columns: [Column], _ renderer: TextRenderer) -> [MeasuredRow] {
        var known: [RowOrigin: MeasuredRow] = [:]
        if now.count < before.count, before[now.count].columns == columns { known = before[now.count].rows }
        var fresh = RememberedTable(columns: columns)
        let remembers = table.count <= Self.limit
        if remembers { fresh.rows.reserveCapacity(table.count) }
        let rows = (0..<table.count).map { index in
            let origin = remembers ? table.origin(index) : nil
            if let origin, let row = known[origin] {
                fresh.rows[origin] = row
                return row
            }
            let row = MeasuredRow(table.identity(index), table.cells(index), columns.count, renderer)
            if let origin { fresh.rows[origin] = row }
            return row
        }
        now.append(fresh)
        return rows
    }
}

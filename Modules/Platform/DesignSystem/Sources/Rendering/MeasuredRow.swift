/// Measure of a cell, in display columns, by which the layout of a table is decided.
enum CellMeasure: Equatable {
    /// The cell in one line, with drawings or without. Reserved badges count neither here nor below.
    case whole(isDrawn: Bool)
    /// The badges at its end.
    case badges(isDrawn: Bool)
    /// The least width by which whole words of usual length stay.
    case words(isDrawn: Bool)
    /// The least width by which badges stay.
    case wholeBadges(isDrawn: Bool)
    /// The widest of its lines, wrapped to these widths.
    case lines(to: [Int], isDrawn: Bool)
}

/// Widths that decide the layout of a row's table, and the row's lines in the layout of the last time.
struct RowMeasures: Sendable {
    /// Widths of the cells in one line each.
    struct Widths {
        var cells: [Int] = []
        /// Widths of the badges at their ends.
        var badges: [Int] = []
    }

    /// Widths with drawings and without.
    fileprivate(set) var drawn = Widths()
    fileprivate var undrawn = Widths()
    /// The least widths of the cells by which whole words of usual length stay, and by which badges stay.
    fileprivate var words: (isDrawn: Bool, widths: (usual: [Int], badges: [Int]))?
    /// The widest lines of the wrapped cells, and the widths that they were wrapped to.
    fileprivate var wrapped: (to: [Int], isDrawn: Bool, widths: [Int])?
    fileprivate var laidOut: (layout: TableLayout, lines: [String])?
}

/// One row of a table, measured.
final class MeasuredRow {
    /// Cells as sanitised pieces and as one line each.
    struct Cells {
        var pieces: [[Piece]]
        var whole: [StyledLine]
    }

    let identity: RowIdentity?
    private(set) var measures = RowMeasures()
    /// Only while the table is laid out: cells take several times the memory of lines.
    private var cells: (drawn: Cells, undrawn: Cells)?

    /// - Parameter reserved: badges that do not count; nil for the titles, which get none.
    init(
        _ identity: RowIdentity?, _ inlines: [Inline], _ columns: Int, _ reserved: ReservedBadges?,
        _ renderer: TextRenderer
    ) {
        self.identity = identity
        let cells = makeCells(inlines, columns, renderer)
        func widths(_ cells: Cells) -> RowMeasures.Widths {
            var widths = RowMeasures.Widths(
                cells: cells.whole.map(\.width), badges: cells.pieces.map { renderer.badges(of: $0).width })
            guard let reserved else { return widths }
            for column in cells.pieces.indices where reserved.widths[column] > 0 {
                let taken = reserved.width(in: cells.pieces[column], of: column)
                widths.cells[column] -= taken
                // The first badge of a cell has no space before it here.
                widths.badges[column] = max(0, widths.badges[column] - taken)
            }
            return widths
        }
        measures.drawn = widths(cells.drawn)
        measures.undrawn = cells.hasDrawings ? widths(cells.undrawn) : measures.drawn
    }

    /// A row of the same cells as one that was measured.
    init(_ identity: RowIdentity?, _ measures: RowMeasures) { (self.identity, self.measures) = (identity, measures) }

    /// Widths of the cells by a measure; nil where nobody asked for it before.
    func known(_ measure: CellMeasure) -> [Int]? {
        switch measure {
        case .whole(let isDrawn): widths(isDrawn).cells
        case .badges(let isDrawn): widths(isDrawn).badges
        case .words(let isDrawn): measures.words.flatMap { $0.isDrawn == isDrawn ? $0.widths.usual : nil }
        case .wholeBadges(let isDrawn): measures.words.flatMap { $0.isDrawn == isDrawn ? $0.widths.badges : nil }
        case .lines(let to, let isDrawn):
            measures.wrapped.flatMap { $0.to == to && $0.isDrawn == isDrawn ? $0.widths : nil }
        }
    }

    private func widths(_ isDrawn: Bool) -> RowMeasures.Widths { isDrawn ? measures.drawn : measures.undrawn }

    /// Whether a cell has anything to show.
    func isFilled(_ column: Int) -> Bool { measures.drawn.cells[column] > 0 }

    /// Cells of the row, made of `inlines` where they are not there. With reserved badges their lines are wider than the measures.
    func cells(isDrawn: Bool, _ inlines: () -> [Inline], _ renderer: TextRenderer) -> Cells {
        if let cells { return isDrawn ? cells.drawn : cells.undrawn }
        let cells = makeCells(inlines(), measures.drawn.cells.count, renderer)
        return isDrawn ? cells.drawn : cells.undrawn
    }

    private func makeCells(
        _ inlines: [Inline], _ columns: Int, _ renderer: TextRenderer
    ) -> (drawn: Cells, undrawn: Cells, hasDrawings: Bool) {
        let pieces = (0..<columns).map {
            $0 < inlines.count ? renderer.pieces(of: inlines[$0], namesTargets: false) : []
        }
        let drawn = Cells(pieces: pieces, whole: pieces.map(renderer.wholeLine))
        var undrawn = drawn
        let hasDrawings = pieces.contains { cell in cell.contains { $0.role == .drawing } }
        if hasDrawings {
            undrawn.pieces = pieces.map { cell in cell.filter { $0.role != .drawing } }
            undrawn.whole = undrawn.pieces.map(renderer.wholeLine)
        }
        cells = (drawn, undrawn)
        return (drawn, undrawn, hasDrawings)
    }

    /// Takes the least widths of the cells.
    func measured(words: (usual: [Int], badges: [Int]), isDrawn: Bool) { measures.words = (isDrawn, words) }

    /// Takes the widest lines of the cells wrapped to some widths.
    func measured(lines widths: [Int], to limits: [Int], isDrawn: Bool) { measures.wrapped = (limits, isDrawn, widths) }

    /// The row's lines, laid out once for a layout.
    func lines(in layout: TableLayout, _ layOut: () -> [String]) -> [String] {
        if let laidOut = measures.laidOut, laidOut.layout == layout { return laidOut.lines }
        let lines = layOut()
        measures.laidOut = (layout, lines)
        return lines
    }

    /// Count of the lines in the layout of the last time.
    var lineCount: Int { measures.laidOut?.lines.count ?? 0 }

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

/// A table on its way to lines.
struct TablePass {
    let columns: [Column]
    let titles: MeasuredRow
    let reserved: ReservedBadges
    private(set) var rows: [MeasuredRow]
    private(set) var source: any TableRows
    /// The widest cell of each column, its title among them, by each measure that was asked for: beside which columns and rows say
    /// anything, the layout depends on these alone.
    private var widest: [(measure: CellMeasure, widths: [Int])] = []
    private let renderer: TextRenderer

    /// - Parameters:
    ///   - titles: the columns' titles, measured before.
    ///   - reserved: the columns' own, by which the rows were measured.
    init(
        _ source: any TableRows, _ columns: [Column], _ rows: [MeasuredRow], titles: MeasuredRow?,
        _ reserved: ReservedBadges, _ renderer: TextRenderer
    ) {
        (self.source, self.columns, self.rows, self.renderer) = (source, columns, rows, renderer)
        self.reserved = reserved
        self.titles = titles ?? MeasuredRow(nil, Self.titles(of: columns), columns.count, nil, renderer)
    }

    /// The widest cell of each column by a measure, its title among them.
    mutating func widest(_ measure: CellMeasure) -> [Int] {
        if let known = widest.first(where: { $0.measure == measure }) { return known.widths }
        var widest = widths(nil, by: measure)
        for index in rows.indices {
            let widths = widths(index, by: measure)
            for column in widest.indices where widths[column] > widest[column] { widest[column] = widths[column] }
        }
        self.widest.append((measure, widest))
        return widest
    }

    /// Widths of a row's cells; of the titles without an index.
    private func widths(_ index: Int?, by measure: CellMeasure) -> [Int] {
        let row = index.map { rows[$0] } ?? titles
        if let known = row.known(measure) { return known }
        switch measure {
        case .whole, .badges: break  // Each row has these from the beginning.
        case .words(let isDrawn), .wholeBadges(let isDrawn):
            let words = renderer.wordWidths(cells(index, isDrawn: isDrawn).pieces)
            row.measured(
                words: (reserved.raised(words.usual), reserved.raised(words.badges)), isDrawn: isDrawn)
        case .lines(let limits, let isDrawn):
            var whole = row.known(.whole(isDrawn: isDrawn)) ?? []
            // As if every badge were there, so that no column is another one with it.
            if index != nil { whole = reserved.roomed(whole, within: nil) }
            if zip(whole, limits).allSatisfy(<=) {
                row.measured(lines: whole, to: limits, isDrawn: isDrawn)
                return whole
            }
            let lines = renderer.wrapped(cells(index, isDrawn: isDrawn), limits).map { $0.map(\.width).max() ?? 0 }
            let raised = lines.indices.map { column in
                reserved.widths[column] > 0 ? max(lines[column], min(whole[column], limits[column])) : lines[column]
            }
            row.measured(lines: raised, to: limits, isDrawn: isDrawn)
        }
        return row.known(measure) ?? columns.map { _ in 0 }
    }

    /// Cells of a row; of the titles without an index.
    func cells(_ index: Int?, isDrawn: Bool) -> MeasuredRow.Cells {
        guard let index else { return titles.cells(isDrawn: isDrawn, { Self.titles(of: columns) }, renderer) }
        return rows[index].cells(isDrawn: isDrawn, { source.cells(index) }, renderer)
    }

    private static func titles(of columns: [Column]) -> [Inline] { columns.map { Inline($0.title, .title) } }

    /// Takes another source of the rows, all of which but those that are exchanged are the same.
    mutating func take(_ source: any TableRows) { self.source = source }

    /// Puts a row in the place of another one.
    /// - Returns: whether every layout that was decided holds with it: no column's widest cell came with it or went.
    mutating func exchange(_ index: Int, for row: MeasuredRow) -> Bool {
        let old = rows[index]
        rows[index] = row
        guard row.identity == old.identity, columns.indices.allSatisfy({ row.isFilled($0) == old.isFilled($0) }) else {
            return false
        }
        return widest.allSatisfy { measure, widest in
            guard let before = old.known(measure) else { return false }
            let now = widths(index, by: measure)
            return columns.indices.allSatisfy { column in
                if now[column] == before[column] || max(now[column], before[column]) < widest[column] { return true }
                if now[column] > widest[column] { return false }
                // Others may be as wide as the widest.
                return now[column] == widest[column] || isFilled(column, by: measure, to: widest[column])
            }
        }
    }

    /// Whether a cell of a column is as wide as the widest.
    private func isFilled(_ column: Int, by measure: CellMeasure, to width: Int) -> Bool {
        func isFull(_ row: MeasuredRow) -> Bool { row.known(measure).map { $0[column] == width } ?? false }
        return isFull(titles) || rows.contains(where: isFull)
    }

    /// Lets go of what is only needed while the table is laid out.
    func end() {
        for row in rows { row.end() }
        titles.end()
    }
}

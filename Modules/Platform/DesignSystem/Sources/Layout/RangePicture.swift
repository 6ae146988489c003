/// The characters of a chart's bars. Each takes one column.
struct RangeGlyphs {
    let bar: Character
    let leftHalf: Character
    let rightHalf: Character
    let mark: Character
    let tick: Character

    static let drawn = RangeGlyphs(bar: "━", leftHalf: "╸", rightHalf: "╺", mark: "●", tick: "┊")
    /// Glyphs for fonts whose box drawing takes two columns.
    static let ascii = RangeGlyphs(bar: "=", leftHalf: "=", rightHalf: "=", mark: "O", tick: ":")
}

/// A chart's bars in cells of one column, on one scale. Bars begin and end at half cells.
struct RangePicture {
    /// One column of a bar.
    struct Cell: Equatable {
        let glyph: Character
        let role: TextRole
    }

    let scale: RangeScale
    let columns: Int
    private let glyphs: RangeGlyphs
    private let tickColumns: Set<Int>

    /// Columns that a label of the scale takes with the room about it.
    private static let columnsPerTick = 10

    /// - Parameter columns: the width of the plot, at least 1.
    /// - Returns: nil when no row has a value that can be drawn.
    init?(_ chart: RangeChart, columns: Int, glyphs: RangeGlyphs) {
        guard let scale = RangeScale(chart.rows, intervals: columns / Self.columnsPerTick) else { return nil }
        self.scale = scale
        self.columns = max(1, columns)
        self.glyphs = glyphs
        let last = Double(self.columns - 1)
        tickColumns = Set(scale.ticks.compactMap { tick in scale.fraction(Double(tick)).map { Int($0 * last + 0.5) } })
    }

    /// The cell in which a value stands, from 0.
    func column(of value: Double) -> Int? {
        scale.fraction(value).map { Int($0 * Double(columns - 1) + 0.5) }
    }

    /// The cells of one row, from the lower end of the scale to the upper. A row with a value that has no place on the
    /// scale has no bar.
    func bar(of row: RangeRow) -> [Cell] {
        let ends = halves(of: row)
        let mark = ends.flatMap { _ in column(of: row.mark.value) }
        return (0..<columns).map { column in
            if column == mark { return Cell(glyph: glyphs.mark, role: .title) }
            switch (ends?.contains(2 * column) ?? false, ends?.contains(2 * column + 1) ?? false) {
            case (true, true): return Cell(glyph: glyphs.bar, role: .code)
            case (true, false): return Cell(glyph: glyphs.leftHalf, role: .code)
            case (false, true): return Cell(glyph: glyphs.rightHalf, role: .code)
            case (false, false):
                return tickColumns.contains(column)
                    ? Cell(glyph: glyphs.tick, role: .muted) : Cell(glyph: " ", role: .body)
            }
        }
    }

    /// The half cells that the bar covers. A value stands in the middle of its cell.
    private func halves(of row: RangeRow) -> Range<Int>? {
        guard let low = scale.fraction(row.low.value), let high = scale.fraction(row.high.value) else { return nil }
        func half(_ fraction: Double) -> Int { Int(fraction * Double(2 * (columns - 1)) + 1.5) }
        return half(min(low, high))..<half(max(low, high))
    }
}

/// Range charts in lines: a line a row where the width allows it, else two; where not even those, a table. Plain text has
/// them in ASCII, with the numbers beside them.
extension TextRenderer {
    /// Columns of the plot: fewer show nothing, more make the eye travel. Text without a width is read in mail and in
    /// windows of 80 columns.
    private static let plotColumns = (leastBeside: 24, leastBelow: 8, most: 96, mostPlain: 40)

    /// - Returns: nil where it has no room.
    func rangeChart(_ chart: RangeChart) -> [StyledLine]? {
        if chart.rows.isEmpty { return nil }
        let parts = chart.rows.map { row in
            ChartLine(
                label: whole(row.label), low: whole(Inline(row.low.text)), mark: whole(Inline(row.mark.text)),
                high: whole(Inline(row.high.text)))
        }
        let titles = ChartLine(
            label: whole(Inline(chart.titles.label, .title)), low: whole(Inline(chart.titles.low, .title)),
            mark: whole(Inline(chart.titles.mark, .title)), high: whole(Inline(chart.titles.high, .title)))
        let columns = ChartLine.widths(of: parts + [titles])
        let most = glyphs.isDrawn ? Self.plotColumns.most : Self.plotColumns.mostPlain
        let beside = width.map { min($0 - columns.besidePlot, most) } ?? most
        if beside >= Self.plotColumns.leastBeside, scale != .extraLarge {
            return besideLines(chart, titles, parts, columns, plot: beside)
        }
        let narrow = ChartLine.widths(of: parts)
        let below = min((width ?? most) - narrow.low - narrow.high - 2, most)
        if below >= Self.plotColumns.leastBelow { return belowLines(chart, parts, narrow, plot: below) }
        return nil
    }

    /// Label, low, plot, high and mark in one line, below titles and above the scale.
    private func besideLines(
        _ chart: RangeChart, _ titles: ChartLine, _ rows: [ChartLine], _ columns: ChartColumns, plot: Int
    ) -> [StyledLine]? {
        guard let picture = RangePicture(chart, columns: plot, glyphs: rangeGlyphs) else { return nil }
        func line(_ row: ChartLine, _ plotted: StyledLine) -> StyledLine {
            var result = row.label.padded(to: columns.label + 2, .leading)
            result.append(row.low.padded(to: columns.low, .trailing))
            result.append(.spaces(1))
            result.append(plotted.padded(to: plot + 1, .leading))
            result.append(row.high.padded(to: columns.high + 2, .leading))
            result.append(row.mark.padded(to: columns.mark, .trailing))
            return result
        }
        let bars = zip(rows, chart.rows).map { line($0, styled(picture.bar(of: $1))).of($1.identity) }
        return [line(titles, .empty)] + bars + scale(picture, chart, indent: columns.label + columns.low + 3)
    }

    /// Label and mark in one line, low, plot and high in the next.
    private func belowLines(
        _ chart: RangeChart, _ rows: [ChartLine], _ columns: ChartColumns, plot: Int
    ) -> [StyledLine]? {
        guard let picture = RangePicture(chart, columns: plot, glyphs: rangeGlyphs) else { return nil }
        let width = columns.low + 1 + plot + 1 + columns.high
        let lines = zip(rows, chart.rows).flatMap { line, row -> [StyledLine] in
            let mark = whole(Inline([Span("\(chart.titles.mark) ", .muted), Span(row.mark.text)]))
            var head = line.label
            let gap = width - head.width - mark.width
            let isOneLine = gap >= 2
            if isOneLine {
                head.append(.spaces(gap))
                head.append(mark)
            }
            var bar = line.low.padded(to: columns.low, .trailing)
            bar.append(.spaces(1))
            bar.append(styled(picture.bar(of: row)).padded(to: plot + 1, .leading))
            bar.append(line.high)
            let lines = (isOneLine ? [head] : wrapped(row.label) + wrapped(mark.pieces)) + [bar]
            return lines.map { $0.of(row.identity) }
        }
        return lines + scale(picture, chart, indent: columns.low + 1)
    }

    private func scale(_ picture: RangePicture, _ chart: RangeChart, indent: Int) -> [StyledLine] {
        let labels = picture.scale.ticks.map { tick in (tick, line(boundedLine("\(tick)\(chart.unit)"), .muted)) }
        var result = StyledLine.spaces(indent)
        for (tick, label) in labels {
            guard let column = picture.column(of: Double(tick)) else { continue }
            let start = indent + min(max(column - (label.width - 1) / 2, 0), max(picture.columns - label.width, 0))
            let gap = start - result.width
            if result.width > indent, gap < 2 { continue }
            result.append(.spaces(max(gap, 0)))
            result.append(label)
        }
        return result.width > indent ? [result] : []
    }

    private func styled(_ cells: [RangePicture.Cell]) -> StyledLine {
        cells.reduce(into: StyledLine()) { line, cell in
            line.append(Piece(text: String(cell.glyph), role: cell.role), width: 1)
        }
    }

    private var rangeGlyphs: RangeGlyphs { glyphs.drawsInLines ? .drawn : .ascii }
}

/// A row's texts, laid out but for their places.
private struct ChartLine {
    let label: StyledLine
    let low: StyledLine
    let mark: StyledLine
    let high: StyledLine

    static func widths(of lines: [ChartLine]) -> ChartColumns {
        func widest(_ part: KeyPath<ChartLine, StyledLine>) -> Int {
            lines.reduce(0) { max($0, $1[keyPath: part].width) }
        }
        return ChartColumns(
            label: widest(\.label), low: widest(\.low), mark: widest(\.mark), high: widest(\.high))
    }
}

/// The widths of a chart's texts, in display columns.
private struct ChartColumns {
    let label: Int
    let low: Int
    let mark: Int
    let high: Int

    /// All texts of one line with the spaces between them.
    var besidePlot: Int { label + 2 + low + 1 + 1 + high + 2 + mark }
}

/// Bar charts in lines: a line a row where the width allows it, else two; where not even those, a table.
extension TextRenderer {
    private static let plotColumns = (leastBeside: 10, leastBelow: 8, most: 48)

    /// - Returns: nil where it has no room.
    func barChart(_ chart: BarChart) -> [StyledLine]? {
        if chart.rows.isEmpty { return nil }
        let rows = chart.rows.map { (row: $0, label: whole($0.label), value: whole(Inline($0.text))) }
        let titles = (whole(Inline(chart.label, .title)), whole(Inline(chart.value, .title)))
        let labels = rows.reduce(titles.0.width) { max($0, $1.label.width) }
        let values = rows.reduce(titles.1.width) { max($0, $1.value.width) }
        let beside = width.map { min($0 - labels - values - 4, Self.plotColumns.most) } ?? Self.plotColumns.most
        if beside >= Self.plotColumns.leastBeside, scale != .extraLarge {
            func line(_ label: StyledLine, _ bar: StyledLine, _ value: StyledLine) -> StyledLine {
                var result = label.padded(to: labels + 2, .leading)
                result.append(bar.padded(to: beside + 2, .leading))
                result.append(value.padded(to: values, .trailing))
                return result
            }
            return [line(titles.0, .empty, titles.1)]
                + rows.map { line($0.label, bar($0.row, beside), $0.value).of($0.row.identity) }
        }
        guard let width, width - values - 2 >= Self.plotColumns.leastBelow else { return nil }
        let below = min(width - values - 2, Self.plotColumns.most)
        return rows.flatMap { row, _, value in
            var second = bar(row, below).padded(to: below + 2, .leading)
            second.append(value.padded(to: values, .trailing))
            return (wrapped(row.label) + [second]).map { $0.of(row.identity) }
        }
    }

    private func bar(_ row: BarRow, _ columns: Int) -> StyledLine {
        guard let share = row.share, share.isFinite else { return .empty }
        let eighths = eighthCount(of: share, columns: columns)
        // Blocks are ambiguous in width.
        let text = !glyphs.drawsInLines ? String(repeating: "#", count: (eighths + 4) / 8) : eighthBlocks(eighths)
        return StyledLine(text.isEmpty ? [] : [Piece(text: text, role: .drawing)], width: text.count)
    }
}

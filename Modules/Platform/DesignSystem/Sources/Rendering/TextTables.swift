extension TextRenderer {
    var gap: Int { 2 }

    /// A table lined up in columns, or as records where the columns don't fit.
    func table(_ table: Table) -> [StyledLine] {
        guard !table.columns.isEmpty else { return [] }
        guard !table.rows.isEmpty else {
            return table.emptyText.map { wrapped(Inline($0, .muted)) } ?? []
        }
        if let lines = rowLines(table) { return lines }
        if scale == .extraLarge { return records(table) }
        guard let cells = fittingCells(table) else { return records(table) }
        let alignments = table.columns.map(\.alignment)
        // Wrapping may leave a column narrower than it was given.
        let used = cells.reduce(table.columns.map { _ in 0 }) { used, row in
            zip(used, row).map { max($0, $1.map(\.width).max() ?? 0) }
        }
        var lines = row(cells.first ?? [], used, alignments)
        if glyphs.isDrawn { lines.append(joined(used.map { line(glyphs.rule($0), .muted) })) }
        return cells.dropFirst().enumerated().reduce(into: lines) { lines, next in
            let identity = table.identity(ofRow: next.offset)
            if scale.isLarge && next.offset > 0 { lines.append(.empty) }
            lines += row(next.element, used, alignments).map { $0.of(identity) }
        }
    }

    /// The lines of each cell, the titles first; nil where the columns don't fit. Before anything is wrapped, the drawings
    /// give way to the words that say the same.
    private func fittingCells(_ table: Table) -> [[[StyledLine]]]? {
        let titles = table.columns.map { pieces(of: Inline($0.title, .title), namesTargets: false) }
        var rows = [titles]
        rows += table.rows.map { row in
            table.columns.indices.map { $0 < row.count ? pieces(of: row[$0], namesTargets: false) : [] }
        }
        var whole = rows.map { row in row.map(wholeLine) }
        let available = width.map { $0 - gap * (table.columns.count - 1) }
        if let available, naturalWidths(whole).reduce(0, +) > available {
            if rows.contains(where: { row in row.contains { cell in cell.contains { $0.role == .drawing } } }) {
                rows = rows.map { row in row.map { cell in cell.filter { $0.role != .drawing } } }
                whole = rows.map { row in row.map(wholeLine) }
            }
            if scale.isLarge, naturalWidths(whole).reduce(0, +) > available { return nil }
        }
        let natural = naturalWidths(whole)
        let isTight = natural.reduce(0, +) > available ?? .max
        // Whole words where there is room for them, whole badges always.
        func widths(keeping isKept: (Piece) -> Bool) -> [Int]? {
            columnWidths(floored(table.columns, rows, keeps: isKept), natural: natural, available: available)
        }
        let narrow =
            isTight
            ? widths { $0.role == .badge || $0.text.utf8.count <= Self.longestUsualWord }
                ?? widths { $0.role == .badge } : natural
        guard let narrow else { return nil }
        return zip(rows, whole).map { wrapped($0, whole: $1, narrow) }
    }

    /// The columns, none narrower than the words of its cells that are kept whole: a badge is one word.
    private func floored(_ columns: [Column], _ rows: [[[Piece]]], keeps: (Piece) -> Bool) -> [Column] {
        columns.indices.map { index in
            var column = columns[index]
            for piece in rows.flatMap({ $0[index] }) {
                let words = piece.role == .badge ? [piece.text[...]] : piece.text.split(separator: " ")
                for word in words where piece.role == .badge || !word.contains(where: isIdeographic) {
                    let word = Piece(text: String(word), role: piece.role)
                    guard keeps(word) else { continue }
                    column.minimumWidth = max(
                        column.minimumWidth, displayWidth(word.text, ambiguous: ambiguousWidth))
                }
            }
            return column
        }
    }

    /// Bytes of a word that is not broken where a column is narrow; a longer one is more likely an address or an id.
    private static let longestUsualWord = 18

    /// Width of each column's widest cell or title.
    func naturalWidths(_ rows: [[StyledLine]]) -> [Int] {
        rows.reduce(rows.first?.map { _ in 0 } ?? []) { widths, row in zip(widths, row).map { max($0, $1.width) } }
    }

    /// A line that is not broken: to be lined up with others.
    func whole(_ inline: Inline) -> StyledLine { wholeLine(pieces(of: inline, namesTargets: false)) }

    func wholeLine(_ pieces: [Piece]) -> StyledLine {
        var breaker = LineBreaker(width: nil, ambiguousWidth: ambiguousWidth)
        return breaker.lines(of: pieces).first ?? .empty
    }

    /// The lines of a row's cells, which are known already where the whole cell fits.
    private func wrapped(_ cells: [[Piece]], whole: [StyledLine], _ widths: [Int]) -> [[StyledLine]] {
        cells.indices.map { column in
            if whole[column].width <= widths[column] { return [whole[column]] }
            var breaker = LineBreaker(width: widths[column], ambiguousWidth: ambiguousWidth)
            breaker.breaksAddresses = true
            return breaker.lines(of: cells[column])
        }
    }

    /// One row: its cells side by side.
    func row(_ cells: [[StyledLine]], _ widths: [Int], _ alignments: [Alignment]) -> [StyledLine] {
        let height = cells.map(\.count).max() ?? 0
        return (0..<height).map { index in
            joined(
                cells.enumerated().map { column, lines in
                    (index < lines.count ? lines[index] : .empty).padded(to: widths[column], alignments[column])
                })
        }
    }

    func joined(_ cells: [StyledLine]) -> StyledLine {
        var result = StyledLine()
        for (index, cell) in cells.enumerated() {
            if index > 0 { result.append(.spaces(gap)) }
            result.append(cell)
        }
        return result
    }

    /// Each row as `label: value` lines, an empty line between rows.
    private func records(_ table: Table) -> [StyledLine] {
        var lines: [StyledLine] = []
        for (index, row) in table.rows.enumerated() {
            let facts = zip(table.columns, row).filter { !$1.isEmpty }.map { ($0.title, $1) }
            if !lines.isEmpty && !facts.isEmpty { lines.append(.empty) }
            let identity = table.identity(ofRow: index)
            lines += keyValues(facts, labelColumns: table.columns.map { label($0.title).width }.max() ?? 0)
                .map { $0.of(identity) }
        }
        return lines
    }

    private func label(_ text: String) -> StyledLine {
        line(boundedLine(text) + ":", .muted)
    }

    /// Labels in one column, values beside them; below them, indented, where the labels take more than half the width.
    func keyValues(_ facts: [(label: String, value: Inline)], labelColumns: Int = 0) -> [StyledLine] {
        let labels = facts.map { label($0.label) }
        let columns = labels.reduce(labelColumns) { max($0, $1.width) } + 1
        if let width, columns > width / 2 {
            return zip(labels, facts).flatMap { label, fact in
                wrapped(label.pieces) + hanging(.spaces(2), wrapped(fact.value, indent: 2))
            }
        }
        return zip(labels, facts).flatMap { label, fact in
            hanging(label.padded(to: columns, .leading), wrapped(fact.value, indent: columns))
        }
    }
}

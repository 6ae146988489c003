/// A table on its way to lines.
struct TablePass {
    let columns: [Column]
    let rows: [MeasuredRow]
    let titles: MeasuredRow
    let source: any TableRows

    init(_ source: any TableRows, _ columns: [Column], _ rows: [MeasuredRow], _ renderer: TextRenderer) {
        (self.source, self.columns, self.rows) = (source, columns, rows)
        titles = MeasuredRow(nil, columns.map { Inline($0.title, .title) }, columns.count, renderer)
    }

    /// Width of each column's widest cell or title.
    func naturalWidths(isDrawn: Bool) -> [Int] { widest { $0.widths(isDrawn: isDrawn).cells } }

    func badgeWidths(isDrawn: Bool) -> [Int] { widest { $0.widths(isDrawn: isDrawn).badges } }

    /// The widest of each column.
    private func widest(_ widths: (MeasuredRow) -> [Int]) -> [Int] {
        var widest = widths(titles)
        for row in rows {
            let widths = widths(row)
            for column in widest.indices where widths[column] > widest[column] { widest[column] = widths[column] }
        }
        return widest
    }

    /// The widest of each column that a row's wrapped cells take.
    func widestLines(_ widths: (MeasuredRow, Int?) -> [Int]) -> [Int] {
        rows.enumerated().reduce(widths(titles, nil)) { widest, next in
            zip(widest, widths(next.element, next.offset)).map { max($0, $1) }
        }
    }

    /// Cells of a row; of the titles without an index.
    func cells(_ index: Int?, isDrawn: Bool, _ renderer: TextRenderer) -> MeasuredRow.Cells {
        guard let index else { return titles.cells(isDrawn: isDrawn, { [] }, renderer) }
        return rows[index].cells(isDrawn: isDrawn, { source.cells(index) }, renderer)
    }
}

extension TextRenderer {
    var gap: Int { 2 }

    /// Appends a table lined up in columns, or as records where the columns don't fit.
    func append(_ table: any TableRows, to output: inout LaidOutText, _ memory: inout LayoutMemory) {
        let columns = table.columns
        guard !columns.isEmpty, table.count > 0 else {
            for line in emptyLines(table) { output.append(text(of: line)) }
            return
        }
        let pass = TablePass(table, columns, memory.measured(table, columns, self), self)
        let layout = rowLayout(pass) ?? wholeLayout(pass)
        for line in heading(of: pass, in: layout) { output.append(text(of: line)) }
        var isPartDue = false
        for (index, row) in pass.rows.enumerated() {
            let lines = row.lines(in: layout) { self.lines(of: index, in: layout, pass).map(text) }
            if lines.isEmpty { continue }
            if isPartDue { output.append("") }
            for line in lines { output.append(line, of: row.identity) }
            isPartDue = parts(in: layout)
        }
        for row in pass.rows { row.end() }
    }

    private func emptyLines(_ table: any TableRows) -> [StyledLine] {
        table.columns.isEmpty ? [] : table.emptyText.map { wrapped(Inline($0, .muted)) } ?? []
    }

    /// Whether an empty line stands between rows.
    private func parts(in layout: TableLayout) -> Bool {
        switch layout {
        case .oneLine, .twoLines: false
        case .wrapped: scale.isLarge
        case .records: true
        }
    }

    /// The titles and a rule.
    private func heading(of pass: TablePass, in layout: TableLayout) -> [StyledLine] {
        let widths: [Int]
        switch layout {
        case .twoLines, .records: return []
        case .oneLine(_, let own, _): widths = own
        case .wrapped(_, let used, _): widths = used
        }
        return lines(of: nil, in: layout, pass)
            + (glyphs.isDrawn ? [joined(widths.map { line(glyphs.rule($0), .muted) })] : [])
    }

    /// Lines of a row; of the titles without an index.
    private func lines(of index: Int?, in layout: TableLayout, _ pass: TablePass) -> [StyledLine] {
        let alignments = pass.columns.map(\.alignment)
        switch layout {
        case .oneLine(let columns, let widths, let isDrawn):
            let cells = pass.cells(index, isDrawn: isDrawn, self)
            return row(
                zip(columns, widths).map { [shortened(cells.pieces[$0], cells.whole[$0], to: $1)] }, widths,
                columns.map { alignments[$0] })
        case .twoLines(let title, let ranked, let isDrawn):
            guard let index else { return [] }
            return twoLines(pass.cells(index, isDrawn: isDrawn, self), title, ranked, pass, index)
        case .wrapped(let widths, let used, let isDrawn):
            return row(wrapped(pass.cells(index, isDrawn: isDrawn, self), widths), used, alignments)
        case .records(let labels):
            guard let index else { return [] }
            let facts = zip(pass.columns, pass.source.cells(index)).filter { !$1.isEmpty }.map { ($0.title, $1) }
            return keyValues(facts, labelColumns: labels)
        }
    }

    /// All facts of each row: cells that wrap, or records where the columns don't fit. Before anything is wrapped, the drawings give
    /// way to the words that say the same.
    private func wholeLayout(_ pass: TablePass) -> TableLayout {
        let records = TableLayout.records(labels: pass.columns.map { label($0.title).width }.max() ?? 0)
        if scale == .extraLarge { return records }
        let available = width.map { $0 - gap * (pass.columns.count - 1) }
        var (natural, isDrawn) = (pass.naturalWidths(isDrawn: true), true)
        if let available, natural.reduce(0, +) > available {
            (natural, isDrawn) = (pass.naturalWidths(isDrawn: false), false)
            if scale.isLarge, natural.reduce(0, +) > available { return records }
        }
        let isTight = natural.reduce(0, +) > available ?? .max
        // Whole words where there is room for them, whole badges always.
        func widths(_ least: ((usual: [Int], badges: [Int])) -> [Int]) -> [Int]? {
            let floors = pass.widestLines { row, index in
                least(row.wordWidths(isDrawn: isDrawn) { wordWidths(pass.cells(index, isDrawn: isDrawn, self).pieces) })
            }
            return columnWidths(floored(pass.columns, floors), natural: natural, available: available)
        }
        guard let narrow = isTight ? widths(\.usual) ?? widths(\.badges) : natural else { return records }
        // Wrapping may leave a column narrower than it was given.
        let used = pass.widestLines { row, index in
            row.wrappedWidths(to: narrow, isDrawn: isDrawn) {
                wrapped(pass.cells(index, isDrawn: isDrawn, self), narrow)
            }
        }
        return .wrapped(widths: narrow, used: used, isDrawn: isDrawn)
    }

    /// The columns, none narrower than what of its cells is kept whole.
    private func floored(_ columns: [Column], _ least: [Int]) -> [Column] {
        zip(columns, least).map { column, least in
            var column = column
            column.minimumWidth = max(column.minimumWidth, least)
            return column
        }
    }

    /// The longest words of cells, and the longest badges: a badge is one word.
    private func wordWidths(_ cells: [[Piece]]) -> (usual: [Int], badges: [Int]) {
        var widths = (usual: cells.map { _ in 0 }, badges: cells.map { _ in 0 })
        for (column, cell) in cells.enumerated() {
            for piece in cell {
                let isBadge = piece.role == .badge
                for word in isBadge ? [piece.text[...]] : piece.text.split(separator: " ")
                where isBadge || !word.contains(where: isIdeographic) && word.utf8.count <= Self.longestUsualWord {
                    let width = displayWidth(String(word), ambiguous: ambiguousWidth)
                    widths.usual[column] = max(widths.usual[column], width)
                    if isBadge { widths.badges[column] = max(widths.badges[column], width) }
                }
            }
        }
        return widths
    }

    /// Bytes of a word that is not broken where a column is narrow; a longer one is more likely an address or an id.
    private static let longestUsualWord = 18

    /// A line that is not broken: to be lined up with others.
    func whole(_ inline: Inline) -> StyledLine { wholeLine(pieces(of: inline, namesTargets: false)) }

    func wholeLine(_ pieces: [Piece]) -> StyledLine {
        var breaker = LineBreaker(width: nil, ambiguousWidth: ambiguousWidth)
        return breaker.lines(of: pieces).first ?? .empty
    }

    /// The lines of a row's cells, which are known already where the whole cell fits.
    private func wrapped(_ cells: MeasuredRow.Cells, _ widths: [Int]) -> [[StyledLine]] {
        cells.pieces.indices.map { column in
            if cells.whole[column].width <= widths[column] { return [cells.whole[column]] }
            var breaker = LineBreaker(width: widths[column], ambiguousWidth: ambiguousWidth)
            breaker.breaksAddresses = true
            return breaker.lines(of: cells.pieces[column])
        }
    }

    /// One row: its cells side by side.
    private func row(_ cells: [[StyledLine]], _ widths: [Int], _ alignments: [Alignment]) -> [StyledLine] {
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

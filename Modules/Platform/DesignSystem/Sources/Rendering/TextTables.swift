extension TextRenderer {
    var gap: Int { 2 }

    /// Appends a table lined up in columns, or as records where the columns don't fit.
    func append(_ table: any TableRows, to output: inout LaidOutText, _ memory: inout LayoutMemory) {
        let columns = table.columns
        guard !columns.isEmpty, table.count > 0 else {
            for line in emptyLines(table) { output.append(text(of: line)) }
            return
        }
        let known = memory.next(columns)
        let laidOut =
            if let known, known.follow(table, self, memory.port) { known } else { laidOut(table, columns, known) }
        laidOut.append(to: &output)
        memory.remember(laidOut)
    }

    /// Lays a table out whole.
    /// - Parameter known: the same table as it was the last time; rows of it that are still there are not measured again.
    private func laidOut(_ table: any TableRows, _ columns: [Column], _ known: LaidOutTable?) -> LaidOutTable {
        let reserved = known?.pass.reserved ?? ReservedBadges(columns, self)
        let (rows, origins) = measured(table, columns, reserved, known)
        var pass = TablePass(table, columns, rows, titles: known?.pass.titles, reserved, self)
        let layout = rowLayout(&pass) ?? wholeLayout(&pass)
        var text = LaidOutText()
        for line in heading(of: pass, in: layout) { text.append(self.text(of: line)) }
        var firstLines: [Int] = []
        firstLines.reserveCapacity(rows.count)
        var isPartDue = false
        for (index, row) in rows.enumerated() {
            let lines = lines(of: index, row, in: layout, pass)
            if isPartDue, !lines.isEmpty { text.append("") }
            firstLines.append(text.lines.count)
            if lines.isEmpty { continue }
            for line in lines { text.append(line, of: row.identity) }
            isPartDue = parts(in: layout)
        }
        pass.end()
        return LaidOutTable(pass: pass, layout: layout, text: text, firstLines: firstLines, origins: origins)
    }

    /// The rows of a table, measured, and their origins; none of these where it is not remembered.
    private func measured(
        _ table: any TableRows, _ columns: [Column], _ reserved: ReservedBadges, _ known: LaidOutTable?
    ) -> ([MeasuredRow], [RowOrigin]) {
        func measured(_ index: Int) -> MeasuredRow {
            MeasuredRow(table.identity(index), table.cells(index), columns.count, reserved, self)
        }
        let places = 0..<table.count
        let origins = table.count <= LayoutMemory.limit ? places.compactMap(table.origin) : []
        guard origins.count == table.count else { return (places.map(measured), []) }
        var others: [RowOrigin: MeasuredRow]?
        let rows = places.map { index in
            if let known, index < known.origins.count, known.origins[index] == origins[index] {
                return known.pass.rows[index]
            }
            // Most tables that change have their rows where they were: only others are looked for.
            let moved = others ?? known?.rows(notAt: origins) ?? [:]
            others = moved
            return moved[origins[index]] ?? measured(index)
        }
        return (rows, origins)
    }

    /// Lines of a row, laid out once for a layout.
    func lines(of index: Int, _ row: MeasuredRow, in layout: TableLayout, _ pass: TablePass) -> [String] {
        row.lines(in: layout) { lines(of: index, in: layout, pass).map(text) }
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
            let cells = pass.cells(index, isDrawn: isDrawn)
            return row(
                zip(columns, widths).map { [shortened(cells.pieces[$0], cells.whole[$0], to: $1)] }, widths,
                columns.map { alignments[$0] })
        case .twoLines(let title, let ranked, let isDrawn):
            guard let index else { return [] }
            return twoLines(pass.cells(index, isDrawn: isDrawn), title, ranked, pass, index)
        case .wrapped(let widths, let used, let isDrawn):
            return row(wrapped(pass.cells(index, isDrawn: isDrawn), widths), used, alignments)
        case .records(let labels):
            guard let index else { return [] }
            let facts = zip(pass.columns, pass.source.cells(index)).filter { !$1.isEmpty }.map { ($0.title, $1) }
            return keyValues(facts, labelColumns: labels)
        }
    }

    /// All facts of each row: cells that wrap, or records where the columns don't fit. Before anything is wrapped, the drawings give
    /// way to the words that say the same.
    private func wholeLayout(_ pass: inout TablePass) -> TableLayout {
        let records = TableLayout.records(labels: pass.columns.map { label($0.title).width }.max() ?? 0)
        if scale == .extraLarge { return records }
        let available = width.map { $0 - gap * (pass.columns.count - 1) }
        var (natural, isDrawn) = (pass.widest(.whole(isDrawn: true)), true)
        if let available, natural.reduce(0, +) > available {
            (natural, isDrawn) = (pass.widest(.whole(isDrawn: false)), false)
            if scale.isLarge, natural.reduce(0, +) > available { return records }
        }
        var narrow = natural
        if let available, natural.reduce(0, +) > available {
            func widths(least: CellMeasure) -> [Int]? {
                columnWidths(
                    floored(pass.columns, pass.widest(least)), natural: natural, available: available)
            }
            // Whole words where there is room for them, whole badges always.
            guard let widths = widths(least: .words(isDrawn: isDrawn)) ?? widths(least: .wholeBadges(isDrawn: isDrawn))
            else { return records }
            narrow = widths
        }
        narrow = pass.reserved.roomed(narrow, within: available.map { $0 - narrow.reduce(0, +) })
        // Wrapping may leave a column narrower than it was given.
        return .wrapped(
            widths: narrow, used: pass.widest(.lines(to: narrow, isDrawn: isDrawn)), isDrawn: isDrawn)
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
    func wordWidths(_ cells: [[Piece]]) -> (usual: [Int], badges: [Int]) {
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
    func wrapped(_ cells: MeasuredRow.Cells, _ widths: [Int]) -> [[StyledLine]] {
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
            var line = StyledLine()
            for (column, lines) in cells.enumerated() {
                if column > 0 { line.appendSpaces(gap) }
                line.append(index < lines.count ? lines[index] : .empty, in: widths[column], alignments[column])
            }
            return line
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

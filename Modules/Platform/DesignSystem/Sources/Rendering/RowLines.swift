/// Tables whose rows have one line each, and in a narrow window two: lists that keys move through.
extension TextRenderer {
    /// Widths that a text still says something in. The title keeps its own up to the first, before any other column has more than
    /// the last.
    private static let least = (title: 30, narrowTitle: 20, other: 20)

    /// - Returns: nil where the table is laid out as any other: it fits, or its scale spends lines.
    func rowLines(_ table: Table) -> [StyledLine]? {
        guard fit == .lines, !scale.isLarge, let width, !table.columns.isEmpty, !table.rows.isEmpty else { return nil }
        var cells = ([table.columns.map { Inline($0.title, .title) }] + table.rows).map { row in
            table.columns.indices.map { $0 < row.count ? pieces(of: row[$0], namesTargets: false) : [] }
        }
        // A column that says nothing of any row is left out.
        let told = table.columns.indices.filter { column in cells.dropFirst().contains { !$0[column].isEmpty } }
        var natural = naturalWidths(cells.map { $0.map(wholeLine) })
        if sum(natural, of: told) > width {
            cells = cells.map { row in row.map { cell in cell.filter { $0.role != .drawing } } }
            natural = naturalWidths(cells.map { $0.map(wholeLine) })
        }
        let badges = table.columns.indices.map { column in
            cells.reduce(0) { max($0, self.badges(of: $1[column]).width) }
        }
        guard let (columns, widths) = shownColumns(table, told, natural, badges, width) else {
            return twoLineRows(table, told, cells, width)
        }
        let alignments = columns.map { table.columns[$0].alignment }
        let lines = cells.map { row in zip(columns, widths).map { [shortened(row[$0], to: $1)] } }
        let rule = glyphs.isDrawn ? [joined(widths.map { line(glyphs.rule($0), .muted) })] : []
        return row(lines[0], widths, alignments) + rule
            + lines.dropFirst().enumerated().flatMap { index, cells in
                row(cells, widths, alignments).map { $0.of(table.identity(ofRow: index)) }
            }
    }

    private func sum(_ widths: [Int], of columns: [Int]) -> Int {
        columns.reduce(gap * (columns.count - 1)) { $0 + widths[$1] }
    }

    /// The columns that have room in one line, and their widths; nil where those that say which row it is have none, or where a
    /// row that can't be opened would lose a fact.
    private func shownColumns(
        _ table: Table, _ told: [Int], _ natural: [Int], _ badges: [Int], _ width: Int
    ) -> (columns: [Int], widths: [Int])? {
        let leadsOn = table.identities.contains { $0?.leadsOn == true }
        func floors(title: Int) -> [Int] {
            table.columns.indices.map { index in
                switch table.columns[index] {
                case let column where column.priority == 0 || !leadsOn: natural[index]
                case let column where column.rank == .title:
                    min(natural[index], max(title, column.minimumWidth) + badges[index])
                default: min(natural[index], max(Self.least.other, table.columns[index].minimumWidth))
                }
            }
        }
        var columns = told
        var least = floors(title: Self.least.title)
        while sum(least, of: columns) > width {
            if leadsOn, let last = columns.last(where: { table.columns[$0].rank == .other }), columns.count > 1 {
                columns.removeAll { $0 == last }
            } else if least == floors(title: Self.least.narrowTitle) {
                return nil
            } else {
                least = floors(title: Self.least.narrowTitle)
            }
        }
        var widths = natural
        for isTitle in [false, true] {
            let group = columns.filter { (table.columns[$0].rank == .title) == isTitle }
            let excess = sum(widths, of: columns) - width
            if excess > 0 { _ = shrink(&widths, group, floors: least, by: excess) }
        }
        return (columns, columns.map { widths[$0] })
    }

    /// The title with its badges in one line, and below it the other facts: of a row that can be opened the key, the price and as many
    /// others as have room; of any other row all of them.
    private func twoLineRows(_ table: Table, _ told: [Int], _ cells: [[[Piece]]], _ width: Int) -> [StyledLine] {
        let title = told.first { table.columns[$0].rank == .title } ?? told.first ?? 0
        let room = max(width - gap, 4)
        let ranked = told.filter { $0 != title }.sorted { left, right in
            let (first, second) = (table.columns[left].rank.order, table.columns[right].rank.order)
            // What is paid stands behind what it cost before.
            return first == second ? (first == 0 ? left > right : left < right) : first < second
        }
        return cells.dropFirst().enumerated().flatMap { index, row -> [StyledLine] in
            let identity = table.identity(ofRow: index)
            var facts: [Int: StyledLine] = [:]
            for column in ranked where !row[column].isEmpty {
                let isNumber = table.columns[column].rank == .other && table.columns[column].alignment == .trailing
                facts[column] = wholeLine(
                    (isNumber ? [Piece(text: cellLabel(table, column), role: .muted)] : []) + row[column])
            }
            var used = -gap
            let price = ranked.first { table.columns[$0].rank == .price }
            var shown = ranked.filter { column in
                guard let fact = facts[column] else { return false }
                let fits = used + gap + fact.width <= room
                guard fits || column == price || table.columns[column].rank == .key || identity?.leadsOn != true else {
                    return false
                }
                used += gap + fact.width
                return true
            }
            shown.sort()
            var lines = [StyledLine.empty]
            for fact in shown.compactMap({ facts[$0] }) {
                let isFirst = lines.last?.width == 0
                if let last = lines.last, !isFirst, last.width + gap + fact.width > room { lines.append(.empty) }
                let parts = fact.width <= room ? [fact] : wrapped(fact.pieces, indent: gap)
                for (number, part) in parts.enumerated() {
                    if number > 0 { lines.append(.empty) }
                    if lines[lines.count - 1].width > 0 { lines[lines.count - 1].append(.spaces(gap)) }
                    lines[lines.count - 1].append(part)
                }
            }
            let heading = wrapped(row[title])
            let below = lines.filter { $0.width > 0 }.map { hanging(.spaces(gap), [$0])[0] }
            return (heading + below).map { $0.of(identity) }
        }
    }

    /// The badges at the end of a cell.
    private func badges(of cell: [Piece]) -> StyledLine {
        wholeLine(cell.firstIndex { $0.role == .badge }.map { Array(cell[$0...]) } ?? [])
    }

    private func cellLabel(_ table: Table, _ column: Int) -> String { boundedLine(table.columns[column].title) + " " }

    /// A cell in one line of so many columns. What doesn't fit is left out from between two words on; badges stay.
    private func shortened(_ cell: [Piece], to width: Int) -> StyledLine {
        let whole = wholeLine(cell)
        guard whole.width > width else { return whole }
        let end = cell.firstIndex { $0.role == .badge } ?? cell.endIndex
        let badges = badges(of: cell)
        let sign = glyphs.isASCII ? "..." : "…"
        let room = width - displayWidth(sign, ambiguous: ambiguousWidth) - (badges.width > 0 ? badges.width + 1 : 0)
        var breaker = LineBreaker(width: max(room, 1), ambiguousWidth: ambiguousWidth)
        breaker.breaksAddresses = true
        var short = breaker.lines(of: Array(cell[..<end])).first ?? .empty
        short.append(
            Piece(text: sign, role: short.pieces.last?.role ?? .body),
            width: displayWidth(sign, ambiguous: ambiguousWidth))
        if badges.width > 0 {
            short.append(.spaces(1))
            short.append(badges)
        }
        return short
    }
}

extension ColumnRank {
    /// Which fact has room first.
    fileprivate var order: Int {
        switch self {
        case .price: 0
        case .key: 1
        case .title, .other: 2
        }
    }
}

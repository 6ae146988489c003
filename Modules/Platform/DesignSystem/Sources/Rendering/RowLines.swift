/// Tables whose rows have one line each, and in a narrow window two: lists that keys move through.
extension TextRenderer {
    /// Widths that a text still says something in. The title keeps its own up to the first, before any other column has more than
    /// the last.
    private static let least = (title: 30, narrowTitle: 20, other: 20)

    /// - Returns: nil where the table is laid out as any other: it fits, or its scale spends lines.
    func rowLayout(_ pass: inout TablePass) -> TableLayout? {
        guard fit == .lines, !scale.isLarge, let width else { return nil }
        // A column that says nothing of any row is left out.
        let rows = pass.rows
        let told = pass.columns.indices.filter { column in rows.contains { $0.isFilled(column) } }
        var (natural, isDrawn) = (pass.widest(.whole(isDrawn: true)), true)
        if sum(natural, of: told) > width { (natural, isDrawn) = (pass.widest(.whole(isDrawn: false)), false) }
        let badges = pass.widest(.badges(isDrawn: isDrawn))
        let leadsOn = rows.contains { $0.identity?.leadsOn == true }
        // Rows that can't be opened keep their facts whole.
        if !leadsOn { natural = pass.reserved.roomed(natural, within: nil) }
        guard let (columns, widths) = shownColumns(pass, leadsOn, told, natural, badges, width) else {
            let title = told.first { pass.columns[$0].rank == .title } ?? told.first ?? 0
            return .twoLines(title: title, ranked: ranked(pass.columns, told.filter { $0 != title }), isDrawn: isDrawn)
        }
        return .oneLine(columns: columns, widths: widths, isDrawn: isDrawn)
    }

    private func sum(_ widths: [Int], of columns: [Int]) -> Int {
        columns.reduce(gap * (columns.count - 1)) { $0 + widths[$1] }
    }

    /// The columns in the order in which their facts have room.
    private func ranked(_ columns: [Column], _ told: [Int]) -> [Int] {
        told.sorted { left, right in
            let (first, second) = (columns[left].rank.order, columns[right].rank.order)
            // The reduced price stands behind the one before.
            return first == second ? (first == 0 ? left > right : left < right) : first < second
        }
    }

    /// The columns that have room in one line, and their widths; nil where those that say which row it is have none, or where a
    /// row that can't be opened would lose a fact.
    private func shownColumns(
        _ pass: TablePass, _ leadsOn: Bool, _ told: [Int], _ natural: [Int], _ badges: [Int], _ width: Int
    ) -> (columns: [Int], widths: [Int])? {
        let all = pass.columns
        func floors(title: Int) -> [Int] {
            all.indices.map { index in
                switch all[index] {
                case let column where column.priority == 0 || !leadsOn: natural[index]
                case let column where column.rank == .title:
                    min(natural[index], max(title, column.minimumWidth) + badges[index])
                default: min(natural[index], max(Self.least.other, all[index].minimumWidth))
                }
            }
        }
        var columns = told
        var least = floors(title: Self.least.title)
        while sum(least, of: columns) > width {
            if leadsOn, let last = columns.last(where: { all[$0].rank == .other }), columns.count > 1 {
                columns.removeAll { $0 == last }
            } else if least == floors(title: Self.least.narrowTitle) {
                return nil
            } else {
                least = floors(title: Self.least.narrowTitle)
            }
        }
        var widths = natural
        for isTitle in [false, true] {
            let group = columns.filter { (all[$0].rank == .title) == isTitle }
            let excess = sum(widths, of: columns) - width
            if excess > 0 { _ = shrink(&widths, group, floors: least, by: excess) }
        }
        let left = width - sum(widths, of: columns)
        widths = pass.reserved.roomed(widths, within: left)
        return (columns, columns.map { widths[$0] })
    }

    /// The title with its badges in one line, and below it the other facts: of a row that can be opened the key, the price and as many
    /// others as have room; of any other row all of them.
    func twoLines(
        _ cells: MeasuredRow.Cells, _ title: Int, _ ranked: [Int], _ pass: TablePass, _ index: Int
    ) -> [StyledLine] {
        let room = max((width ?? 0) - gap, 4)
        var facts: [Int: StyledLine] = [:]
        for column in ranked where !cells.pieces[column].isEmpty {
            let isNumber = pass.columns[column].rank == .other && pass.columns[column].alignment == .trailing
            facts[column] = wholeLine(
                (isNumber ? [Piece(text: boundedLine(pass.columns[column].title) + " ", role: .muted)] : [])
                    + cells.pieces[column])
        }
        var used = -gap
        let price = ranked.first { pass.columns[$0].rank == .price }
        var shown = ranked.filter { column in
            guard let fact = facts[column] else { return false }
            let fits = used + gap + fact.width <= room
            let isKept = column == price || pass.columns[column].rank == .key
            guard fits || isKept || pass.rows[index].identity?.leadsOn != true else { return false }
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
        return wrapped(cells.pieces[title]) + lines.filter { $0.width > 0 }.map { hanging(.spaces(gap), [$0])[0] }
    }

    /// The badges at the end of a cell.
    func badges(of cell: [Piece]) -> StyledLine {
        guard let first = cell.firstIndex(where: { $0.role == .badge }) else { return .empty }
        return wholeLine(Array(cell[first...]))
    }

    /// A cell in one line of so many columns. What doesn't fit is left out from between two words on; badges stay.
    func shortened(_ cell: [Piece], _ whole: StyledLine, to width: Int) -> StyledLine {
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

import DesignSystem

/// The fields of a row that a chart shows.
struct RangePlaces {
    let low: Int
    let middle: Int
    let high: Int
    let unit: Int?
    /// The three fields, from the lowest on.
    var places: [Int] { [low, middle, high] }

    /// - Returns: nil where a field of the range is missing.
    init?(_ roles: RolePlaces) {
        guard let low = roles.low, let middle = roles.middle, let high = roles.high else { return nil }
        (self.low, self.middle, self.high, unit) = (low, middle, high, roles.unit)
    }
}

extension RowLayout {
    /// Rows within a row as people read them: a table; where each has a range, a chart of it with the rest, and for one row alone
    /// its facts.
    func blocks(_ rows: [Row], emptyText: String) -> [Block] {
        guard let range, !rows.isEmpty, rows.allSatisfy({ $0.has(range) }) else {
            return [table(rows, told, emptyText: emptyText)]
        }
        let rest = placesBeside(range, isAlone: rows.count == 1)
        guard rows.count == 1, let row = rows.first else {
            let further = Table(
                columns: rest.map { column($0, among: rest) },
                rows: rows.map { row in rest.map { row.cell($0, among: rest) } },
                identities: rows.map { hasKey ? $0.identity : nil })
            return [chart(rows, range, further)]
        }
        let facts = rest.map { KeyValue(label($0), row.cell($0, among: rest)) }.filter { !$0.value.isEmpty }
        return [chart(rows, range), .keyValues(facts)]
    }

    /// The fields of rows with a range that are told beside it.
    /// - Parameter isAlone: whether there is one row, whose facts are a list.
    fileprivate func placesBeside(_ range: RangePlaces, isAlone: Bool) -> [Int] {
        let all = isAlone ? told.filter { !fields[$0].marks.contains(.silent) } : listed
        return all.filter { !range.places.contains($0) }
    }

    private func chart(_ rows: [Row], _ range: RangePlaces, _ further: Table? = nil) -> Block {
        .rangeChart(
            RangeChart(
                titles: RangeChart.Titles(
                    label: name, low: label(range.low), mark: label(range.middle), high: label(range.high)),
                unit: range.unit.flatMap { rows.first?.text($0) } ?? "",
                rows: rows.compactMap { row in
                    guard let low = row.rangeValue(range.low), let mark = row.rangeValue(range.middle),
                        let high = row.rangeValue(range.high)
                    else { return nil }
                    return RangeRow(
                        label: Inline(row.title ?? row.key), low: low, mark: mark, high: high,
                        identity: hasKey ? row.identity : nil)
                }, further: further))
    }
}

extension RowSet {
    /// Writes the rows as the blocks of rows with a range are in Markdown: a table, and of one row alone its further facts below it.
    /// - Returns: false where a row has no range; nothing is written then.
    func writeRanges(of layout: RowLayout, into markdown: inout MarkdownRenderer) -> Bool {
        guard let range = layout.range, count > 0 else { return false }
        let rows = (0..<count).map { Row(set: self, index: $0) }
        guard rows.allSatisfy({ $0.has(range) }) else { return false }
        let rest = layout.placesBeside(range, isAlone: rows.count == 1)
        let further = rows.count == 1 ? [] : rest
        // A key that leads the further facts stands beside the label.
        let keys = further.first.map { layout.column($0, among: further).rank } == .key ? 1 : 0
        markdown.part { markdown in
            let codec = codec
            func titles(_ places: some Sequence<Int>) {
                for place in places {
                    markdown.columnTitle(layout.label(place), isPlain: layout.isPlainLabel(place, codec))
                }
            }
            markdown.mark("|")
            markdown.columnTitle(layout.name, isPlain: false)
            titles(further.prefix(keys))
            titles(range.places)
            titles(further.dropFirst(keys))
            markdown.newLine()
            markdown.border()
            markdown.columnAlignment(.leading)
            for place in further.prefix(keys) { markdown.columnAlignment(layout.alignment(place)) }
            for _ in range.places { markdown.columnAlignment(.trailing) }
            for place in further.dropFirst(keys) { markdown.columnAlignment(layout.alignment(place)) }
            for row in rows { row.write(range, further, keys, of: layout, into: &markdown) }
        }
        guard rows.count == 1, let row = rows.first else { return true }
        markdown.part { markdown in
            var isFirst = true
            for place in rest {
                let cell = row.cell(place, among: rest)
                if cell.isEmpty { continue }
                markdown.begin(place, of: layout, codec, &isFirst)
                markdown.inline(cell, .line)
            }
        }
        return true
    }
}

extension Row {
    /// Whether the row has all of a range.
    fileprivate func has(_ range: RangePlaces) -> Bool {
        range.places.allSatisfy { place in
            switch slot(place).kind {
            case .number, .whole: true
            default: text(place).flatMap { Double($0) } != nil
            }
        }
    }

    /// Writes the row as a line of a table: its label, the keys among the further facts, its range, the others.
    fileprivate func write(
        _ range: RangePlaces, _ further: [Int], _ keys: Int, of layout: RowLayout, into markdown: inout MarkdownRenderer
    ) {
        func write(_ places: some Sequence<Int>) {
            for place in places {
                self.write(place, of: layout, among: further, in: .cell, into: &markdown)
                markdown.border()
            }
        }
        markdown.newLine()
        markdown.border()
        markdown.text(title ?? key, .body, .cell)
        markdown.border()
        write(further.prefix(keys))
        for place in range.places {
            markdown.text(cell(place, among: [place]).plainText, .body, .cell)
            markdown.border()
        }
        write(further.dropFirst(keys))
    }

    fileprivate func rangeValue(_ place: Int) -> RangeValue? {
        text(place).flatMap { Double($0) }.map { RangeValue($0, cell(place, among: [place]).plainText) }
    }
}

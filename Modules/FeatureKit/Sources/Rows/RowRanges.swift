import DesignSystem

/// The fields of a row that a chart shows.
struct RangePlaces {
    let low: Int
    let middle: Int
    let high: Int
    let unit: Int?

    /// - Returns: nil where a field of the range is missing.
    init?(_ roles: RolePlaces) {
        guard let low = roles.low, let middle = roles.middle, let high = roles.high else { return nil }
        (self.low, self.middle, self.high, unit) = (low, middle, high, roles.unit)
    }
}

extension RowLayout {
    /// Rows within a row as people read them: a table; where they have a range, a chart of it with the rest, and for one row alone
    /// its facts.
    func blocks(_ rows: [Row], emptyText: String) -> [Block] {
        guard let range, !rows.isEmpty else {
            return [table(rows, told, emptyText: emptyText)]
        }
        func isDrawn(_ place: Int) -> Bool { [range.low, range.middle, range.high].contains(place) }
        guard rows.count == 1, let row = rows.first else {
            let rest = listed.filter { !isDrawn($0) }
            let further = Table(
                columns: rest.map(column), rows: rows.map { row in rest.map { row.cell($0, among: rest) } },
                identities: rows.map { hasKey ? $0.identity : nil })
            return [chart(rows, range, further)]
        }
        let rest = told.filter { !isDrawn($0) && !fields[$0].marks.contains(.silent) }
        let facts = rest.map { KeyValue(label($0), row.cell($0, among: rest)) }.filter { !$0.value.isEmpty }
        return [chart(rows, range), .keyValues(facts)]
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

extension Row {
    fileprivate func rangeValue(_ place: Int) -> RangeValue? {
        text(place).flatMap { Double($0) }.map { RangeValue($0, cell(place, among: [place]).plainText) }
    }
}

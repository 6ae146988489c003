import DesignSystem

/// The fields of a row that a chart shows.
struct RangePlaces {
    let low: Int
    let middle: Int
    let high: Int
    let unit: Int?

    /// - Returns: nil where a field of the range is missing.
    init?(_ fields: ContiguousArray<FieldDeclaration>) {
        func place(_ role: FieldRole) -> Int? { fields.firstIndex { $0.role == role } }
        guard let low = place(.low), let middle = place(.middle), let high = place(.high) else { return nil }
        (self.low, self.middle, self.high, unit) = (low, middle, high, place(.unit))
    }
}

extension RowLayout {
    /// Rows within a row as people read them: a table; where they have a range, a chart of it and a table of the rest, and for one
    /// row alone its facts.
    func blocks(_ rows: [Row], emptyText: String) -> [Block] {
        guard let range, !rows.isEmpty else {
            return [table(rows, told, emptyText: emptyText)]
        }
        func isDrawn(_ place: Int) -> Bool { [range.low, range.middle, range.high].contains(place) }
        guard rows.count == 1, let row = rows.first else {
            return [chart(rows, range), table(rows, listed.filter { !isDrawn($0) }, emptyText: emptyText)]
        }
        let rest = told.filter { !isDrawn($0) }
        let facts = rest.map { KeyValue(label($0), row.cell($0, among: rest)) }.filter { !$0.value.isEmpty }
        return [chart(rows, range), .keyValues(facts)]
    }

    private func chart(_ rows: [Row], _ range: RangePlaces) -> Block {
        return .rangeChart(
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
                }))
    }
}

extension Row {
    fileprivate func rangeValue(_ place: Int) -> RangeValue? {
        text(place).flatMap { Double($0) }.map { RangeValue($0, cell(place, among: [place]).plainText) }
    }
}

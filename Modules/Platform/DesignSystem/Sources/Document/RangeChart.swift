/// Ranges on one common scale, a row each: a bar from the lowest to the highest value, with one value between marked.
///
/// ANSI draws it, plain text has it in ASCII. Markdown shows the same facts as one table; HTML does both.
package struct RangeChart: Sendable, Equatable {
    /// The titles of a row's parts.
    package struct Titles: Sendable, Equatable {
        package var label: String
        package var low: String
        package var mark: String
        package var high: String

        package init(label: String, low: String, mark: String, high: String) {
            self.label = label
            self.low = low
            self.mark = mark
            self.high = high
        }
    }

    package var titles: Titles
    /// Behind the numbers of the scale, such as `°C`.
    package var unit: String
    package var rows: [RangeRow]
    /// Further facts of the rows, in their order: columns of the chart's table, a table of their own under its picture.
    package var further: Table?

    package init(titles: Titles, unit: String, rows: [RangeRow], further: Table? = nil) {
        self.titles = titles
        self.unit = unit
        self.rows = rows
        self.further = further
    }

    /// The chart's facts without the picture. A key that leads the further facts stands beside the label.
    var table: Table {
        var table = ranges
        guard let further else { return table }
        let keys = further.columns.first?.rank == .key ? 1 : 0
        table.columns.insert(contentsOf: further.columns.prefix(keys), at: 1)
        table.columns += further.columns.dropFirst(keys)
        for (index, cells) in further.rows.enumerated() where index < table.rows.count {
            table.rows[index].insert(contentsOf: cells.prefix(keys), at: 1)
            table.rows[index] += cells.dropFirst(keys)
        }
        return table
    }

    private var ranges: Table {
        Table(
            columns: [
                Column(titles.label, priority: 0), Column(titles.low, alignment: .trailing, priority: 0),
                Column(titles.mark, alignment: .trailing, priority: 0),
                Column(titles.high, alignment: .trailing, priority: 0),
            ],
            rows: rows.map { [$0.label, Inline($0.low.text), Inline($0.mark.text), Inline($0.high.text)] },
            identities: rows.map(\.identity))
    }
}

/// One row of a `RangeChart`.
package struct RangeRow: Sendable, Equatable {
    package var label: Inline
    package var low: RangeValue
    /// The value marked on the bar, such as the average.
    package var mark: RangeValue
    package var high: RangeValue
    /// Which row it is; no style shows it.
    package var identity: RowIdentity?

    package init(
        label: Inline, low: RangeValue, mark: RangeValue, high: RangeValue, identity: RowIdentity? = nil
    ) {
        self.label = label
        self.low = low
        self.mark = mark
        self.high = high
        self.identity = identity
    }
}

/// A value and how it is written beside the bar.
package struct RangeValue: Sendable, Equatable {
    package var value: Double
    package var text: String

    package init(_ value: Double, _ text: String) {
        self.value = value
        self.text = text
    }
}

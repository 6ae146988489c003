/// Amounts as bars from nothing on, a row each, with their values in words behind.
///
/// ANSI draws it, plain text has it in ASCII. Markdown shows the same facts as a table; HTML does both.
package struct BarChart: Sendable, Equatable {
    /// The titles of labels and values.
    package var label: String
    package var value: String
    package var rows: [BarRow]

    package init(label: String, value: String, rows: [BarRow]) {
        self.label = label
        self.value = value
        self.rows = rows
    }

    /// The chart's facts without the picture.
    var table: Table {
        Table(
            columns: [Column(label, priority: 0), Column(value, alignment: .trailing, priority: 0)],
            rows: rows.map { [$0.label, Inline($0.text)] }, identities: rows.map(\.identity))
    }
}

/// One row of a `BarChart`.
package struct BarRow: Sendable, Equatable {
    package var label: Inline
    /// Filled share of the bar: 0…1, clamped. Nil or NaN draws no bar.
    package var share: Double?
    /// The value in words.
    package var text: String
    /// Which row it is; no style shows it.
    package var identity: RowIdentity?

    package init(label: Inline, share: Double?, text: String, identity: RowIdentity? = nil) {
        self.label = label
        self.share = share
        self.text = text
        self.identity = identity
    }
}

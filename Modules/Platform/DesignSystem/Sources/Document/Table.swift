/// Rows of cells in columns that line up by display width.
///
/// Where the columns don't fit even at their smallest, each row becomes a record of `label: value` lines.
package struct Table: Sendable, Equatable {
    package var columns: [Column]
    /// A row's cells in the order of the columns; missing cells are empty, cells beyond the columns are dropped.
    package var rows: [[Inline]]
    /// Which rows they are, in their order; rows beyond these have no identity. No style shows it.
    package var identities: [RowIdentity?]
    /// Said instead of a table without rows; nil says nothing.
    package var emptyText: String?

    package init(
        columns: [Column], rows: [[Inline]], identities: [RowIdentity?] = [], emptyText: String? = nil
    ) {
        self.columns = columns
        self.rows = rows
        self.identities = identities
        self.emptyText = emptyText
    }

    func identity(ofRow index: Int) -> RowIdentity? { index < identities.count ? identities[index] : nil }
}

/// Alignment of a column's text.
package enum Alignment: Sendable, CaseIterable {
    /// Texts and ids.
    case leading
    /// Numbers and prices.
    case trailing
    case center
}

/// A column's title and how it gives way when the table is too wide.
package struct Column: Sendable, Equatable {
    package var title: String
    package var alignment: Alignment
    /// Columns with the highest number shrink first. 0 never shrinks: ids, prices, dates.
    package var priority: Int
    /// The fewest display columns this column shrinks to before the table gives up lining up.
    package var minimumWidth: Int
    /// Decides which columns stay where each row has one line.
    package var rank: ColumnRank
    /// Badges that may come to any cell and go while the table is shown, such as a like. The table is laid out without them, with room
    /// for them where there is some: no other row moves when one comes.
    package var reservedBadges: [String] = []

    package init(
        _ title: String, alignment: Alignment = .leading, priority: Int = 1, minimumWidth: Int = 12,
        rank: ColumnRank = .other
    ) {
        self.rank = rank
        self.title = title
        self.alignment = alignment
        self.priority = priority
        self.minimumWidth = minimumWidth
    }
}

/// Kind of fact in a column. Where each row has one line, the columns of other facts go first, the last one before the others.
package enum ColumnRank: Sendable {
    case key, title, price, other
}

/// Layout of the rows of a table that is too wide.
package enum TableFit: Sendable {
    /// Cells wrap, and below the smallest widths rows become records: every fact stays.
    case whole
    /// A row has one line, in a narrow window two: columns are left out and texts shortened between words, for lists whose rows
    /// are opened to read the rest.
    case lines
}

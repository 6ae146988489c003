/// A table whose rows are made one by one, and only those that a layout does not remember.
package protocol TableRows: Sendable {
    var columns: [Column] { get }
    /// Said instead of a table without rows; nil says nothing.
    var emptyText: String? { get }
    var count: Int { get }

    /// Cells of a row, in the order of the columns.
    func cells(_ index: Int) -> [Inline]

    /// Which row it is; nil for one that nothing tells apart.
    func identity(_ index: Int) -> RowIdentity?

    /// Source of a row: rows of one source have the same cells in tables of one form and the same columns. Nil for rows that are not
    /// remembered.
    func origin(_ index: Int) -> RowOrigin?

    /// Numbers of whatever the cells depend on besides the source of a row and the columns. Empty by default.
    var form: [Int] { get }
}

extension TableRows {
    package var form: [Int] { [] }
}

/// Source of a row: a place in something that does not change.
package struct RowOrigin: Hashable, Sendable {
    private let owner: any AnyObject & Sendable
    private let index: Int

    package init(_ owner: any AnyObject & Sendable, _ index: Int) { (self.owner, self.index) = (owner, index) }

    package static func == (left: RowOrigin, right: RowOrigin) -> Bool {
        left.owner === right.owner && left.index == right.index
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(owner))
        hasher.combine(index)
    }
}

extension Table: TableRows {
    package var count: Int { rows.count }

    package func cells(_ index: Int) -> [Inline] { rows[index] }

    package func identity(_ index: Int) -> RowIdentity? { index < identities.count ? identities[index] : nil }

    package func origin(_ index: Int) -> RowOrigin? { nil }
}

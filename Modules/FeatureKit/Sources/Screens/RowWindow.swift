/// The rows of a list that a client shows.
package struct RowWindow: Sendable, Equatable {
    /// Place of the first row among those that the list shows in all, counted from 0.
    package let from: Int
    package let count: Int

    package init(from: Int, count: Int) { (self.from, self.count) = (max(from, 0), max(count, 0)) }

    /// Places of the rows in it, of so many: one that reaches beyond the end shows the last rows, as many as it has room for.
    package func places(of total: Int) -> Range<Int> {
        let count = min(count, total)
        let start = min(from, total - count)
        return start..<start + count
    }
}

/// Place of a window's rows among all that a list shows.
package struct WindowPlace: Sendable, Equatable {
    /// Place of the first row.
    package let from: Int
    /// Rows that the list shows in all.
    package let total: Int
}

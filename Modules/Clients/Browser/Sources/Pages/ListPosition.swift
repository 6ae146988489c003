/// Position in a text: the first visible line, and the selected row.
struct ListPosition: Sendable, Equatable {
    /// The first line in sight.
    private(set) var top = 0
    /// The index of the selected row; nil in a text without rows.
    private(set) var selected: Int?

    /// A text: its lines, and those of its rows from top to bottom.
    struct Extent: Sendable, Equatable {
        var lineCount: Int
        var rows: [Range<Int>]
        /// The lines in sight at once.
        var height: Int

        fileprivate var lastTop: Int { max(0, lineCount - height) }
    }

    /// - Returns: whether one stands at the end: the last row is selected, or the last line is in sight and there are no rows.
    @discardableResult
    mutating func move(_ movement: Movement, in extent: Extent) -> Bool {
        switch movement {
        case .down: step(1, extent)
        case .up: step(-1, extent)
        case .pageDown: page(1, extent)
        case .pageUp: page(-1, extent)
        case .home:
            selected = extent.rows.isEmpty ? nil : 0
            top = 0
        case .end:
            selected = extent.rows.indices.last
            top = extent.lastTop
        }
        return extent.rows.isEmpty ? top == extent.lastTop : selected == extent.rows.indices.last
    }

    /// Keeps to a row while the text around it changes.
    /// - Parameters:
    ///   - row: its index in the new text; nil when it is gone, as is nobody's row.
    ///   - old: the lines of the row before.
    mutating func follow(_ row: Int?, from old: Range<Int>?, in extent: Extent) {
        guard !extent.rows.isEmpty else {
            selected = nil
            top = min(top, extent.lastTop)
            return
        }
        let index = row ?? min(selected ?? 0, extent.rows.count - 1)
        // A wheel may have moved the row out of sight, and the lines above the first one: there they stay.
        let wasInSight = old.map { $0.overlaps(top..<top + extent.height) } ?? true
        let wasAtTop = top == 0
        selected = index
        if row != nil, let old { top += extent.rows[index].lowerBound - old.lowerBound }
        if wasAtTop {
            reveal(extent)
        } else {
            top = min(max(0, top), extent.lastTop)
            if wasInSight { bringIntoSight(extent.rows[index], extent) }
        }
    }

    /// Keeps what is in sight where it is while lines come or go above it.
    /// - Parameters:
    ///   - lines: how many more there are above it.
    ///   - row: the row selected then.
    mutating func moveText(by lines: Int, selecting row: Int, in extent: Extent) {
        selected = row
        top = min(max(0, top + lines), extent.lastTop)
    }

    /// The selected row comes into sight, and the lines above the first one with it.
    mutating func reveal(_ extent: Extent) {
        top = min(max(0, top), extent.lastTop)
        guard let selected, extent.rows.indices.contains(selected) else { return }
        let row = extent.rows[selected]
        bringIntoSight(row, extent)
        if selected == 0, row.upperBound <= extent.height { top = 0 }
    }

    private mutating func bringIntoSight(_ row: Range<Int>, _ extent: Extent) {
        if row.upperBound > top + extent.height { top = row.upperBound - extent.height }
        if row.lowerBound < top { top = row.lowerBound }
    }

    /// Selects a row, which comes into sight.
    mutating func select(_ row: Int, in extent: Extent) {
        guard extent.rows.indices.contains(row) else { return }
        selected = row
        reveal(extent)
    }

    /// Moves the text and not the selected row, as a wheel does.
    /// - Returns: whether the last line is in sight.
    mutating func scroll(_ lines: Int, in extent: Extent) -> Bool {
        top = min(max(0, top + lines), extent.lastTop)
        return top == extent.lastTop
    }

    /// The lines of the selected row, if any of them is in sight.
    func selection(in extent: Extent) -> Range<Int>? {
        guard let selected, extent.rows.indices.contains(selected) else { return nil }
        let row = extent.rows[selected]
        return row.overlaps(top..<top + extent.height) ? row : nil
    }

    /// One row on; where the next one is out of sight by more than half a window, or there is none, one line.
    private mutating func step(_ direction: Int, _ extent: Extent) {
        guard let next = next(direction, extent) else {
            top = min(max(0, top + direction), extent.lastTop)
            return
        }
        let row = extent.rows[next]
        let distance = direction > 0 ? row.upperBound - (top + extent.height) : top - row.lowerBound
        guard distance <= max(row.count, extent.height / 2) else {
            top = min(max(0, top + direction), extent.lastTop)
            return
        }
        selected = next
        reveal(extent)
        if next == extent.rows.count - 1, direction > 0, extent.lineCount - row.lowerBound <= extent.height {
            top = extent.lastTop
        }
    }

    /// The row after the selected one; where that is out of sight, the next one from the window's edge on.
    private func next(_ direction: Int, _ extent: Extent) -> Int? {
        if let selected, selection(in: extent) != nil {
            return extent.rows.indices.contains(selected + direction) ? selected + direction : nil
        }
        return direction > 0
            ? extent.rows.firstIndex { $0.lowerBound >= top }
            : extent.rows.lastIndex { $0.upperBound <= top + extent.height }
    }

    /// One window on, less a line to go on reading from; at the end, the outermost row.
    private mutating func page(_ direction: Int, _ extent: Extent) {
        let wanted = top + direction * max(1, extent.height - 1)
        let old = top
        top = min(max(0, wanted), extent.lastTop)
        guard !extent.rows.isEmpty else { return }
        if top == old {
            selected = direction > 0 ? extent.rows.count - 1 : 0
            return
        }
        let sight = top..<top + extent.height
        let whole = extent.rows.indices.filter {
            sight.lowerBound <= extent.rows[$0].lowerBound && extent.rows[$0].upperBound <= sight.upperBound
        }
        if let row = direction > 0 ? whole.first : whole.last {
            selected = max(row, direction > 0 ? (selected ?? 0) : 0)
        }
        if let now = selected, let last = whole.last, now > last { selected = last }
    }
}

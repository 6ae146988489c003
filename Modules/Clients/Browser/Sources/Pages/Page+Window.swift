import DesignSystem
import FeatureKit
import JSON

/// A long list in a window of its rows: what is told and laid out is as much as a few screenfuls.
extension Page {
    /// Rows of the list in the window.
    private var listed: Int { window == nil ? 0 : state["items"]?.array?.count ?? 0 }

    /// Rows before those of the list, such as invitations.
    private var before: Int { max(0, rows.count - listed) }

    /// Rows that there are in all, those out of the window too.
    var rowCount: Int { rows.count + (window.map { max(0, $0.total - listed) } ?? 0) }

    /// Rows of the list that come before the window.
    var rowsAbove: Int { window?.from ?? 0 }

    /// Whether the last row of the list is in the window.
    var showsEnd: Bool { window.map { $0.from + listed >= $0.total } ?? true }

    /// The uppermost row in sight.
    func firstInSight(height: Int) -> (place: Place, line: Int)? {
        rows.indices.first { rows[$0].line >= position.top }.map { (place(of: $0), rows[$0].line) }
    }

    /// Start of a better window: nil while a screenful lies before and behind what is in sight, or there are no more rows.
    /// - Parameter count: rows of the window.
    func windowStart(count: Int, height: Int) -> Int? {
        guard let window, listed > 0 else { return nil }
        let sight = position.top..<position.top + height
        let seen = rows.indices.dropFirst(before).filter {
            (rows[$0].line..<rows[$0].line + rows[$0].lineCount).overlaps(sight)
        }
        let first = (seen.first ?? before) - before
        let last = (seen.last ?? before) - before
        guard last + height >= listed && !showsEnd || first < height && window.from > 0 else { return nil }
        let start = max(0, min(window.from + (first + last - count) / 2, window.total - count))
        return start == window.from ? nil : start
    }
}

/// Chooses the columns' widths so that a table fits.
///
/// Columns shrink in the order of their priority, the highest number first; among equals the widest first. All shrink to a
/// comfortable width before any shrinks to its minimum, so that a last column isn't squeezed beside a roomy first one.
/// Columns of priority 0 keep their content's width.
///
/// - Parameters:
///   - columns: The columns.
///   - natural: The width that each column's widest cell or title takes.
///   - available: Display columns for all of them, without the gaps; nil for no bound.
/// - Returns: A width for each column, or nil when even the smallest don't fit.
func columnWidths(_ columns: [Column], natural: [Int], available: Int?) -> [Int]? {
    var widths = natural
    guard let available else { return widths }
    var excess = widths.reduce(0, +) - available
    let priorities = Set(columns.map(\.priority)).filter { $0 > 0 }.sorted(by: >)
    for leastComfort in [comfortableWidth, 2] {
        let floors = columns.map { max($0.minimumWidth, leastComfort) }
        for priority in priorities where excess > 0 {
            let group = columns.indices.filter { columns[$0].priority == priority && $0 < widths.count }
            excess -= shrink(&widths, group, floors: floors, by: excess)
        }
    }
    return excess > 0 ? nil : widths
}

/// Display columns in which a sentence still reads well.
private let comfortableWidth = 24

/// Takes columns from the widest of a group, one at a time, until `excess` is gone or all are at their floors.
func shrink(_ widths: inout [Int], _ group: [Int], floors: [Int], by excess: Int) -> Int {
    var taken = 0
    while taken < excess {
        guard let widest = group.filter({ widths[$0] > floors[$0] }).max(by: { widths[$0] < widths[$1] }) else { break }
        widths[widest] -= 1
        taken += 1
    }
    return taken
}

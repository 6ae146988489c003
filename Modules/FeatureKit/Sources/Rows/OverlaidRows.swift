import Synchronization

/// The rows that were given what is stored of them last: whoever asks the same of the same rows is given the same ones. Of rows that
/// are known to be the same nothing has to be made twice: a like is shown on every open screen of its list.
final class OverlaidRows: Sendable {
    private struct Known: Sendable {
        var rows: [(of: Row, row: Row)] = []
        var pages: [(of: RowSet, page: RowSet)] = []
    }

    /// Rows that one change may have, and pages that screens show side by side. Each holds the bytes of its upstream's answer.
    private static let limit = (rows: 8, pages: 2)

    private let known = Mutex(Known())

    /// A row that was made of another one and has these values; nil where it is not known.
    /// - Parameter values: of the layout's overlaid fields, in their order.
    func row(of row: Row, with values: [FieldValue?]) -> Row? {
        let made = known.withLock { known in known.rows.first { $0.of.isSame(as: row) }?.row }
        return made.flatMap { $0.holdsOverlays(values) ? $0 : nil }
    }

    /// Takes a row that was made of another one, in the place of the one that was taken first.
    func take(_ row: Row, of source: Row) {
        known.withLock { known in
            known.rows.removeAll { $0.of.isSame(as: source) }
            if known.rows.count >= Self.limit.rows { known.rows.removeFirst() }
            known.rows.append((source, row))
        }
    }

    /// Takes rows that were made of an upstream's.
    /// - Returns: these, or others with the same values that were made of the same rows before.
    func shared(_ page: RowSet, of source: RowSet) -> RowSet {
        // A page that is longer is not kept as it came either.
        guard page !== source, source.heldBytes + page.heldBytes <= KeptPages.mostBytes / 4 else { return page }
        return known.withLock { known in
            if let place = known.pages.firstIndex(where: { $0.of === source }) {
                let made = known.pages[place].page
                if (0..<page.count).allSatisfy({
                    Row(set: page, index: $0).surelyHasOverlays(of: Row(set: made, index: $0))
                }) {
                    return made
                }
                known.pages.remove(at: place)
            }
            if known.pages.count >= Self.limit.pages { known.pages.removeFirst() }
            known.pages.append((source, page))
            return page
        }
    }
}

extension Row {
    /// Whether the same is stored of both; false also where lists are stored, which nobody compares.
    fileprivate func surelyHasOverlays(of other: Row) -> Bool {
        layout.overlaid.allSatisfy { slot($0).isMissing || slot($0).isOneValue } && hasOverlays(of: other)
    }
}

import Synchronization

/// Rows that were read lately: those of 8 pages, 1 MiB of them at most.
final class RecentRows: Sendable {
    /// The newest last.
    private let recent = Mutex<[RowSet]>([])

    func remember(_ rows: RowSet) {
        recent.withLock { recent in
            if recent.contains(where: { $0 === rows }) { return }
            recent.append(rows)
            var bytes = recent.reduce(0) { $0 + $1.bytes.count }
            while recent.count > 8 || bytes > 1 << 20 { bytes -= recent.removeFirst().bytes.count }
        }
    }

    func row(_ key: String) -> Row? {
        for rows in recent.withLock({ $0 }).reversed() {
            if let row = rows.rows.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) { return row }
        }
        return nil
    }
}

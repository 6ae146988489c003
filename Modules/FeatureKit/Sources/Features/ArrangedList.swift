import Storage
import Synchronization

/// Rows and head that a list shows of its one page where it arranges it: made again when the page is another one, or when the state has
/// changed. Of 259 friends it took two thirds of a call.
final class ArrangedList: Sendable {
    private struct Shown: Sendable {
        let page: RowPage
        let revision: Int
        let rows: RowSet
        let head: Row?
    }

    private let arrange: Arrangement
    private let last = Mutex<Shown?>(nil)

    init(_ arrange: @escaping Arrangement) { self.arrange = arrange }

    /// The page as it is shown, with what is stored of its rows now.
    func shown(_ page: RowPage, _ overlays: Overlays) -> RowPage {
        // Asked for before anything that is stored is: what a later state shows is made again, never an earlier one's given.
        guard let revision = overlays.state.revision else { return made(of: page, overlays) }
        if let shown = last.withLock({ $0 }), shown.revision == revision, shown.page.isSame(as: page) {
            return RowPage(shown.rows, head: shown.head, notice: page.notice)
        }
        let made = made(of: page, overlays)
        let isKept = page.rows.heldBytes + made.rows.heldBytes <= KeptPages.mostBytes / 4
        last.withLock { last in
            last = isKept ? Shown(page: page, revision: revision, rows: made.rows, head: made.head) : nil
        }
        return made
    }

    private func made(of page: RowPage, _ overlays: Overlays) -> RowPage {
        let (rows, head) = arrange(page.overlaid(by: overlays))
        return RowPage(page.rows.layout.set(of: rows), head: head, notice: page.notice)
    }
}

extension RowPage {
    /// Whether both are of the same rows in memory, which say the same then.
    fileprivate func isSame(as other: RowPage) -> Bool {
        guard rows === other.rows else { return false }
        if let head, let known = other.head { return head.isSame(as: known) }
        return head == nil && other.head == nil
    }
}

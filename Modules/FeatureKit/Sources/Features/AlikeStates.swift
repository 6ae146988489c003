import DesignSystem
import JSON
import Values

extension ListState {
    /// Whether two states of one list are told the same: everything that a state is written and presented by is the same in both, byte by
    /// byte, and the rows are the same ones. Where that is not known it says no.
    func isTold(as other: ListState) -> Bool {
        layout === other.layout && hasRows(of: other) && hasNews(of: other) && isAsked(as: other)
            && isSame(head, other.head) && windowPlace == other.windowPlace && omitsItems == other.omitsItems
    }

    /// The rows, and what is said of the others.
    private func hasRows(of other: ListState) -> Bool {
        list.items.count == other.list.items.count && list.total == other.list.total
            && list.hasMore == other.list.hasMore && next == other.next
            && isSame(list.nextToken, other.list.nextToken) && isSame(rows, other.rows)
    }

    /// State of its loading, and what is to be said once.
    private func hasNews(of other: ListState) -> Bool {
        let (status, others) = (list.status, other.list.status)
        return status.running == others.running && status.ended == others.ended && status.failed == others.failed
            && isSame(status.message, others.message) && isSame(notice, other.notice)
            && toast?.number == other.toast?.number && isSame(toast?.message, other.toast?.message)
            && scrollToTopCount == other.scrollToTopCount && isScrolled == other.isScrolled
    }

    /// The question: what narrows and orders the rows follows from what was asked.
    private func isAsked(as other: ListState) -> Bool {
        isSame(asked.find, other.asked.find) && isSame(asked.sort, other.asked.sort)
            && isSame(asked.filter, other.asked.filter) && isSame(arguments, other.arguments)
    }
}

private func isSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.isExactly(other)
}

private func isSame(_ one: Row?, _ other: Row?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.isSame(as: other)
}

private func isSame(_ rows: [Row], _ others: [Row]) -> Bool {
    rows.count == others.count && zip(rows, others).allSatisfy { $0.isSame(as: $1) }
}

/// Equal values may be spelled with other scalars: their bytes count.
private func isSame(_ members: [JSONMember], _ others: [JSONMember]) -> Bool {
    if members.isEmpty, others.isEmpty { return true }
    return JSONValue.object(members).serialized() == JSONValue.object(others).serialized()
}

/// Counting of an upstream's pages. The three kinds of upstreams differ only in this value.
package struct PageStrategy: Sendable, Equatable {
    package enum Unit: Sendable, Equatable {
        /// Positions are page numbers from 1.
        case pageNumber
        /// Positions are row offsets from 0.
        case rowOffset
        /// Everything comes in one answer.
        case whole
    }

    /// A list that is not paged.
    package static let whole = PageStrategy(unit: .whole, size: 1, shortPageEnds: true)

    package let unit: Unit
    /// Rows that a full page has.
    package let size: Int
    /// Whether a page with fewer rows than `size` is the last one even if the upstream's total says there are more.
    package let shortPageEnds: Bool

    package init(unit: Unit, size: Int, shortPageEnds: Bool) {
        self.unit = unit
        self.size = max(1, size)
        self.shortPageEnds = shortPageEnds
    }

    /// The position of the first page.
    package var first: Int { unit == .rowOffset ? 0 : 1 }

    /// The position after a page of `received` rows at `position`; nil when that page was the last.
    ///
    /// An empty page always ends the list, and so does a first one with all rows. Without a total, a short page does as well.
    package func next(after position: Int, received: Int, total: Int?) -> Int? {
        guard received > 0, unit != .whole else { return nil }
        if position == first, let total, received >= total { return nil }
        if received < size, shortPageEnds || total == nil { return nil }
        let (step, overflow) = position.addingReportingOverflow(unit == .pageNumber ? 1 : received)
        guard !overflow else { return nil }
        if let total {
            let rowsBefore =
                unit == .pageNumber
                ? (step - 1).multipliedReportingOverflow(by: size) : (partialValue: step, overflow: false)
            if rowsBefore.overflow || rowsBefore.partialValue >= total { return nil }
        }
        return step
    }
}

/// One page as an upstream gave it.
package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// Rows in all pages, where the upstream tells.
    package let total: Int?
    /// Rows that the upstream sent, also those that could not be read: what end detection counts.
    package let received: Int

    package init(items: [Item], total: Int?, received: Int? = nil) {
        self.items = items
        self.total = total
        self.received = received ?? items.count
    }
}

extension Page: Equatable where Item: Equatable {}

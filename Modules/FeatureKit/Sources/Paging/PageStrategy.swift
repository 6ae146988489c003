/// Counting of an upstream's pages. The kinds of upstreams differ only in this value.
package struct PageStrategy: Sendable, Equatable {
    package enum Unit: Sendable, Equatable {
        /// Positions are page numbers from 1.
        case pageNumber
        /// Positions are row offsets from 0.
        case rowOffset
        /// Each page gives the token that asks for the next one. Positions are row offsets from 0, and ask for nothing.
        case token
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
    package var first: Int { countsRows ? 0 : 1 }

    /// Whether positions are row offsets.
    var countsRows: Bool { unit == .rowOffset || unit == .token }

    /// Rows before a position, as if all pages before it were full.
    func rows(before position: Int) -> Int {
        countsRows ? position : (position - 1).multipliedReportingOverflow(by: size).partialValue
    }

    /// The position after a page of `received` rows at `position`; nil when that page was the last.
    ///
    /// An empty page always ends the list, and so does a first one with all rows. Without a total, a short page does as well.
    /// - Parameter token: the page's own, by which the next one is asked for; of pages without tokens it says nothing.
    package func next(after position: Int, received: Int, total: Int?, token: String? = nil) -> Int? {
        guard received > 0, unit != .whole else { return nil }
        if unit == .token {
            let (step, overflow) = position.addingReportingOverflow(received)
            return token == nil || overflow ? nil : step
        }
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
    /// Asks for the next page, of an upstream that counts by tokens.
    package let token: String?

    package init(items: [Item], total: Int?, received: Int? = nil, token: String? = nil) {
        self.items = items
        self.total = total
        self.received = received ?? items.count
        self.token = token
    }
}

extension Page: Equatable where Item: Equatable {}

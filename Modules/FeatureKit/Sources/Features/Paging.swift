package import Settings

/// Requests for an upstream's pages.
package enum Paging: Sendable {
    /// All rows come in one answer.
    case whole
    /// By the row at which a page begins, so many rows each. A page shorter than that is the last.
    case offset(SettingKey<Int>)
    /// By the number of the page, from 1.
    case numbers(SettingKey<Int>)
    /// By the number of the page, of so many rows each, which the upstream decides.
    case numbersOf(Int, isShortLast: Bool = false)
    /// By the row at which a page begins, so many rows each, which the upstream decides.
    case offsetsOf(Int, isShortLast: Bool = false)
    /// By the link or the cursor that the page before it gives (`PageRequest.link`, `.cursor`). Rows that are kept in the state
    /// (`keepsLast`) end with those that were kept: the token is not.
    case tokens

    func strategy(_ settings: Settings) -> PageStrategy {
        switch self {
        case .whole: .whole
        case .offset(let key): PageStrategy(unit: .rowOffset, size: settings[key], shortPageEnds: true)
        case .numbers(let key): PageStrategy(unit: .pageNumber, size: settings[key], shortPageEnds: true)
        case .numbersOf(let size, let isShortLast):
            PageStrategy(unit: .pageNumber, size: size, shortPageEnds: isShortLast)
        case .offsetsOf(let size, let isShortLast):
            PageStrategy(unit: .rowOffset, size: size, shortPageEnds: isShortLast)
        case .tokens: PageStrategy(unit: .token, size: 1, shortPageEnds: false)
        }
    }
}

/// A page to ask for.
package struct PageRequest: Sendable {
    /// From 1.
    package let number: Int
    /// The row at which it begins, from 0.
    package let offset: Int
    /// Rows that a full page has.
    package let size: Int
    /// Given by the page before it; nil for the first page, and for pages without tokens.
    package let token: String?

    /// - Parameter position: as the strategy counts.
    init(_ position: Int, _ token: String?, _ strategy: PageStrategy) {
        size = strategy.size
        self.token = token
        switch strategy.unit {
        case .rowOffset, .token:
            offset = position
            number = position / strategy.size + 1
        case .pageNumber, .whole:
            number = position
            offset = (position - 1).multipliedReportingOverflow(by: strategy.size).partialValue
        }
    }
}

/// A list that loads page by page: the state machine behind every list screen. A value; it does no input or output.
///
/// Rules: one page in flight; a header supersedes whatever runs and a late answer of what it superseded is discarded; a
/// footer is ignored while anything runs, before the first page and after the last; a failed page is asked again; rows
/// keep their first position and never appear twice; a header keeps the old rows until the new ones are in.
package struct PagedList<Item: Sendable, ID: Hashable & Sendable>: Sendable {
    package private(set) var items: [Item] = [] { didSet { revision &+= 1 } }
    /// Rises whenever the rows change.
    package private(set) var revision = 0
    package private(set) var total: Int?
    package private(set) var status = RefreshStatus()

    private var strategy: PageStrategy
    private let emptiesOnHeaderFailure: Bool
    private let id: @Sendable (Item) -> ID
    /// Place of each row.
    private var known: [ID: Int] = [:]
    private var nextPosition: Int?
    /// Asks for the page at `nextPosition`; nil for pages without tokens.
    package private(set) var nextToken: String?
    /// Rises with every request, so that an answer can tell whether it is still wanted.
    private var generation = 0

    /// - Parameters:
    ///   - strategy: how the upstream counts.
    ///   - emptiesOnHeaderFailure: whether a failed first page empties the list (Catalog does, as its original did).
    ///   - id: what makes a row the same row.
    package init(
        strategy: PageStrategy, emptiesOnHeaderFailure: Bool = false, id: @escaping @Sendable (Item) -> ID
    ) {
        self.strategy = strategy
        self.emptiesOnHeaderFailure = emptiesOnHeaderFailure
        self.id = id
    }

    /// A page to ask for. Give it back with the answer.
    package struct Request: Sendable, Equatable {
        package let part: RefreshPart
        /// As the strategy counts: a page number or a row offset.
        package let position: Int
        /// Given by the page before it; nil for the first page, and for pages without tokens.
        package let token: String?
        fileprivate let generation: Int
    }

    /// Whether a further page exists.
    package var hasMore: Bool { nextPosition != nil }

    /// Begins to load the first page again.
    package mutating func beginHeader() -> Request {
        generation += 1
        status.running = .header
        return Request(part: .header, position: strategy.first, token: nil, generation: generation)
    }

    /// Begins to load the next page.
    /// - Returns: nil when there is nothing to do: something runs, no page is loaded yet, or there is no further one.
    package mutating func beginFooter() -> Request? {
        guard status.running == .none, let nextPosition else { return nil }
        generation += 1
        status.running = .footer
        return Request(part: .footer, position: nextPosition, token: nextToken, generation: generation)
    }

    /// Asks again for the part that failed; nil when nothing failed or something runs.
    package mutating func retry() -> Request? {
        guard status.running == .none else { return nil }
        switch status.failed {
        case .none: return nil
        case .header: return beginHeader()
        case .footer: return beginFooter()
        }
    }

    /// Takes the answer to `request`.
    /// - Returns: false when a header superseded the request in the meantime; nothing changed then.
    @discardableResult
    package mutating func succeed(_ request: Request, with page: Page<Item>) -> Bool {
        guard isCurrent(request) else { return false }
        if request.part == .header {
            items = []
            known = [:]
        }
        add(page.items)
        // A page past the end may say that there is nothing at all; what was told before stays.
        if request.part == .header || page.received > 0 { total = page.total }
        nextPosition = strategy.next(
            after: request.position, received: page.received, total: page.total, token: page.token)
        nextToken = page.token
        status = RefreshStatus()
        status.ended = nextPosition == nil ? .noMoreData : .normal
        return true
    }

    /// Takes the failure of `request`: the position stays, so that `retry` asks for the same page.
    /// - Returns: false when a header superseded the request in the meantime; nothing changed then.
    @discardableResult
    package mutating func fail(_ request: Request, _ fault: Fault) -> Bool {
        guard isCurrent(request) else { return false }
        if request.part == .header, emptiesOnHeaderFailure {
            items = []
            known = [:]
            total = nil
            nextPosition = nil
        }
        status.fail(request.part, fault)
        return true
    }

    /// Empties the list and counts on by another strategy: another query, another source. Late answers are discarded.
    package mutating func restart(with strategy: PageStrategy) {
        self.strategy = strategy
        restore([], total: nil, next: nil)
        status = RefreshStatus()
    }

    /// Fills the list without a request: rows that were saved, with the position at which loading goes on.
    package mutating func restore(_ saved: [Item], total: Int?, next: Int?) {
        generation += 1
        items = []
        known = [:]
        add(saved)
        self.total = total
        nextPosition = next
        nextToken = nil
        status = RefreshStatus()
        status.ended = next == nil ? .noMoreData : .normal
    }

    /// Changes the rows in place, such as a like that was toggled elsewhere. Rows keep their identity and position.
    package mutating func mapItems(_ change: (Item) -> Item) {
        items = items.map(change)
    }

    /// Changes one row in place.
    /// - Parameter change: must keep what makes it the same row; nil where nothing changes.
    /// - Returns: whether the row is there and changed.
    package mutating func change(_ id: ID, _ change: (Item) -> Item?) -> Bool {
        guard let place = known[id], let changed = change(items[place]) else { return false }
        items[place] = changed
        return true
    }

    /// Adds the rows that are not there yet.
    private mutating func add(_ further: [Item]) {
        for item in further {
            let id = id(item)
            if known[id] != nil { continue }
            known[id] = items.count
            items.append(item)
        }
    }

    /// Exchanges the rows for those that the same pages have now, by what is stored of them.
    package mutating func exchange(_ items: [Item], total: Int?) {
        self.items = []
        known = [:]
        add(items)
        self.total = total
    }

    private func isCurrent(_ request: Request) -> Bool {
        request.generation == generation && status.running == request.part
    }
}

import DesignSystem
import JSON

/// The state of a list's screen. A value: every rule of the screen is a change of it, and can be tested without one.
struct ListState: LoadingState {
    private(set) var list: PagedList<Row, ExactName>
    /// What narrows and orders the rows that are loaded.
    var question: RowQuestion
    /// What was asked for, as it is shown.
    var asked = Asked()
    /// The last failure, until something is done about it.
    private(set) var toast: Toast?
    /// Why what is stored of the rows is not known, or may have changed since.
    private(set) var notice: String?
    /// How often the list was sent to its top: whoever shows it scrolls there when this rises.
    private(set) var scrollToTopCount = 0
    /// Whether the end was reached since the list last stood at its top: the button to go up is of use.
    private(set) var isScrolled = false
    let layout: RowLayout
    private let strategy: PageStrategy
    private var throttle: TriggerThrottle?
    private var failureCount = 0
    /// Where the page after the last one begins, as the strategy counts; nil at the end and before the first page.
    private(set) var next: Int?

    /// What narrows the rows: words, an order, filters.
    struct Asked: Sendable {
        var find: String?
        var sort: String?
        var filter: [JSONMember] = []
    }

    /// A failure to show once, for a moment.
    struct Toast: Sendable, Equatable {
        /// Rises by one with each failure, so that two equal ones can be told apart.
        let number: Int
        let message: String
    }

    init(_ layout: RowLayout, _ strategy: PageStrategy, _ behavior: ListBehavior) {
        self.layout = layout
        self.strategy = strategy
        question = RowQuestion(fields: layout.listed)
        throttle = behavior.throttle.map { TriggerThrottle(interval: $0) }
        list = PagedList(strategy: strategy, emptiesOnHeaderFailure: behavior.emptiesOnFailedHeader) {
            ExactName($0.key)
        }
    }

    var refresh: RefreshStatus { list.status }

    /// Whether a further page is on its way, never the first one: the indicator in the list's footer.
    var isLoadingMore: Bool { list.status.running == .footer }

    /// Begins with the first page again. Pulling the list down happens at its top.
    mutating func beginFirstPage() -> PagedList<Row, ExactName>.Request {
        toast = nil
        isScrolled = false
        return list.beginHeader()
    }

    /// The end of the list is in sight.
    /// - Parameter now: on a clock that does not go back.
    /// - Returns: nil when nothing is to be loaded now, and nothing changed.
    mutating func loadMore(at now: Duration) -> PagedList<Row, ExactName>.Request? {
        guard throttle?.isOpen(at: now) ?? true, let request = list.beginFooter() else { return nil }
        throttle?.close(at: now)
        toast = nil
        isScrolled = true
        return request
    }

    /// Asks again for the page that failed.
    /// - Returns: nil when none did or something runs, and nothing changed.
    mutating func retry() -> PagedList<Row, ExactName>.Request? {
        guard let request = list.retry() else { return nil }
        toast = nil
        return request
    }

    /// - Returns: nil when a first page superseded the request in the meantime, and nothing changed.
    /// - Parameter overlays: what is stored at this moment: a change that is committed meanwhile is either seen here or told after.
    mutating func take(_ page: Page<Row>, _ overlays: Overlays, for request: PagedList<Row, ExactName>.Request) -> Bool?
    {
        let rows = page.items.map { $0.overlaid(by: overlays) }
        guard list.succeed(request, with: Page(items: rows, total: page.total, received: page.received)) else {
            return nil
        }
        next = strategy.next(after: request.position, received: page.received, total: page.total)
        toast = nil
        return true
    }

    /// - Returns: nil when a first page superseded the request in the meantime, and nothing changed.
    mutating func fail(_ request: PagedList<Row, ExactName>.Request, _ fault: Fault) -> Bool? {
        guard list.fail(request, fault) else { return nil }
        failureCount &+= 1
        toast = Toast(number: failureCount, message: fault.message)
        return true
    }

    /// Shows what is stored of the rows now.
    /// - Parameter notice: why that is not known, or may have changed since.
    /// - Returns: nil when nothing changed.
    mutating func show(_ overlays: Overlays, notice: String?) -> Bool? {
        var isChanged = self.notice != notice
        self.notice = notice
        list.mapItems { row in
            let now = row.overlaid(by: overlays)
            if now.hasOverlays(of: row) { return row }
            isChanged = true
            return now
        }
        return isChanged ? true : nil
    }

    mutating func scrollToTop() {
        toast = nil
        scrollToTopCount &+= 1
        isScrolled = false
    }

    func footer(_ footers: ListBehavior.Footers) -> String {
        switch (list.status.running, list.status.ended) {
        case (.footer, _): footers.loading
        case (_, .noMoreData): footers.end
        default: footers.more
        }
    }

    /// A failure that concerns no page, such as a like that could not be saved.
    /// - Returns: nil when nothing changed.
    mutating func tell(_ failure: String?) -> Bool? {
        guard notice != failure else { return nil }
        notice = failure
        return true
    }

    /// The rows that are shown.
    var rows: [Row] { question.isPlain ? list.items : question.matching(list.items) }
}

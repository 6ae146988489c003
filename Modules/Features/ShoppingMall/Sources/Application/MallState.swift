import Core
import DesignSystem

typealias ProductList = PagedList<Product, Int>

/// The state of the mall's screen. A value: every rule of the screen is a change of it, and can be tested without one.
struct MallState: LoadingState {
    private(set) var list: ProductList
    var refresh: RefreshStatus { list.status }
    /// The last failure, until something is done about it.
    private(set) var toast: Toast?
    /// How often the list was sent to its top: whoever shows it scrolls there when this rises.
    private(set) var scrollToTopCount = 0
    /// Whether the end was reached since the list last stood at its top: the button to go up is of use.
    private(set) var isScrolled = false
    private let paging: PageStrategy
    private var throttle = TriggerThrottle(interval: .milliseconds(200))
    private var failureCount = 0
    /// The row after the last page; nil at the end and before the first page.
    private var nextOffset: Int?

    /// - Parameter pageSize: rows a page.
    init(pageSize: Int) {
        paging = ProductAPI.paging(limit: pageSize)
        list = ProductList(strategy: paging) { $0.id }
    }

    /// Whether a further page is on its way, never the first one: the indicator in the list's footer.
    var isLoadingMore: Bool { list.status.running == .footer }

    /// Begins with the first page again. Pulling the list down happens at its top.
    mutating func beginFirstPage() -> ProductList.Request {
        toast = nil
        isScrolled = false
        return list.beginHeader()
    }

    /// The end of the list is in sight.
    /// - Parameter now: on a clock that does not go back.
    /// - Returns: nil when nothing is to be loaded now, and nothing changed.
    mutating func loadMore(at now: Duration) -> ProductList.Request? {
        guard throttle.isOpen(at: now), let request = list.beginFooter() else { return nil }
        throttle.close(at: now)
        toast = nil
        isScrolled = true
        return request
    }

    /// Asks again for the page that failed.
    /// - Returns: nil when none did or something runs, and nothing changed.
    mutating func retry() -> ProductList.Request? {
        guard let request = list.retry() else { return nil }
        toast = nil
        return request
    }

    /// Sends the list to its top; asks for nothing.
    mutating func scrollToTop() {
        toast = nil
        scrollToTopCount &+= 1
        isScrolled = false
    }

    /// Takes a page that was asked for.
    /// - Returns: nil when it is no longer wanted, and nothing changed.
    mutating func take(_ page: Page<Product>, for request: ProductList.Request) -> Bool? {
        guard list.succeed(request, with: page) else { return nil }
        nextOffset = paging.next(after: request.position, received: page.received, total: page.total)
        toast = nil
        return true
    }

    /// Takes the failure of a page that was asked for.
    /// - Returns: nil when the page is no longer wanted, and nothing changed.
    mutating func fail(_ request: ProductList.Request, _ fault: Fault) -> Bool? {
        guard list.fail(request, fault) else { return nil }
        failureCount &+= 1
        toast = Toast(number: failureCount, message: fault.message)
        return true
    }

    /// What is loaded, as the operation would answer it; its cursor goes on where the screen stands.
    var answer: ListAnswer<Product> {
        ListAnswer(items: list.items, total: list.total, nextCursor: nextOffset.map(Mall.cursor), firstIndex: 1)
    }
}

/// A failure to show once, for a moment.
struct Toast: Sendable, Equatable {
    /// Rises by one with each failure, so that two equal ones can be told apart.
    let number: Int
    let message: String
}

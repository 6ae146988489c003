import DesignSystem
import JSON

/// The state of a list's screen. A value: every rule of the screen is a change of it, and can be tested without one.
struct ListState: LoadingState {
    private(set) var list: PagedList<Row, ExactName> {
        didSet { if list.revision != shownRevision { rowsChanged() } }
    }
    /// The rows that are shown of those that are loaded, and the revision of these.
    private var shown = ShownRows()
    private var shownRevision = 0
    /// The rows that the client shows; nil for all.
    private var window: RowWindow?
    /// The rows in the window of a state that is told; nil in any other.
    private var toldRows: [Row]?
    /// Whether the rows are left out where the state is written: they are told otherwise.
    private(set) var omitsItems = false
    /// Values of the list's own parameters: a change of them asks for other rows.
    private(set) var arguments: [JSONMember]
    /// Facts of the whole list, as its last page had them.
    private(set) var head: Row?
    /// The question that narrows and orders the rows that are loaded.
    private(set) var question: RowQuestion
    /// Conditions in force, as they are shown.
    private(set) var asked = Asked()
    /// The last failure, until something is done about it.
    private(set) var toast: Toast?
    /// Why what is stored of the rows is not known, or may have changed since.
    private var storedNotice: String?
    /// Why something could not be saved.
    private var savingNotice: String?
    /// Pages that are being kept: until they are, what is kept is older than the rows here.
    private var keeping = 0
    /// Whether rows were kept meanwhile that are not shown yet.
    private var isBehind = false
    /// Times that the list was sent to its top: whoever shows it scrolls there when this rises.
    private(set) var scrollToTopCount = 0
    /// Whether the end was reached since the list last stood at its top: the button to go up is of use.
    private(set) var isScrolled = false
    let layout: RowLayout
    private let strategy: PageStrategy
    private let arrange: Arrangement?
    /// The page of an arranged list; nil for any other, and before it was loaded.
    private var arranged: ArrangedPage?
    private var throttle: TriggerThrottle?
    private var failureCount = 0
    /// Position of the page after the last one, as the strategy counts; nil at the end and before the first page.
    private(set) var next: Int?

    /// Conditions on the rows: words, an order, filters.
    struct Asked: Sendable {
        fileprivate(set) var find: String?
        fileprivate(set) var sort: String?
        fileprivate(set) var filter: [JSONMember] = []
    }

    /// A failure to show once, for a moment.
    struct Toast: Sendable, Equatable {
        /// Rises by one with each failure, so that two equal ones can be told apart.
        let number: Int
        let message: String
    }

    init(_ layout: RowLayout, _ strategy: PageStrategy, _ behavior: ListBehavior, arguments: [JSONMember] = []) {
        self.layout = layout
        self.arguments = arguments
        self.strategy = strategy
        question = RowQuestion(fields: layout.listed)
        arrange = behavior.arrange
        throttle = behavior.throttle.map { TriggerThrottle(interval: $0) }
        list = PagedList(strategy: strategy, emptiesOnHeaderFailure: behavior.emptiesOnFailedHeader) {
            ExactName($0.key)
        }
    }

    var refresh: RefreshStatus { list.status }

    /// The failure to read or to save.
    var notice: String? { savingNotice ?? storedNotice }

    /// Whether a further page is on its way, never the first one: the indicator in the list's footer.
    var isLoadingMore: Bool { list.status.running == .footer }

    /// Begins with the first page again. Pulling the list down happens at its top.
    mutating func beginFirstPage() -> PagedList<Row, ExactName>.Request {
        toast = nil
        isScrolled = false
        return list.beginHeader()
    }

    /// Begins with other rows: those that were loaded go, and nothing narrows the new ones.
    mutating func ask(_ asked: JSONMember) -> PagedList<Row, ExactName>.Request {
        arguments = arguments.filter { $0.key != asked.key } + (asked.value == .null ? [] : [asked])
        question = RowQuestion(fields: layout.listed)
        shown.orderChanged()
        self.asked = Asked()
        head = nil
        arranged = nil
        savingNotice = nil
        next = nil
        list.restart(with: strategy)
        return beginFirstPage()
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
    mutating func take(_ page: RowPage, _ overlays: Overlays, for request: PagedList<Row, ExactName>.Request) -> Bool? {
        let arranged = arrange.map { ArrangedPage(page: page.overlaid(by: overlays), arrange: $0) }
        let shown: (rows: [Row], head: Row?) =
            arranged?.shown ?? (page.rows.rows.overlaid(by: overlays), page.head)
        let total = arranged == nil ? page.total : shown.rows.count
        let known = self.shown
        guard
            list.succeed(
                request, with: Page(items: shown.rows, total: total, received: page.received, token: page.token))
        else { return nil }
        if request.part == .footer {
            // The rows before are the same: a further page costs what it brings.
            self.shown = known
            self.shown.rowsAppended()
        }
        self.arranged = arranged
        head = shown.head ?? head
        next = strategy.next(
            after: request.position, received: page.received, total: page.total, token: page.token)
        toast = nil
        return true
    }

    /// - Returns: nil when a first page superseded the request in the meantime, and nothing changed.
    mutating func fail(_ request: PagedList<Row, ExactName>.Request, _ fault: Fault) -> Bool? {
        guard list.fail(request, fault) else { return nil }
        if !list.hasMore { next = nil }
        failureCount &+= 1
        toast = Toast(number: failureCount, message: fault.message)
        return true
    }

    /// Narrows the rows to those that have words; nil for all.
    mutating func find(_ words: SearchWords?, _ text: String) {
        question.words = words
        asked.find = words == nil ? nil : text
        shown.conditionsChanged()
    }

    /// Narrows the rows to those that meet conditions.
    mutating func filter(_ filters: [RowFilter], _ given: [JSONMember]) {
        question.filters = filters
        asked.filter = given
        shown.conditionsChanged()
    }

    /// Orders the rows; nil for the upstream's order.
    mutating func sort(_ order: RowOrder?, _ text: String?) {
        question.order = order
        asked.sort = text
        shown.orderChanged()
    }

    /// Shows what is stored of the rows now.
    /// - Parameters:
    ///   - notice: why that is not known, or may have changed since.
    ///   - keys: the rows of which other things are stored; nil where any may be.
    /// - Returns: nil when nothing changed.
    mutating func show(_ overlays: Overlays, notice: String?, of keys: [String]? = nil) -> Bool? {
        var isChanged = storedNotice != notice
        storedNotice = notice
        if arranged != nil {
            guard arranged?.lay(overlays) == true, let shown = arranged?.shown else { return isChanged ? true : nil }
            list.exchange(shown.rows, total: shown.rows.count)
            head = shown.head
            return true
        }
        func changed(_ row: Row) -> Row? {
            let now = row.overlaid(by: overlays)
            return now.hasOverlays(of: row) ? nil : now
        }
        if let keys {
            for key in keys where changeRow(ExactName(key), changed) { isChanged = true }
        } else if list.items.contains(where: { changed($0) != nil }) {
            list.mapItems { changed($0) ?? $0 }
            isChanged = true
        }
        return isChanged ? true : nil
    }

    /// Changes what is stored of one row: the order and the choice of the rows stay where they don't depend on it.
    private mutating func changeRow(_ key: ExactName, _ change: (Row) -> Row?) -> Bool {
        let known = shown
        guard list.change(key, change) else { return false }
        shown = known
        shown.storedChanged(question, layout)
        return true
    }

    private mutating func rowsChanged() {
        shownRevision = list.revision
        shown.rowsChanged()
    }

    mutating func scrollToTop() {
        toast = nil
        scrollToTopCount &+= 1
        isScrolled = false
    }

    func footer(_ footers: ListBehavior.Footers) -> String? {
        switch (list.status.running, list.status.ended) {
        case (.footer, _): footers.loading
        case (_, .noMoreData): footers.end
        default: nil
        }
    }

    /// A failure that concerns no page, such as a like that could not be saved.
    /// - Returns: nil when nothing changed.
    mutating func tell(_ failure: String?) -> Bool? {
        guard savingNotice != failure else { return nil }
        savingNotice = failure
        return true
    }

    /// Shows rows that were kept, ready to load on where they end. While own pages are being kept it waits for them: what is kept
    /// then lacks their rows.
    /// - Parameter head: the facts before the rows.
    /// - Returns: nil when there is nothing to change.
    mutating func show(_ kept: KeptRows, _ arguments: [JSONMember], head: Row?) -> Bool? {
        guard keeping == 0 else {
            isBehind = true
            return nil
        }
        // A question that begins here ends by itself, with its own rows.
        if !self.arguments.isEmpty, list.status.running == .header, list.items.isEmpty { return nil }
        if self.arguments == arguments, kept.holds(list.items) { return nil }
        self.arguments = arguments
        self.head = head
        list.restart(with: strategy)
        list.restore(kept.rows, total: kept.total, next: kept.next)
        next = kept.next
        return true
    }

    /// Notes that a page is being kept.
    mutating func beginKeeping() { keeping += 1 }

    /// Notes that a page was kept, or could not be.
    /// - Returns: whether what is kept is to be looked at now.
    mutating func endKeeping() -> Bool {
        keeping -= 1
        guard keeping == 0, isBehind else { return false }
        isBehind = false
        return true
    }

    /// The facts before the rows: rows of their kind are narrowed by the same words.
    var facts: Row? { head?.narrowed(by: question.words, layout) }

    /// Every row that is loaded, also those that an arrangement leaves out of the list.
    var loaded: [Row] { arranged?.page.rows.rows ?? list.items }

    /// The state as it is told to a client. Which rows are shown is worked out here, once until they change.
    /// - Parameter window: the rows that it shows; nil for all.
    mutating func told(within window: RowWindow?) -> ListState {
        shown.settle(list.items, question)
        var state = self
        state.window = window
        state.toldRows = state.rowsInWindow
        return state
    }

    /// The same state without its rows, where they are told otherwise.
    var withoutItems: ListState {
        var state = self
        state.omitsItems = true
        return state
    }

    /// Place of the window among the rows that are shown; nil without a window.
    var windowPlace: WindowPlace? {
        window.map { WindowPlace(from: $0.places(of: shownCount).lowerBound, total: shownCount) }
    }

    /// Rows that are shown in all.
    private var shownCount: Int { settled.count(of: list.items.count) }

    private var settled: ShownRows {
        var shown = shown
        shown.settle(list.items, question)
        return shown
    }

    /// The rows that are shown, in the window.
    var rows: [Row] { toldRows ?? rowsInWindow }

    private var rowsInWindow: [Row] {
        let shown = settled
        let count = shown.count(of: list.items.count)
        return shown.rows(at: window?.places(of: count) ?? 0..<count, of: list.items)
    }
}

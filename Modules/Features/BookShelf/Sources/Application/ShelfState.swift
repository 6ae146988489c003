import DesignSystem
import FeatureKit

typealias ShelfList = PagedList<Book, String>

/// The state of the shelf's screen.
struct ShelfState: LoadingState {
    var list = ShelfList(strategy: .whole) { $0.isbn13 } { didSet { narrow() } }
    var refresh: RefreshStatus { list.status }
    /// The search that the rows belong to; nil for the new books.
    private(set) var query: String?
    /// What is typed; filters the loaded rows.
    var text = "" { didSet { narrow() } }
    /// The rows that the filter leaves: looked for once for all who read the state. Nil without a filter: a second hold of
    /// all rows would have them copied whole with each page.
    private var narrowed: [Book]?
    /// Why a search could not be saved.
    var savingNotice: String?
    /// Why the saved search is not known, or may be another one by now.
    var storedNotice: String?
    /// What of both is told.
    var notice: String? { savingNotice ?? storedNotice }

    /// Pages that are being saved: until they are, what is stored is older than the rows here.
    private var saving = 0
    /// Whether something was stored meanwhile that was not looked at yet.
    private var isBehind = false

    var isFiltered: Bool { narrowed != nil }

    /// Begins a search: the rows go, what was typed no longer filters, late answers of before are dropped.
    mutating func begin(search query: String) {
        self.query = query
        text = ""
        savingNotice = nil
        list.restart(with: BookAPI.searchPaging)
    }

    /// Shows a saved search, ready to load on where it stopped. While own pages are being saved it waits for them: what
    /// is stored then lacks their rows.
    /// - Returns: nil when there is nothing to change.
    mutating func show(_ saved: SavedSearch) -> Bool? {
        guard saving == 0 else {
            isBehind = true
            return nil
        }
        // A search that begins here ends by itself, with its own rows.
        if query != nil, list.status.running == .header, list.items.isEmpty { return nil }
        if query.map(ExactName.init) == ExactName(saved.query), saved.holds(list.items) { return nil }
        query = saved.query
        list.restart(with: BookAPI.searchPaging)
        list.restore(saved.books, total: saved.total, next: saved.nextPage)
        return true
    }

    /// Takes a page that was asked for. A page of a search is to be saved: `endSaving` says when that is over.
    /// - Returns: the rows before it, as many as a saved search keeps; nil when it is no longer wanted, and nothing changed.
    mutating func take(_ page: Page<Book>, for request: ShelfList.Request) -> [Book]? {
        // Not all rows: held over the change, they would be copied whole with each page.
        let preceding = request.part == .footer ? Array(list.items.prefix(SavedSearch.capacity)) : []
        guard list.succeed(request, with: page) else { return nil }
        savingNotice = nil
        if query != nil { saving += 1 }
        return preceding
    }

    /// Notes that a page was saved, or could not be.
    /// - Returns: whether what is stored is to be looked at now.
    mutating func endSaving() -> Bool {
        saving -= 1
        guard saving == 0, isBehind else { return false }
        isBehind = false
        return true
    }

    private mutating func narrow() {
        let filter = TextFilter(text)
        narrowed = filter.isEmpty ? nil : list.items.matching(filter)
    }

    private var answer: ShelfAnswer {
        ShelfAnswer(
            source: query == nil ? .new : .saved, query: query, items: narrowed ?? list.items, total: list.items.count)
    }

    static let shape: ResultShape<ShelfState> =
        ShelfAnswer.fields.flattened { $0.answer } + [
            ResultField("text", .text, "What is typed.") { $0.text },
            ResultField("hasMore", .flag, "Whether there is a further page.") { $0.list.hasMore },
            .refresh,
            ResultField(optional: "notice", .text, "A failure beside the list.") { $0.notice },
        ]

    var document: Document {
        let answer = answer
        let status = list.status
        var blocks: [Block] = [.heading(level: 1, Inline(answer.title, .title))]
        blocks += BookDocuments.notices(status, action: "retry")
        if let notice { blocks.append(.notice(.warning, title: Inline(notice), detail: nil)) }
        // Before the first answer there is nothing to say about the rows.
        if !answer.items.isEmpty || (status.running != .header && status.ended != .none) {
            blocks.append(BookDocuments.table(answer.items, emptyText: "No books."))
            blocks.append(
                .pageSummary(
                    PageSummary(
                        firstIndex: 1, shown: answer.items.count, total: isFiltered ? answer.total : list.total,
                        nextCursor: nil)))
        }
        if status.running == .footer { blocks.append(.notice(.info, title: "Loading the next page…", detail: nil)) }
        return Document(blocks)
    }
}

extension ShelfScreen {
    static var shape: ResultShape<ShelfState> { ShelfState.shape }
}

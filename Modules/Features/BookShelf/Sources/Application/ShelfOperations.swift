import DesignSystem
import FeatureKit
import JSON

extension Library {
    /// `bookShelf.shelf`
    var shelfOperation: Operation<String?, ShelfAnswer> {
        Operation(
            "shelf", title: "Show the book shelf", doc: "The books of the last search, or the new books.",
            guidance: "Use to see what is on the shelf. To find books by topic use book_shelf_search.", effect: .reads,
            example: [],
            parameters: ParameterShape(
                { $0 },
                Parameter.optional(
                    "filter", .text(0...200), "Only books with this in title, subtitle or price.", examples: ["web"])),
            result: ShelfAnswer.shape, view: "shelf", present: \.document
        ) { filter, _ throws(Fault) in try await shelf(filter: TextFilter(filter ?? "")) }
    }

    /// `bookShelf.search`
    var searchOperation: Operation<SearchParameters, SearchAnswer> {
        Operation(
            "search", title: "Search books", doc: "IT books by title, author, isbn or keyword, ten a page.",
            guidance: "Changes nothing; the shelf is kept by its screen. For one book's details use book_shelf_show.",
            effect: .reads,
            example: [JSONMember("query", "swift")],
            parameters: ParameterShape(
                SearchParameters.init,
                Parameter.required("query", .words(1...200), "What to look for.", examples: ["swift"]),
                ListParameters.cursor, ListParameters.pages),
            result: SearchAnswer.shape, view: "shelf", present: \.document
        ) { parameters, context throws(Fault) in try await search(parameters, context) }
    }

    private func shelf(filter: TextFilter) async throws(Fault) -> ShelfAnswer {
        await storage.ready()
        var notice = storage.trouble?.text
        do throws(Fault) {
            if let saved = try storage.knownSearch() {
                return ShelfAnswer(
                    source: .saved, query: saved.query, books: saved.books, filter: filter, notice: notice)
            }
        } catch {
            notice = error.text
        }
        return ShelfAnswer(
            source: .new, query: nil, books: try await api.newBooks().items, filter: filter, notice: notice)
    }

    private func search(_ parameters: SearchParameters, _ context: CallContext) async throws(Fault) -> SearchAnswer {
        let method = "\(BookShelf.id).search"
        let query = trimmed(parameters.query)
        let strategy = BookAPI.searchPaging
        let position =
            try parameters.cursor.map { text throws(Fault) in
                try ListCursor(text, for: method, parameters: [query]).position
            } ?? strategy.first
        let (books, total, next) = try await collectPages(
            from: position, pages: parameters.pages, strategy: strategy, id: { ExactName($0.isbn13) }, context: context
        ) { page throws(Fault) in try await api.search(query, page: page) }
        return SearchAnswer(
            query: query,
            list: ListAnswer(
                items: books, total: total,
                nextCursor: next.map { ListCursor(position: $0).text(for: method, parameters: [query]) },
                firstIndex: (position - 1) * strategy.size + 1))
    }
}

struct SearchParameters: Sendable {
    let query: String
    let cursor: String?
    let pages: Int
}

/// Where the shelf's books come from.
enum ShelfSource: String, Sendable, CaseIterable {
    case saved, new
}

/// The result of `bookShelf.shelf`.
struct ShelfAnswer: Sendable {
    let source: ShelfSource
    let query: String?
    let items: [Book]
    /// Books on the shelf, also those that the filter hides.
    let total: Int
    /// Why the saved search is not known, or may be another one by now.
    let notice: String?

    init(source: ShelfSource, query: String?, items: [Book], total: Int, notice: String? = nil) {
        self.notice = notice
        self.source = source
        self.query = query
        self.items = items
        self.total = total
    }

    init(source: ShelfSource, query: String?, books: [Book], filter: TextFilter, notice: String?) {
        self.init(source: source, query: query, items: books.matching(filter), total: books.count, notice: notice)
    }

    static let shape =
        fields + [
            ResultField(optional: "notice", .text, "Why the last search is not known, or may have changed.") {
                $0.notice
            }
        ]

    /// The fields that the screen has as well, which has a notice of its own.
    static let fields = ResultShape<ShelfAnswer>([
        ResultField("source", .oneOf, "Whether the last search or the new books.") { $0.source },
        ResultField("query", .orNull(.text), "The search; null for the new books.") { $0.query },
        ResultField("items", .list(of: .object(Book.shape)), "The books.") { $0.items },
        ResultField("total", .whole, "Books on the shelf.") { $0.total },
    ])

    var title: String { query.map { "Books for “\($0)”" } ?? "New books" }

    var document: Document {
        Document(
            [
                .heading(level: 1, Inline(title, .title)), BookDocuments.table(items, emptyText: "No books."),
                .pageSummary(PageSummary(firstIndex: 1, shown: items.count, total: total, nextCursor: nil)),
            ] + (notice.map { [.notice(.warning, title: Inline($0))] } ?? []))
    }
}

/// The result of `bookShelf.search`.
struct SearchAnswer: Sendable {
    let query: String
    let list: ListAnswer<Book>

    static let shape =
        ResultShape<SearchAnswer>([ResultField("query", .text, "What was searched.") { $0.query }])
        + ListAnswer.shape(of: Book.shape).flattened { $0.list }

    var document: Document {
        Document([
            .heading(level: 1, Inline("Books for “\(query)”", .title)),
            BookDocuments.table(list.items, emptyText: "No books match."), .pageSummary(list.summary),
        ])
    }
}

import Core
import DesignSystem
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
            guidance: "The result also becomes the shelf. For one book's details use book_shelf_show.", effect: .reads,
            example: [JSONMember("query", "swift")],
            parameters: ParameterShape(
                SearchParameters.init,
                Parameter.required("query", .words(1...200), "What to look for.", examples: ["swift"]),
                ListParameters.cursor, ListParameters.pages),
            result: SearchAnswer.shape, view: "shelf", present: \.document
        ) { parameters, context throws(Fault) in try await search(parameters, context) }
    }

    private func shelf(filter: TextFilter) async throws(Fault) -> ShelfAnswer {
        // A state that can't be read counts as none, as in the original; writing tells what is wrong with it.
        if let saved = try? storage.savedSearch() {
            return ShelfAnswer(source: .saved, query: saved.query, books: saved.books, filter: filter)
        }
        return ShelfAnswer(source: .new, query: nil, books: try await api.newBooks().items, filter: filter)
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
        // What was found is worth more than that it could be kept: a failing state is told beside the rows.
        var notice: String?
        do throws(Fault) {
            try await storage.save(books, of: query, from: position, total: total, next: next)
        } catch {
            notice = error.text
        }
        return SearchAnswer(
            query: query, notice: notice,
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

    init(source: ShelfSource, query: String?, items: [Book], total: Int) {
        self.source = source
        self.query = query
        self.items = items
        self.total = total
    }

    init(source: ShelfSource, query: String?, books: [Book], filter: TextFilter) {
        self.init(source: source, query: query, items: books.matching(filter), total: books.count)
    }

    static let shape = ResultShape<ShelfAnswer>([
        ResultField("source", .oneOf, "Whether the last search or the new books.") { $0.source },
        ResultField("query", .orNull(.text), "The search; null for the new books.") { $0.query },
        ResultField("items", .list(of: .object(Book.shape)), "The books.") { $0.items },
        ResultField("total", .whole, "Books on the shelf.") { $0.total },
    ])

    var title: String { query.map { "Books for “\($0)”" } ?? "New books" }

    var document: Document {
        Document([
            .heading(level: 1, Inline(title, .title)), BookDocuments.table(items, emptyText: "No books."),
            .pageSummary(PageSummary(firstIndex: 1, shown: items.count, total: total, nextCursor: nil)),
        ])
    }
}

/// The result of `bookShelf.search`.
struct SearchAnswer: Sendable {
    let query: String
    /// Why the result could not become the shelf.
    let notice: String?
    let list: ListAnswer<Book>

    static let shape =
        ResultShape<SearchAnswer>([ResultField("query", .text, "What was searched.") { $0.query }])
        + ListAnswer.shape(of: Book.shape).flattened { $0.list }
        + [ResultField("notice", .orNull(.text), "Why the result did not become the shelf.") { $0.notice }]

    var document: Document {
        Document(
            [
                .heading(level: 1, Inline("Books for “\(query)”", .title)),
                BookDocuments.table(list.items, emptyText: "No books match."), .pageSummary(list.summary),
            ] + (notice.map { [.notice(.warning, title: Inline($0))] } ?? []))
    }
}

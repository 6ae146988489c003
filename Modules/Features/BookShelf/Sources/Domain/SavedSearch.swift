import DesignSystem
import FeatureKit
import JSON

/// The whole accumulated result of the last search: what the shelf shows at the next start.
struct SavedSearch: Sendable, Equatable {
    var query: String
    /// Rows that the search has upstream; nil when it did not tell.
    var total: Int?
    /// The page to go on at; nil at the end.
    var nextPage: Int?
    var books: [Book]

    /// Rows that are kept at most; a search is not an archive.
    static let capacity = 1_000

    /// Rows on a page of a search.
    static let pageSize = 10

    /// Adds a page: to the same search when it continues that, else as a new one. Rows come once.
    ///
    /// - Parameters:
    ///   - preceding: the rows before the page where the caller has them: another search may have come in between, or an
    ///     earlier page could not be saved.
    ///   - position: the page's number, from 1.
    ///   - next: the number of the page after it; nil at the end.
    mutating func add(
        _ page: [Book], after preceding: [Book], of query: String, from position: Int, total: Int?, next: Int?
    ) {
        let isContinued = position > 1 && query.utf8.elementsEqual(self.query.utf8)
        // A search without hits is none to keep: the shelf stays as it is.
        if !isContinued, page.isEmpty, preceding.isEmpty { return }
        if !isContinued { self = SavedSearch(query: query, total: total, nextPage: next, books: []) }
        var known = Set(books.map(\.isbn13))
        books += (preceding + page).filter { known.insert($0.isbn13).inserted }
        self.total = total ?? self.total
        // An earlier page that is asked for again does not lead back.
        nextPage = isContinued ? nextPage.flatMap { own in next.map { max(own, $0) } } : next
        if books.count > Self.capacity {
            books = Array(books.prefix(Self.capacity))
            nextPage = Self.capacity / Self.pageSize + 1
        }
    }

    /// Whether the rows are these, or as many of them as are kept.
    func holds(_ rows: [Book]) -> Bool {
        rows == books || (books.count == Self.capacity && rows.starts(with: books))
    }

    func encoded() -> [UInt8] {
        var writer = JSONWriter(reserving: 256 * (books.count + 1))
        Self.shape.write(self, into: &writer)
        return writer.bytes
    }

    /// - Parameter locale: for whom prices are written.
    /// - Returns: nil when `bytes` are not a saved search with at least one book; the shelf then shows the new books.
    init?(_ bytes: [UInt8], _ locale: TextLocale) {
        guard let root = try? JSONDocument(parsing: bytes).root, let query = root["query"]?.string else { return nil }
        books = root["books"].map { $0.elements.compactMap { Book(saved: $0, locale: locale) } } ?? []
        if books.isEmpty { return nil }
        self.query = query
        total = root["total"]?.integer
        nextPage = root["nextPage"]?.integer
    }

    init(query: String, total: Int?, nextPage: Int?, books: [Book]) {
        self.query = query
        self.total = total
        self.nextPage = nextPage
        self.books = books
    }

    private static let shape = ResultShape<SavedSearch>([
        ResultField("query", .text, "What was searched.") { $0.query },
        ResultField("total", .orNull(.whole), "Rows upstream.") { $0.total },
        ResultField("nextPage", .orNull(.whole), "Where to go on.") { $0.nextPage },
        ResultField("books", .list(of: .object(Book.shape)), "The rows.") { $0.books },
    ])
}

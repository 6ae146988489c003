import Core
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

    /// Adds a page: to the same search when it continues where that stopped, else as the beginning of a new one.
    mutating func add(_ page: [Book], of query: String, from position: Int, total: Int?, next: Int?) {
        if query != self.query || position == 1 { self = SavedSearch(query: query, total: total, nextPage: next, books: []) }
        var known = Set(books.map(\.isbn13))
        books += page.filter { known.insert($0.isbn13).inserted }
        books = Array(books.prefix(Self.capacity))
        self.total = total ?? self.total
        nextPage = next
    }

    func encoded() -> [UInt8] {
        var writer = JSONWriter(reserving: 256 * (books.count + 1))
        Self.shape.write(self, into: &writer)
        return writer.bytes
    }

    /// - Returns: nil when `bytes` are not a saved search with at least one book; the shelf then shows the new books.
    init?(_ bytes: [UInt8]) {
        guard let root = try? JSONDocument(parsing: bytes).root, let query = root["query"]?.string else { return nil }
        books = root["books"].map { $0.elements.compactMap(Book.init(saved:)) } ?? []
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

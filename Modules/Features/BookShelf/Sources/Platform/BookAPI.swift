import DesignSystem
import FeatureKit
import HTTP
import JSON

/// The upstream of the book shelf: three requests, and what their answers mean.
struct BookAPI: Sendable {
    let upstream: Upstream
    /// For whom prices are written.
    let locale: TextLocale

    /// How `search` counts: ten books a page, a total that may be missing.
    static let searchPaging = PageStrategy(
        unit: .pageNumber, size: SavedSearch.pageSize, shortPageEnds: false)

    /// `new`: the books of the month, all in one answer.
    func newBooks() async throws(Fault) -> Page<Book> {
        try await answer(["new"]) { root throws(Fault) in try books(in: root) }
    }

    /// `search/{query}/{page}`: page 1, 2, … of the books that match.
    func search(_ query: String, page: Int) async throws(Fault) -> Page<Book> {
        try await answer(["search", query, String(page)]) { root throws(Fault) in try books(in: root) }
    }

    /// `books/{isbn13}`
    /// - Throws: `not_found` for a book that the upstream doesn't know.
    func book(_ isbn13: String) async throws(Fault) -> BookDetail {
        try await answer(["books", isbn13], notFound: .unknownBook(isbn13)) { root throws(Fault) in
            guard let detail = BookDetail(upstream: root, locale: locale) else {
                throw .unexpectedAnswer("isbn13", module: upstream.module)
            }
            return detail
        }
    }

    /// What is read of the answer's object, once its `error` member and status say that it is one.
    ///
    /// The upstream tells its errors in the body, with status 200 or 4xx; `"0"` is no error.
    private func answer<Value: Sendable>(
        _ path: [String], notFound: Fault? = nil, read: @Sendable (JSONNode) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        do throws(Fault) {
            return try await upstream.json(path) { reply throws(Fault) in
                try read(try judged(reply, notFound: notFound))
            }
        } catch {
            throw error.inOriginalWords
        }
    }

    private func judged(_ reply: UpstreamReply, notFound: Fault?) throws(Fault) -> JSONNode {
        let root = reply.document.root
        if let message = root["error"]?.looseText, message != "0" {
            throw notFound.flatMap { message.utf8.starts(with: "[books]".utf8) || reply.status == 404 ? $0 : nil }
                ?? .refused(message, module: upstream.module)
        }
        guard reply.isSuccess else {
            throw notFound.flatMap { reply.status == 404 ? $0 : nil }
                ?? .rejected(reply.status, module: upstream.module)
        }
        return root
    }

    /// - Throws: `upstream_malformed` for an answer without a list of books, which is not an empty list.
    private func books(in root: JSONNode) throws(Fault) -> Page<Book> {
        guard let rows = root["books"], rows.kind == .array else {
            throw .unexpectedAnswer("books", module: upstream.module)
        }
        let total = root["total"]?.looseInteger.flatMap { $0 >= 0 ? $0 : nil }
        var books: [Book] = []
        for row in rows.elements {
            if let book = Book(upstream: row, locale: locale, like: books.last) { books.append(book) }
        }
        return Page(items: books, total: total, received: rows.count)
    }
}

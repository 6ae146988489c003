import DesignSystem
package import FeatureKit
import JSON
import Storage
import Values

/// A book of the store.
enum Book {
    static let isbn13 = Field.text(
        "isbn13", "The book's number, thirteen digits.", .key, filter: "isbn13s"
    ).accepting(isISBN13)
    static let title = Field.text("title", "The title.", .title, [.html, .search])
    static let subtitle = Field.text("subtitle", "The subtitle.", nil, [.html, .search])
    static let price = Field.money("price", "The price.", .code("USD"), .price, [.filter, .search])
    static let free = Field.flag("free", "Whether it costs nothing.", nil, [.filter, .hidden]).computed {
        $0[price]?.amount == .zero
    }
    static let imageURL = Field.picture("imageURL", "The cover.", from: "image")
    static let url = Field.link("url", "The book's page at the store.")
    static let route = Field.route("galleria://book/{isbn13}")

    static let hasSample = Field.flag("hasSample", "Whether it has sample chapters.", nil, [.filter, .hidden]).asked {
        row, call throws(Fault) in
        try await call.reading(detail).book(row.key)?[samples].isEmpty == false
    }

    /// A book as the shelf gives it.
    static let layout = RowLayout("book", [isbn13, title, subtitle, price, free, imageURL, url, route])

    /// A book as a search gives it.
    static let found = RowLayout("book", [isbn13, title, subtitle, price, free, hasSample, imageURL, url, route])

    static let authors = Field.text("authors", "The authors.", nil, .html)
    static let publisher = Field.text("publisher", "The publisher.", nil, .html)
    static let language = Field.text("language", "The language.")
    static let isbn10 = Field.text("isbn10", "The older number; may end in X.")
    static let pages = Field.whole("pages", "Printed pages.").within(1...1_000_000)
    static let year = Field.whole("year", "The year of publication.").within(1...9_999)
    static let rating = Field.whole("rating", "Stars, 1 to 5.").within(1...5).told { stars, _ in
        stars.flatMap { ratings.indices.contains($0) ? ratings[$0] : nil }
    }
    /// Ratings as people read them, by their stars: made for each book they take its text over its gate (70,093 instructions).
    private static let ratings = (0...5).map { Inline("\($0) of 5" as String) }
    static let description = Field.prose("description", "Plain text.", .html, from: "desc")
    static let samples = Field.rows("samples", "Chapters to read before buying.", of: Chapter.layout, from: "pdf")
    static let memo = Field.prose("memo", "The user's own memo.").stored { row, overlays in
        Memo.known(of: row.key, overlays.state)?.text
    }

    /// All that is known of one book.
    static let detail = RowLayout(
        "book",
        [
            isbn13, title, subtitle, authors, publisher, language, isbn10, pages, year, rating, price, imageURL, url,
            route,
            description, samples, memo,
        ])

    /// The check digit is not judged: free e-books carry numbers of their own that begin with 1001.
    @Sendable static func isISBN13(_ text: String) -> Bool {
        text.utf8.count == 13 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// A sample chapter, a member of the upstream's object `pdf`.
private enum Chapter {
    static let chapter = Field.text("chapter", "The chapter's name.", .title, from: "$key")
    static let url = Field.link("url", "The PDF.", from: "$value")
    static let layout = RowLayout("chapter", [chapter, url])
}

// MARK: - The upstream

extension FeatureCall {
    /// `new`: the books of the month, all in one answer.
    func newBooks() async throws(Fault) -> RowPage {
        try await rows("new", at: "books", total: "total", refusing: Self.refusal)
    }

    /// `search/{query}/{page}`: ten books that match. The query is one segment of the path, whatever it holds.
    func books(matching query: String, page: Int) async throws(Fault) -> RowPage {
        try await rows("search", segments: [query, String(page)], at: "books", total: "total", refusing: Self.refusal)
    }

    /// `books/{isbn13}`
    /// - Returns: nil for a book that the upstream doesn't know.
    func book(_ isbn13: String) async throws(Fault) -> Row? {
        guard let request = Self.book(isbn13) else { return nil }
        return try await row(request)
    }

    /// The request for a book; nil for a text that is no isbn13.
    @Sendable static func book(_ isbn13: String) -> RowRequest? {
        guard Book.isISBN13(isbn13) else { return nil }
        return RowRequest("books", segments: [isbn13], requiring: Book.isbn13.name, refusing: refusal)
    }

    /// There is no such book: the fault names the nearest, by number and by title.
    func unknownBook(_ isbn13: String) async -> Fault {
        var rows: [Row] = []
        do throws(Fault) { rows = try await nearestBooks(isbn13) } catch { rows = [] }
        return .unknownRow(isbn13, of: Book.detail, among: rows)
    }

    /// Books that may be meant by a number that is not there: those of the same publisher, whose numbers begin alike; by a title,
    /// what it finds.
    func nearestBooks(_ isbn13: String) async throws(Fault) -> [Row] {
        let number = isbn13.filter { $0 != "-" && $0 != " " }
        let words = Book.isISBN13(number) ? String(number.prefix(10)) : trimmed(isbn13)
        return words.isEmpty ? [] : try await reading(Book.layout).books(matching: words, page: 1).rows.rows
    }

    /// The upstream tells its errors in the body, with status 200 or 4xx; `"0"` is no error.
    @Sendable private static func refusal(_ reply: UpstreamReply) -> Fault? {
        guard let message = reply.document.root["error"]?.looseText, message != "0" else { return nil }
        if message.utf8.starts(with: "[books]".utf8) {
            return Fault(.notFound, "There is no such book.", hint: "Search for it by title, author or number.")
        }
        return Fault(
            .upstreamRejected, "The book store refused the request: \(Fault.quoted(message, limit: 200)).",
            hint: "Try other words.")
    }
}

// MARK: - The shelf

/// Facts that stand before the books of a list.
private enum Shelf {
    static let source = Field.word("source", "The last search, or the new books.", ["saved", "new"])
    static let search = Field.text("search", "The words of the search.")
    static let title = Field.text("title", "", .title, .hidden)
    static let layout = RowLayout("shelf", [source, search, title])

    /// The search that the screen shows; set by its action alone.
    static let asked = Parameter<String?>.optional("search", .text(1...200), "The search to show.")
    static let namespace = StateNamespace("bookShelf")

    static func head(_ call: FeatureCall) throws(Fault) -> Row {
        let asked = try call.value(asked).map(trimmed)
        return layout.row { row in
            row.set(source, asked == nil ? "new" : "saved")
            row.set(search, asked)
            row.set(title, asked.map { "Books for “\($0)”" } ?? "New books")
        }
    }
}

/// Facts that stand before the books that were found.
private enum Found {
    static let query = Field.text("query", "The words that were searched.")
    static let title = Field.text("title", "", .title, .hidden)
    static let layout = RowLayout("search", [query, title])

    static let asked = Parameter<String>.required(
        "query", .words(1...200), "Words of the title or the author, or a number.", examples: ["swift"])

    static func head(_ call: FeatureCall) throws(Fault) -> Row {
        let asked = trimmed(try call.value(asked))
        return layout.row { row in
            row.set(query, asked)
            row.set(title, "Books for “\(asked)”")
        }
    }
}

/// IT books: the shelf with the last search, details with sample chapters, and memos.
package let bookShelf = Feature(
    "bookShelf", title: "Book shelf", doc: "IT books to find and read about, with memos.",
    endpoint: "https://api.itbook.store/1.0", sample: SampleBooks.answer,
    parts: [
        ListPart(
            "list", title: "Show the book shelf", doc: "The books of the screen's last search, or the new books.",
            guidance: "Use for what is on the shelf, 20 a call. To find books by topic use book_shelf_search.",
            of: Book.layout, paging: .numbersOf(10)
        ) { page, call throws(Fault) in
            guard let search = try call.value(Shelf.asked) else { return try await call.newBooks() }
            return try await call.books(matching: trimmed(search), page: page.number)
        }
        .head(Shelf.layout, Shelf.head).keepsLast("search", in: Shelf.namespace, key: "lastSearch")
        .screen("galleria://shelf").heading("BookShelf").view("shelf").finds(as: "edit")
        .asks(
            AskAction(
                "search", "Searches the store; the result becomes the shelf.",
                Parameter.required("search", .text(0...200), "Words to look for.", examples: ["swift"]), as: "query"
            ) { trimmed($0).isEmpty }),
        ListPart(
            "search", title: "Search books", doc: "IT books by title, author, number or keyword.",
            guidance:
                "20 a call, in the store's order unless sort is given. A book may match by its author, but rows have no authors: "
                + "book_shelf_show gives them, with year, pages and rating. hasSample reads 40 books at most.",
            of: Book.found, paging: .numbersOf(10)
        ) { page, call throws(Fault) in
            try await call.books(matching: trimmed(try call.value(Found.asked)), page: page.number)
        }
        .parameter(Found.asked, example: "swift").head(Found.layout, Found.head).view("shelf"),
        ShowPart(
            title: "Show books", doc: "Details, rating, memo and sample chapters of up to ten books.",
            guidance: "Takes isbn13s that book_shelf_search or book_shelf_list gave. All memos: book_shelf_memos.",
            of: Book.detail,
            example: "9781617294136", asking: FeatureCall.book
        )
        .screen("galleria://book/{isbn13}", title: "Book").view("shelf").showsStored(Memo.namespace)
        .action(Memo.edit)
        .nearest { call, isbn13 throws(Fault) in try await call.nearestBooks(isbn13) }
        .completing { [Book.isbn13.name: bookCompletion($0)] },
        Memo.list, Memo.set, ReadingPlan(),
    ])

/// The new books, then those that the upstream finds by what was typed: by their titles as well.
func bookCompletion(_ environment: FeatureEnvironment) -> Completion {
    Completion { request throws(Fault) in
        let call = environment.call(Book.layout)
        var rows = try await call.newBooks().rows.rows
        var (read, total) = (0, 0)
        let typed = trimmed(request.typed)
        if !typed.isEmpty {
            // Forty requests at most.
            for page in 1...40 {
                let found = try await call.books(matching: typed, page: page)
                rows += found.rows.rows
                read += found.received
                total = found.total ?? read
                if found.received == 0 || read >= total || total > 400 { break }
            }
        }
        return Candidates(
            rows.map { Candidate($0.key, about: "\($0.title ?? "") \($0[Book.subtitle] ?? "")") },
            isWhole: read >= total)
    }
}

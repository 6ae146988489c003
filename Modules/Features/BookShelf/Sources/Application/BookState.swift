import DesignSystem
import FeatureKit

/// The state of a book's screen.
struct BookState: LoadingState {
    let isbn13: String
    private(set) var detail: BookDetail?
    /// Empty when there is none; nil where that is not known.
    var memo: String? = ""
    /// Changes of the memo that are not durable yet: until they are, what is stored is older than the memo here.
    var unsaved = 0
    var refresh = RefreshStatus()
    /// Why the memo could not be saved.
    var savingNotice: String?
    /// Why the memo is not known, or may be another one by now.
    var storedNotice: String?
    /// What of both is told.
    var notice: String? { savingNotice ?? storedNotice }
    /// Rises with every load; a late answer of an older one is dropped.
    var generation = 0

    /// For whom the price is written, also before there is one.
    private let locale: TextLocale

    init(isbn13: String, locale: TextLocale) {
        self.isbn13 = isbn13
        self.locale = locale
    }

    /// - Returns: nil when a later load superseded this one, and nothing changed.
    mutating func finish(_ generation: Int, with detail: BookDetail) -> Bool? {
        guard generation == self.generation else { return nil }
        self.detail = detail
        refresh = RefreshStatus()
        refresh.ended = .normal
        return true
    }

    /// - Returns: nil when a later load superseded this one, and nothing changed.
    mutating func fail(_ generation: Int, _ fault: Fault) -> Bool? {
        guard generation == self.generation else { return nil }
        refresh.fail(.header, fault)
        return true
    }

    /// Before the book is loaded it is written as its number alone; the fields follow with the first answer.
    private var shown: BookDetail {
        detail
            ?? BookDetail(
                book: Book(
                    isbn13: isbn13, title: "", subtitle: "", price: Money(.zero, Currency(Book.currencyCode, locale)),
                    imageURL: "", url: ""),
                authors: "", publisher: "", language: "", isbn10: "", pages: 0, year: 0, rating: nil, description: "",
                pdf: [])
    }

    /// The rows of the original's screen: information, the memo, then a row for each sample chapter.
    var rows: [String] {
        ["information", "memo"] + (detail?.pdf.map { "PDF Sample: \($0.chapter)" } ?? [])
    }

    static let shape: ResultShape<BookState> =
        BookDetail.shape.flattened { $0.shown } + [
            ResultField(optional: "memo", .text, "The user's note; empty when there is none.") { $0.memo },
            ResultField("rows", .list(of: .text), "The screen's rows, in order.") { $0.rows },
            .refresh,
            ResultField(optional: "notice", .text, "Why the memo is not saved.") { $0.notice },
        ]

    var document: Document {
        let notices =
            BookDocuments.notices(refresh, action: "refresh")
            + (notice.map { [.notice(.warning, title: Inline($0), detail: nil)] } ?? [])
        guard let detail else { return Document([.heading(level: 1, Inline(isbn13, .code))] + notices) }
        return Document(notices + BookDocuments.detail(detail, memo: memo).blocks)
    }
}

import DesignSystem
import FeatureKit
import JSON

extension Library {
    /// `bookShelf.show`
    var showOperation: Operation<String, BookAnswer> {
        Operation(
            "show", title: "Show one book", doc: "One book's details, memo and sample chapters.",
            guidance: "Takes an isbn13 that book_shelf_search or book_shelf_shelf gave.", effect: .reads,
            example: [JSONMember("isbn13", "9781617294136")], parameters: ParameterShape({ $0 }, Self.isbn13),
            result: BookAnswer.shape, view: "shelf", route: { BookShelf.bookRoute($0.detail.book.isbn13) },
            present: \.document
        ) { isbn13, _ throws(Fault) in
            let detail = try await api.book(isbn13)
            do throws(Fault) {
                return BookAnswer(
                    detail: detail, memo: try await storage.memo(isbn13), notice: storage.trouble?.text)
            } catch {
                return BookAnswer(detail: detail, memo: nil, notice: error.text)
            }
        }
    }

    /// `bookShelf.memo`
    var memoOperation: Operation<MemoParameters, MemoAnswer> {
        Operation(
            "memo", title: "Read or write a memo", doc: "The user's own note on a book; with text it is set.",
            guidance: "Leave text out to read. An empty text clears the memo.",
            effect: .writes(idempotent: true, destructive: true), example: [JSONMember("isbn13", "9781617294136")],
            parameters: ParameterShape(
                MemoParameters.init, Self.isbn13,
                Parameter.optional("text", .text(0...10_000), "The new memo.", examples: ["Read chapter 2"])),
            result: MemoAnswer.shape, route: { BookShelf.bookRoute($0.isbn13) }, present: \.document
        ) { parameters, _ throws(Fault) in
            if let text = parameters.text { try await storage.setMemo(text, of: parameters.isbn13) }
            return MemoAnswer(isbn13: parameters.isbn13, text: try await storage.memo(parameters.isbn13))
        }
    }

    private static var isbn13: Parameter<String> {
        .required(
            "isbn13",
            .text(matching: "^[0-9]{13}$", expected: "an isbn13, which is thirteen digits", accepts: isISBN13),
            "The book's number.", examples: ["9781617294136"])
    }
}

struct MemoParameters: Sendable {
    let isbn13: String
    let text: String?
}

/// The result of `bookShelf.show`.
struct BookAnswer: Sendable {
    let detail: BookDetail
    /// Empty when there is none; nil where that is not known.
    let memo: String?
    /// Why the memo is not known, or may be another one by now.
    let notice: String?

    static let shape: ResultShape<BookAnswer> =
        BookDetail.shape.flattened { $0.detail } + [
            ResultField(optional: "memo", .text, "The user's note; empty when there is none.") { $0.memo },
            ResultField(optional: "notice", .text, "Why the memo is not known, or may have changed.") { $0.notice },
        ]

    var document: Document {
        let notices: [Block] = notice.map { [.notice(.warning, title: Inline($0))] } ?? []
        return Document(BookDocuments.detail(detail, memo: memo).blocks + notices)
    }
}

/// The result of `bookShelf.memo`.
struct MemoAnswer: Sendable {
    let isbn13: String
    let text: String

    static let shape = ResultShape<MemoAnswer>([
        ResultField("isbn13", .text, "The book.") { $0.isbn13 },
        ResultField("text", .text, "The memo as it stands.") { $0.text },
    ])

    var document: Document {
        Document([
            .keyValues([KeyValue("isbn13", Inline(isbn13, .code))]),
            text.isEmpty ? .paragraph(Inline("No memo.", .muted)) : .text(text),
        ])
    }
}

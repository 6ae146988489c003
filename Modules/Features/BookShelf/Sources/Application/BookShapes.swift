import FeatureKit

/// How books are written: one declaration each for the operations, the screens and the saved search.
extension Book {
    static let shape = ResultShape<Book>([
        ResultField("isbn13", .text, "The book's number.") { $0.isbn13 },
        ResultField("title", .text, "The title.") { $0.title },
        ResultField("subtitle", .text, "Empty when there is none.") { $0.subtitle },
        ResultField("price", .object(Money.shape), "The price.") { $0.price },
        ResultField("imageURL", .text, "The cover.") { $0.imageURL },
        ResultField("url", .text, "The book's page at the store.") { $0.url },
        ResultField("route", .text, "The book's screen.") { $0.route },
    ])
}

extension BookDetail {
    static let shape: ResultShape<BookDetail> =
        Book.shape.flattened { $0.book } + [
            ResultField("authors", .text, "Who wrote it.") { $0.authors },
            ResultField("publisher", .text, "Who published it.") { $0.publisher },
            ResultField("language", .text, "Empty where older answers don't tell.") { $0.language },
            ResultField("isbn10", .text, "The old number; may end in X.") { $0.isbn10 },
            ResultField("pages", .whole, "0 when unknown.") { $0.pages },
            ResultField("year", .whole, "0 when unknown.") { $0.year },
            ResultField("rating", .orNull(.whole), "1 to 5; null when unrated.") { $0.rating },
            ResultField("description", .text, "Plain text.") { $0.description },
            ResultField("pdf", .list(of: .object(PDFSample.shape)), "Sample chapters.") { $0.pdf },
        ]
}

extension PDFSample {
    static let shape = ResultShape<PDFSample>([
        ResultField("chapter", .text, "The chapter's name.") { $0.chapter },
        ResultField("url", .text, "The PDF.") { $0.url },
    ])
}

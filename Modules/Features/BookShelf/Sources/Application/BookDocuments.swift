import DesignSystem
import FeatureKit

/// How books are described to people; the design system does the layout.
enum BookDocuments {
    /// A table of books; an empty subtitle is told in the original's words.
    static func table(_ books: [Book], emptyText: String) -> Block {
        .table(
            Table(
                columns: [
                    Column("isbn13", alignment: .leading, priority: 0, minimumWidth: 13),
                    Column("title", alignment: .leading, priority: 1, minimumWidth: 16),
                    Column("subtitle", alignment: .leading, priority: 2, minimumWidth: 12),
                    Column("price", alignment: .trailing, priority: 0, minimumWidth: 6),
                ],
                rows: books.map { book in
                    [
                        Inline(book.isbn13, .code), Inline(book.title, .title, link: book.route),
                        book.subtitle.isEmpty ? Inline("subtitle nothing", .muted) : Inline(book.subtitle),
                        Inline(book.price.text, .price),
                    ]
                }, identities: books.map { RowIdentity($0.isbn13, route: $0.route) }, emptyText: emptyText))
    }

    /// - Parameter memo: nil where it is not known.
    private static func memo(_ memo: String?) -> Block {
        guard let memo else { return .paragraph(Inline("—", .muted)) }
        return memo.isEmpty ? .paragraph(Inline("No memo yet.", .muted)) : .text(memo)
    }

    /// The information of one book: the nine lines of the original in its order, then what came later.
    static func detail(_ detail: BookDetail, memo: String?) -> Document {
        let book = detail.book
        var blocks: [Block] = [
            .heading(level: 1, Inline(book.title, .title)),
            .keyValues(
                information(detail).map { KeyValue($0.label, $0.value) } + [
                    KeyValue("language", Inline(detail.language)), KeyValue("isbn13", Inline(book.isbn13, .code)),
                    KeyValue("isbn10", Inline(detail.isbn10, .code)), KeyValue("url", Inline(book.url, link: book.url)),
                    KeyValue("image", Inline(book.imageURL, link: book.imageURL)),
                ]),
            .heading(level: 2, "memo"),
            Self.memo(memo),
        ]
        if !detail.pdf.isEmpty {
            blocks.append(.heading(level: 2, "samples"))
            blocks += detail.pdf.map { .link(title: "PDF Sample: \($0.chapter)", target: $0.url) }
        }
        return Document(blocks)
    }

    /// The nine lines, in the order of the original's detail screen.
    static func information(_ detail: BookDetail) -> [(label: String, value: Inline)] {
        [
            ("title", Inline(detail.book.title)),
            ("subtitle", Inline(detail.book.subtitle.isEmpty ? "subtitle nothing" : detail.book.subtitle)),
            ("authors", Inline(detail.authors)), ("publisher", Inline(detail.publisher)),
            ("pages", Inline(String(detail.pages))), ("year", Inline(String(detail.year))),
            ("rating", .rating(detail.rating.map(Double.init))),
            ("desc", Inline(detail.description)), ("price", Inline(detail.book.price.text, .price)),
        ]
    }

    /// What a screen shows above all else while something is wrong or under way.
    /// - Parameter action: the screen's action that tries again.
    static func notices(_ refresh: RefreshStatus, action: String) -> [Block] {
        if let message = refresh.message {
            return [.notice(.failure, title: Inline(message), detail: "Send \(action) to try again.")]
        }
        return refresh.running == .header ? [.notice(.info, title: "Loading…", detail: nil)] : []
    }
}

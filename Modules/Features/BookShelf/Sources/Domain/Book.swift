import FeatureKit

/// A book as lists show it. Two books are the same when their isbn13 is.
struct Book: Sendable, Equatable {
    let isbn13: String
    let title: String
    /// Empty when the book has none.
    let subtitle: String
    let price: Money
    /// The price as people read it: made once, since each keystroke of a search looks at it in every row.
    let priceText: String
    private let imageForm: AddressForm
    private let urlForm: AddressForm

    /// - Parameter like: a row whose addresses are perhaps of the same form, such as the one before.
    init(
        isbn13: String, title: String, subtitle: String, price: Money, imageURL: String, url: String, like: Book? = nil
    ) {
        (self.isbn13, self.title, self.subtitle) = (isbn13, title, subtitle)
        (self.price, self.priceText) = (price, price.text)
        imageForm = .of(imageURL, around: isbn13, known: like?.imageForm)
        urlForm = .of(url, around: isbn13, known: like?.urlForm)
    }

    /// The cover.
    var imageURL: String { imageForm.address(of: isbn13) }

    /// The book's page at the store.
    var url: String { urlForm.address(of: isbn13) }

    var route: String { BookShelf.bookRoute(isbn13) }

    /// One address may be kept in two forms, such as by a row of a list and by a book alone.
    static func == (left: Book, right: Book) -> Bool {
        left.isbn13 == right.isbn13 && left.title == right.title && left.subtitle == right.subtitle
            && left.price == right.price && left.priceText == right.priceText
            && (left.imageForm === right.imageForm || left.imageURL == right.imageURL)
            && (left.urlForm === right.urlForm || left.url == right.url)
    }

}

extension [Book] {
    /// Those that are shown under a filter: by title, subtitle or price; the same rows, and no copy of them, under one that is empty.
    func matching(_ filter: TextFilter) -> [Book] {
        if filter.isEmpty { return self }
        // Part by part, where they lie: to take a row out of the array counts the references to all its parts.
        let rows = span
        var found: [Book] = []
        for index in rows.indices {
            let isShown =
                filter.matches(rows[index].title) || filter.matches(rows[index].subtitle)
                || filter.matches(rows[index].priceText)
            if isShown { found.append(rows[index]) }
        }
        return found
    }
}

/// Everything that is known of one book.
struct BookDetail: Sendable, Equatable {
    let book: Book
    let authors: String
    let publisher: String
    let language: String
    let isbn10: String
    let pages: Int
    let year: Int
    /// 1 to 5; nil when nobody rated the book.
    let rating: Int?
    let description: String
    /// In the natural order of the chapters.
    let pdf: [PDFSample]
}

/// A chapter to read before buying.
struct PDFSample: Sendable, Equatable {
    let chapter: String
    let url: String
}

/// Whether `text` can be an isbn13: thirteen ASCII digits. The check digit is not judged, since free e-books carry
/// pseudo numbers that begin with 1001.
func isISBN13(_ text: String) -> Bool {
    text.utf8.count == 13 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
}

import DesignSystem
import FeatureKit
import JSON

/// Reading the upstream's books. Every scalar comes as text, some of it with HTML entities.
extension Book {
    /// Of all prices, since the upstream writes `$` and means this.
    static let currencyCode = "USD"

    /// - Parameter like: the row before.
    /// - Returns: nil for a row without an isbn13, which could neither be shown nor told from another.
    init?(upstream row: JSONNode, locale: TextLocale, like: Book? = nil) {
        guard let isbn13 = row["isbn13"]?.looseText, isISBN13(isbn13) else { return nil }
        self.init(
            isbn13: isbn13, title: prose(row["title"]), subtitle: prose(row["subtitle"]),
            price: storePrice(row["price"]?.looseText, locale), imageURL: row["image"]?.boundedText ?? "",
            url: row["url"]?.boundedText ?? "", like: like)
    }

    /// A row of a saved search, in the shape of `Book.shape`.
    init?(saved row: JSONNode, locale: TextLocale) {
        guard let isbn13 = row["isbn13"]?.string, isISBN13(isbn13), let money = row["price"],
            let amount = money["amount"]?.string.flatMap({ DecimalAmount($0) })
        else { return nil }
        self.init(
            isbn13: isbn13, title: row["title"]?.string ?? "", subtitle: row["subtitle"]?.string ?? "",
            price: Money(amount, Currency(money["currency"]?.string ?? Book.currencyCode, locale)),
            imageURL: row["imageURL"]?.string ?? "",
            url: row["url"]?.string ?? "")
    }
}

extension BookDetail {
    /// - Returns: nil when the answer is not a book.
    init?(upstream row: JSONNode, locale: TextLocale) {
        guard let book = Book(upstream: row, locale: locale) else { return nil }
        let rating = row["rating"]?.looseInteger.flatMap { (1...5).contains($0) ? $0 : nil }
        let samples = row["pdf"].map { pdf in
            pdf.members.compactMap { chapter, url in url.boundedText.map { PDFSample(chapter: chapter, url: $0) } }
        }
        self.init(
            book: book, authors: prose(row["authors"]), publisher: prose(row["publisher"]),
            language: prose(row["language"]), isbn10: row["isbn10"]?.looseText ?? "",
            pages: max(0, row["pages"]?.looseInteger ?? 0), year: max(0, row["year"]?.looseInteger ?? 0),
            rating: rating, description: prose(row["desc"]),
            pdf: (samples ?? []).sorted { precedesNaturally($0.chapter, $1.chapter) })
    }
}

private func prose(_ node: JSONNode?) -> String { decodingHTMLEntities(node?.looseText ?? "") }

/// `$17.23` as money. A price that can't be read counts as nothing, as in the original.
private func storePrice(_ text: String?, _ locale: TextLocale) -> Money {
    let digits = (text ?? "").utf8.drop { $0 == UInt8(ascii: "$") }
    let amount = DecimalAmount(String(Substring(digits))) ?? DecimalAmount("0.00")
    return Money(amount ?? .zero, Currency(Book.currencyCode, locale))
}

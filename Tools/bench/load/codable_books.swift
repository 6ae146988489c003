// The books of codable_peer: a body as the upstream would answer it, decoded and told for each call.

import Foundation

struct Books {
    struct Asked: Decodable {
        let isbn13: String
    }

    /// The upstream's body.
    private struct Body: Decodable {
        let title, subtitle, authors, publisher, language, desc, isbn10, pages, year, rating, price, image, url: String?
        let isbn13: String
        let pdf: [String: String]?
    }

    /// Without what the upstream does not know: it says so by an empty text, or 0.
    struct Book: Encodable {
        struct Price: Encodable {
            let amount: String
            let currency = "USD"
            let text: String
        }

        struct Sample: Encodable {
            let chapter: String
            let url: String
        }

        let isbn13: String
        let title, subtitle: String?
        let price: Price
        let route: String
        let imageURL, url, authors, publisher, language, isbn10: String?
        let pages, year, rating: Int?
        let description: String?
        let pdf: [Sample]?
    }

    struct Answer: Encodable {
        let content: [Content]
        let structuredContent: Book
        let isError = false
    }

    /// By isbn13.
    private var bodies: [String: Data] = [:]

    /// - Parameter path: of an array with a row a line.
    init(path: String) throws {
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("{") }
        for row in rows {
            let whole = row.hasSuffix(",") ? row.dropLast() : row
            let body = Data("{\"error\":\"0\",\(whole.dropFirst())".utf8)
            bodies[try CodablePeer.decoder.decode(Body.self, from: body).isbn13] = body
        }
    }

    func show(_ asked: Asked) throws -> Answer {
        guard let data = bodies[asked.isbn13] else { throw NotTaken() }
        let body = try CodablePeer.decoder.decode(Body.self, from: data)
        let price = body.price ?? ""
        let samples = body.pdf?.map { Book.Sample(chapter: $0, url: $1) }
        let book = Book(
            isbn13: body.isbn13, title: told(prose(body.title)), subtitle: told(prose(body.subtitle)),
            price: .init(amount: price.hasPrefix("$") ? String(price.dropFirst()) : price, text: price),
            route: "galleria://book/\(body.isbn13)", imageURL: told(body.image), url: told(body.url),
            authors: told(prose(body.authors)), publisher: told(prose(body.publisher)),
            language: told(prose(body.language)), isbn10: told(body.isbn10), pages: number(body.pages),
            year: number(body.year), rating: number(body.rating), description: told(prose(body.desc)),
            pdf: samples?.sorted { $0.chapter.compare($1.chapter, options: .numeric) == .orderedAscending })
        return Answer(content: [Content(text: text(book))], structuredContent: book)
    }

    private func told(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }

    private func number(_ text: String?) -> Int? { text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

    private func text(_ book: Book) -> String {
        let title = markdown(book.title ?? "")
        var text = "# \(title)\n\n- title: \(title)\n"
        if let subtitle = book.subtitle { text += "- subtitle: \(markdown(subtitle))\n" }
        if let authors = book.authors { text += "- authors: \(markdown(authors))\n" }
        if let publisher = book.publisher { text += "- publisher: \(markdown(publisher))\n" }
        if let pages = book.pages { text += "- pages: \(pages)\n" }
        if let year = book.year { text += "- year: \(year)\n" }
        if let rating = book.rating { text += "- rating: \(rating)/5\n" }
        if let description = book.description { text += "- desc: \(markdown(description))\n" }
        text += "- price: \(markdown(book.price.text))\n"
        if let language = book.language { text += "- language: \(markdown(language))\n" }
        text += "- isbn13: `\(book.isbn13)`\n"
        if let isbn10 = book.isbn10 { text += "- isbn10: `\(isbn10)`\n" }
        if let url = book.url { text += "- url: <\(url)>\n" }
        if let imageURL = book.imageURL { text += "- image: <\(imageURL)>\n" }
        text += "\n## memo\n\nNo memo yet.\n"
        guard let samples = book.pdf else { return text }
        text += "\n## samples\n"
        for sample in samples { text += "\n[PDF Sample: \(markdown(sample.chapter))](\(sample.url))\n" }
        return text
    }
}

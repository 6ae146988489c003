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

        let isbn13, title, subtitle: String
        let price: Price
        let imageURL, url, route, authors, publisher, language, isbn10: String
        let pages, year, rating: Int?
        let description: String
        let pdf: [Sample]
        let memo = ""
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
        let samples = (body.pdf ?? [:]).map { Book.Sample(chapter: $0, url: $1) }
        let book = Book(
            isbn13: body.isbn13, title: prose(body.title), subtitle: prose(body.subtitle),
            price: .init(amount: price.hasPrefix("$") ? String(price.dropFirst()) : price, text: price),
            imageURL: body.image ?? "",
            url: body.url ?? "", route: "galleria://book/\(body.isbn13)", authors: prose(body.authors),
            publisher: prose(body.publisher),
            language: prose(body.language), isbn10: body.isbn10 ?? "", pages: body.pages.flatMap { Int($0) },
            year: body.year.flatMap { Int($0) }, rating: body.rating.flatMap { Int($0) }, description: prose(body.desc),
            pdf: samples.sorted { $0.chapter.compare($1.chapter, options: .numeric) == .orderedAscending })
        return Answer(content: [Content(text: text(book))], structuredContent: book)
    }

    private func text(_ book: Book) -> String {
        func told(_ number: Int?) -> String { number.map(String.init) ?? "" }
        var text = """
            # \(markdown(book.title))

            - title: \(markdown(book.title))
            - subtitle: \(markdown(book.subtitle))
            - authors: \(markdown(book.authors))
            - publisher: \(markdown(book.publisher))
            - pages: \(told(book.pages))
            - year: \(told(book.year))
            - rating: \(told(book.rating))/5
            - desc: \(markdown(book.description))
            - price: \(markdown(book.price.text))
            - language: \(markdown(book.language))
            - isbn13: `\(book.isbn13)`
            - isbn10: `\(book.isbn10)`
            - url: <\(book.url)>
            - image: <\(book.imageURL)>

            ## memo

            No memo yet.

            ## samples

            """
        for sample in book.pdf { text += "\n[PDF Sample: \(markdown(sample.chapter))](\(sample.url))\n" }
        return text
    }
}

import BookShelfSamples
import Core
import HTTP
import JSON

/// Answers the upstream's three requests from the sample data, with bodies of the upstream's own shape.
enum SampleBooks {
    /// The `sample` of the module's manifest.
    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        switch (request.path.first, request.path.count) {
        case ("new", 1): return list(Array(books.prefix(20)), page: nil)
        case ("search", 2): return search(request.path[1], page: 1)
        case ("search", 3): return Int(request.path[2]).flatMap { search(request.path[1], page: $0) }
        case ("books", 2): return detail(request.path[1])
        default: return nil
        }
    }

    /// Every sample book, in the order of the file. Parsed at the first request.
    static let books: [JSONNode] = {
        let bytes = UnsafeRawBufferPointer(start: bookshelf_sample_books, count: bookshelf_sample_books_size)
        let document = try? JSONDocument(parsing: bytes, limits: .standard)
        return document.map { Array($0.root.elements) } ?? []
    }()

    /// Books that hold the query in title, subtitle, authors or isbn13, in ascending isbn13, ten a page.
    private static func search(_ query: String, page: Int) -> HTTPResponse? {
        guard page >= 1, page <= 1_000_000 else { return nil }
        let filter = TextFilter(query)
        let hits = inOrder.filter { row in
            ["title", "subtitle", "authors", "isbn13"].contains { filter.matches(row[$0]?.string ?? "") }
        }
        return list(Array(hits.dropFirst((page - 1) * 10).prefix(10)), total: hits.count, page: page)
    }

    private static let inOrder = books.sorted { ($0["isbn13"]?.string ?? "") < ($1["isbn13"]?.string ?? "") }

    private static let byISBN13: [String: JSONNode] = Dictionary(
        books.compactMap { row in row["isbn13"]?.string.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })

    private static func list(_ rows: [JSONNode], total: Int? = nil, page: Int?) -> HTTPResponse {
        var writer = JSONWriter(reserving: 512 * rows.count + 64)
        writer.beginObject()
        writer.key("error")
        writer.string("0" as StaticString)
        writer.key("total")
        writer.string(String(total ?? rows.count))
        if let page {
            writer.key("page")
            writer.string(String(page))
        }
        writer.key("books")
        writer.beginArray()
        for row in rows {
            writer.beginObject()
            for name in ["title", "subtitle", "isbn13", "price", "image", "url"] {
                guard let value = row[name] else { continue }
                writer.key(name)
                writer.node(value)
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return HTTPResponse(status: 200, fields: [], body: writer.bytes, source: .sample)
    }

    private static func detail(_ isbn13: String) -> HTTPResponse {
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        writer.key("error")
        guard let row = byISBN13[isbn13] else {
            writer.string("[books] Not found" as StaticString)
            writer.endObject()
            return HTTPResponse(status: 404, fields: [], body: writer.bytes, source: .sample)
        }
        writer.string("0" as StaticString)
        for (name, value) in row.members {
            writer.key(name)
            writer.node(value)
        }
        writer.endObject()
        return HTTPResponse(status: 200, fields: [], body: writer.bytes, source: .sample)
    }
}

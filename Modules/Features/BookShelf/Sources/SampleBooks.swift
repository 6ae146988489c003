import BookShelfSamples
import Drawings
import FeatureKit
import Glibc
import HTTP
import JSON
import Synchronization

/// Answers the upstream's three requests from the sample data, with bodies of the upstream's own shape, and draws its covers.
enum SampleBooks {
    /// The `sample` of the module's manifest.
    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        if request.isOfFoundURL { return cover(request.url) }
        switch (request.path.first, request.path.count) {
        case ("new", 1): return list(Array(books.prefix(20)), page: nil)
        case ("search", 2): return search(request.path[1], page: 1)
        case ("search", 3): return Int(request.path[2]).flatMap { search(request.path[1], page: $0) }
        case ("books", 2): return detail(request.path[1])
        default: return nil
        }
    }

    /// Every sample book, in the order of the file. Parsed at the first request for a list.
    static let books: [JSONNode] = (try? JSONDocument(parsing: file)).map { Array($0.root.elements) } ?? []

    /// The file, which is part of the program.
    private static var file: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bookshelf_sample_books, count: bookshelf_sample_books_size)
    }

    /// Books that hold the words of the query in title, subtitle, authors or isbn13, in ascending isbn13, ten a page.
    private static func search(_ query: String, page: Int) -> HTTPResponse? {
        guard page >= 1, page <= 1_000_000 else { return nil }
        // The store knows no "either".
        let words = SearchWords(query, takesEither: false)
        let hits = inOrder.filter { row in
            words?.match(["title", "subtitle", "authors", "isbn13"].compactMap { row[$0]?.string }) ?? true
        }
        return list(Array(hits.dropFirst((page - 1) * 10).prefix(10)), total: hits.count, page: page)
    }

    private static let inOrder = books.sorted { ($0["isbn13"]?.string ?? "") < ($1["isbn13"]?.string ?? "") }

    /// A book's row as it stands in the file, braces included; nil for a book that the file does not have.
    private static func row(_ isbn13: String) -> UnsafeRawBufferPointer? {
        places.withLock { $0.place(of: isbn13) }.map { UnsafeRawBufferPointer(rebasing: file[$0]) }
    }

    private static let places = Mutex(Places())

    /// Places of the rows in the file, by isbn13, as far as somebody looked for one: what nobody asks for takes no memory. Every row is
    /// a line, of which nothing but that member is read: a document of the whole file takes 1 ms and 440 KB at the first book, and to look
    /// through the lines for each took 3 million instructions.
    private struct Places {
        private var known: [String: Range<Int>] = [:]
        /// The first line that was not looked at.
        private var start = 0
        private let member: [UInt8]

        init() {
            var writer = JSONWriter(reserving: 16)
            writer.key("isbn13")
            member = writer.bytes + [UInt8(ascii: "\"")]
        }

        mutating func place(of isbn13: String) -> Range<Int>? {
            if let place = known[isbn13] { return place }
            while let end = SampleBooks.place(of: UInt8(ascii: "\n"), from: start) {
                let line = start..<end
                start = end + 1
                guard let key = key(of: line) else { continue }
                // Behind the brace stands a comma, but behind the last one.
                let place = line.lowerBound..<(file[end - 1] == UInt8(ascii: ",") ? end - 1 : end)
                known[key] = place
                if key == isbn13 { return place }
            }
            return nil
        }

        private func key(of line: Range<Int>) -> String? {
            var quote = SampleBooks.place(of: UInt8(ascii: "\""), from: line.lowerBound)
            while let begin = quote, begin + member.count < line.upperBound {
                let value = begin + member.count
                if file[begin..<value].elementsEqual(member) {
                    return SampleBooks.place(of: UInt8(ascii: "\""), from: value).map {
                        String(decoding: file[value..<$0], as: UTF8.self)
                    }
                }
                quote = SampleBooks.place(of: UInt8(ascii: "\""), from: begin + 1)
            }
            return nil
        }
    }

    /// Place of the next such byte in the file.
    private static func place(of byte: UInt8, from start: Int) -> Int? {
        guard let all = file.baseAddress, start < file.count,
            let found = memchr(all + start, Int32(byte), file.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - all
    }

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
        guard let row = row(isbn13) else {
            return HTTPResponse(status: 404, fields: [], body: answer(error: "[books] Not found"), source: .sample)
        }
        var body: [UInt8] = []
        body.reserveCapacity(noError.count + row.count)
        body.append(contentsOf: noError)
        // The row as it stands in the file; a comma takes the place of the answer's last brace, and of the row's first.
        body[body.count - 1] = UInt8(ascii: ",")
        body.append(contentsOf: row.dropFirst())
        return HTTPResponse(status: 200, fields: [], body: body, source: .sample)
    }

    /// The drawing of a book's cover; nil for an address that is not the shop's.
    private static func cover(_ url: String) -> HTTPResponse? {
        guard url.hasPrefix("https://itbook.store/") else { return nil }
        guard let book = books.first(where: { $0["image"]?.string == url }) else {
            return HTTPResponse(status: 404, source: .sample)
        }
        func text(_ member: String) -> String { book[member]?.string ?? "" }
        let cover = Cover(
            title: text("title"), subtitle: plainText(html: text("subtitle")), authors: text("authors"),
            publisher: text("publisher"), key: text("isbn13"))
        return HTTPResponse(status: 200, body: cover.png(), source: .sample)
    }

    private static let noError = answer(error: "0")

    private static func answer(error: StaticString) -> [UInt8] {
        var writer = JSONWriter(reserving: 64)
        writer.beginObject()
        writer.key("error")
        writer.string(error)
        writer.endObject()
        return writer.bytes
    }
}

import JSON

/// Reading and writing the text of a file, which is one of the two that `Tools/bench/json_rates.py` makes: a call, or a
/// page of products.
struct JSONRates {
    private let text: [UInt8]
    private let document: JSONDocument

    init(file: String) throws {
        text = try bytes(of: file)
        document = try JSONDocument(parsing: text)
    }

    /// Reads the text whole, as every message and every upstream's answer is read.
    func read(for seconds: Double) throws -> Report {
        try measure(for: seconds) {
            guard try JSONDocument(parsing: text).root.kind == .object else { throw Failed("no object") }
        }
    }

    /// Writes the text from typed values.
    func write(for seconds: Double) throws -> Report {
        if let page = ProductPage(document.root) { return try write(for: seconds) { page.write(into: &$0) } }
        guard let call = Call(document.root) else { throw Failed("neither a call nor a page") }
        return try write(for: seconds) { call.write(into: &$0) }
    }

    /// Writes the text from a tree of values.
    func writeTree(for seconds: Double) throws -> Report {
        let tree = JSONValue(document.root)
        return try write(for: seconds) { $0.value(tree) }
    }

    private func write(for seconds: Double, _ body: (inout JSONWriter) -> Void) throws -> Report {
        var writer = JSONWriter()
        body(&writer)
        guard writer.bytes == text else { throw Failed("what was written is another text") }
        return try measure(for: seconds) {
            writer.removeAll()
            body(&writer)
            guard writer.count == text.count else { throw Failed("cut") }
        }
    }
}

/// A request of some 300 bytes.
private struct Call {
    let version, method, tool: String
    let id: Int
    let isbn13, title, amount, currency, memo: String
    let authors: [String]
    let pages: Int
    let rating: Double

    init?(_ root: JSONNode) {
        guard let version = root["jsonrpc"]?.string, let id = root["id"]?.integer,
            let method = root["method"]?.string, let parameters = root["params"], let tool = parameters["name"]?.string,
            let note = parameters["arguments"], let isbn13 = note["isbn13"]?.string, let title = note["title"]?.string,
            let authors = note["authors"], let price = note["price"], let amount = price["amount"]?.string,
            let currency = price["currency"]?.string, let pages = note["pages"]?.integer,
            let rating = note["rating"]?.double, let memo = note["memo"]?.string
        else { return nil }
        (self.version, self.id, self.method, self.tool) = (version, id, method, tool)
        (self.isbn13, self.title, self.amount, self.currency) = (isbn13, title, amount, currency)
        (self.pages, self.rating, self.memo) = (pages, rating, memo)
        self.authors = authors.elements.compactMap(\.string)
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string(version)
        writer.key("id")
        writer.integer(id)
        writer.key("method")
        writer.string(method)
        writer.key("params")
        writer.beginObject()
        writer.key("name")
        writer.string(tool)
        writer.key("arguments")
        writer.beginObject()
        writer.key("isbn13")
        writer.string(isbn13)
        writer.key("title")
        writer.string(title)
        writer.key("authors")
        writer.beginArray()
        for author in authors { writer.string(author) }
        writer.endArray()
        writer.key("price")
        writer.beginObject()
        writer.key("amount")
        writer.string(amount)
        writer.key("currency")
        writer.string(currency)
        writer.endObject()
        writer.key("pages")
        writer.integer(pages)
        writer.key("rating")
        writer.double(rating)
        writer.key("memo")
        writer.string(memo)
        writer.endObject()
        writer.endObject()
        writer.endObject()
    }
}

/// One row of a page.
private struct Product {
    let sku, name, brand, amount, currency, image: String
    let stock: Int
    let rating: Double
    let liked: Bool
    let tags: [String]

    init?(_ row: JSONNode) {
        guard let sku = row["sku"]?.string, let name = row["name"]?.string, let brand = row["brand"]?.string,
            let price = row["price"], let amount = price["amount"]?.string, let currency = price["currency"]?.string,
            let stock = row["stock"]?.integer, let rating = row["rating"]?.double, let liked = row["liked"]?.bool,
            let tags = row["tags"], let image = row["image"]?.string
        else { return nil }
        (self.sku, self.name, self.brand, self.amount, self.currency) = (sku, name, brand, amount, currency)
        (self.stock, self.rating, self.liked, self.image) = (stock, rating, liked, image)
        self.tags = tags.elements.compactMap(\.string)
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("sku")
        writer.string(sku)
        writer.key("name")
        writer.string(name)
        writer.key("brand")
        writer.string(brand)
        writer.key("price")
        writer.beginObject()
        writer.key("amount")
        writer.string(amount)
        writer.key("currency")
        writer.string(currency)
        writer.endObject()
        writer.key("stock")
        writer.integer(stock)
        writer.key("rating")
        writer.double(rating)
        writer.key("liked")
        writer.bool(liked)
        writer.key("tags")
        writer.beginArray()
        for tag in tags { writer.string(tag) }
        writer.endArray()
        writer.key("image")
        writer.string(image)
        writer.endObject()
    }
}

/// A page of an upstream.
private struct ProductPage {
    let total: Int
    let items: [Product]

    init?(_ root: JSONNode) {
        guard let total = root["total"]?.integer, let items = root["items"] else { return nil }
        self.total = total
        self.items = items.elements.compactMap(Product.init)
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("total")
        writer.integer(total)
        writer.key("items")
        writer.beginArray()
        // Where they lie, as the peer does: a loop over the rows would count the references of each.
        for index in items.indices { items[index].write(into: &writer) }
        writer.endArray()
        writer.endObject()
    }
}

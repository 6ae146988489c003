import Core
import HTTP
import JSON
import ShoppingMallSamples

/// Answers the upstream's request from the sample data, with a body of the upstream's own shape.
enum SampleProducts {
    /// The `sample` of the module's manifest.
    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.path.elementsEqual(["shopping", "products"]),
            let offset = number("offset", in: request, default: 0),
            let limit = number("limit", in: request, default: 20)
        else { return nil }
        return page(offset: offset, limit: limit)
    }

    /// Every sample product, in the order of the file. Parsed at the first request.
    static let products: [JSONNode] = {
        let bytes = UnsafeRawBufferPointer(
            start: shoppingmall_sample_products, count: shoppingmall_sample_products_size)
        let document = try? JSONDocument(parsing: bytes, limits: .standard)
        return document.map { Array($0.root.elements) } ?? []
    }()

    /// A whole number of the query; nil when it is not one.
    private static func number(_ name: String, in request: HTTPRequest, default value: Int) -> Int? {
        guard let item = request.query.first(where: { $0.name == name }) else { return value }
        return Int(item.value).flatMap { $0 >= 0 ? $0 : nil }
    }

    private static func page(offset: Int, limit: Int) -> HTTPResponse {
        let rows = products.dropFirst(offset).prefix(limit)
        var writer = JSONWriter(reserving: 256 * rows.count + 64)
        writer.beginObject()
        writer.key("products")
        writer.beginArray()
        for row in rows { writer.node(row) }
        writer.endArray()
        writer.key("offset")
        writer.integer(offset)
        writer.key("limit")
        writer.integer(limit)
        writer.key("total")
        writer.integer(products.count)
        writer.endObject()
        return HTTPResponse(status: 200, fields: [], body: writer.bytes, source: .sample)
    }
}

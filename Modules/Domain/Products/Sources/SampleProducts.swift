import DesignSystem
import Drawings
import FeatureKit
package import HTTP
package import JSON
import ProductsSamples

/// Answers the two upstream requests from the sample data, with bodies of the upstream's own shape, and draws its pictures.
package enum SampleProducts {
    /// The `sample` of the manifests of Catalog and ProductDetail.
    package static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        if request.isOfFoundURL { return picture(request.url) }
        guard request.path.count >= 2, request.path[0] == "catalog", request.path[1] == "products" else { return nil }
        switch request.path.count {
        case 2: return list(request)
        case 3: return detail(request.path[2])
        default: return nil
        }
    }

    /// Every sample product, in the order of the file. Parsed at the first request.
    package static let products: [JSONNode] = {
        let bytes = UnsafeRawBufferPointer(start: products_sample_products, count: products_sample_products_size)
        let document = try? JSONDocument(parsing: bytes, limits: .standard)
        return document.map { Array($0.root.elements) } ?? []
    }()

    private static let bySKU: [ExactName: JSONNode] = Dictionary(
        products.compactMap { row in row["sku"]?.string.map { (ExactName($0), row) } },
        uniquingKeysWith: { first, _ in first })

    /// `catalog/products?page_size=&page=`: one page; past the end an empty one.
    private static func list(_ request: HTTPRequest) -> HTTPResponse? {
        guard let size = request.queryValue("page_size").flatMap({ Int($0) }), (1...100).contains(size),
            let page = request.queryValue("page").flatMap({ Int($0) }), (1...1_000_000).contains(page)
        else { return problem(400, "Bad Request", "page_size and page are whole numbers from 1.") }
        let rows = sorted(products.filter { isOf($0, request.queryValue("gender")) }, by: request.queryValue("sort"))
        return self.page(page, size: size, of: rows)
    }

    private static func detail(_ sku: String) -> HTTPResponse {
        guard let row = bySKU[ExactName(sku)] else { return problem(404, "Not Found", "There is no such product.") }
        return response(200, Array(row.rawText))
    }

    /// Rows by their pictures' addresses, with which of the row's it is. Some rows leave the scheme out, so it counts nowhere.
    private static let pictures: [String: (row: JSONNode, view: Int)] = Dictionary(
        products.flatMap { row in
            (row["_embedded"]?["images"].map { Array($0.elements) } ?? []).enumerated().compactMap { view, picture in
                picture["url"]?.string.map { (withoutScheme($0), (row, view)) }
            }
        }, uniquingKeysWith: { first, _ in first })

    private static func withoutScheme(_ url: String) -> String {
        String(url.drop { $0 != "/" }.drop { $0 == "/" })
    }

    /// The drawing of a product; nil for an address that is not the shop's.
    private static func picture(_ url: String) -> HTTPResponse? {
        let address = withoutScheme(url)
        guard address.hasPrefix("static.theiconic.com.au/") else { return nil }
        guard let (row, view) = pictures[address] else { return response(404, []) }
        let goods = Goods(
            [plainText(html: row["name"]?.string ?? ""), row["categories_translated"]?.string ?? ""],
            tint: row["color_hex"]?.string, key: row["sku"]?.string ?? "", format: .portrait)
        return response(200, goods.png(view: view))
    }

    private static func isOf(_ row: JSONNode, _ gender: String?) -> Bool {
        guard let gender else { return true }
        return row["_embedded"]?["gender"]?["name"]?.string == gender
    }

    /// The rows in one of the upstream's orders; without one, or for `popularity`, as the file has them.
    private static func sorted(_ rows: [JSONNode], by order: String?) -> [JSONNode] {
        func sorted<Key: Comparable>(_ key: (JSONNode) -> Key, _ precedes: (Key, Key) -> Bool) -> [JSONNode] {
            rows.map { (row: $0, key: key($0)) }.sorted { precedes($0.key, $1.key) }.map(\.row)
        }
        let price = { (row: JSONNode) in row["final_price"]?.looseText.flatMap { DecimalAmount($0) } ?? .zero }
        let brand = { (row: JSONNode) in row["_embedded"]?["brand"]?["name"]?.string ?? "" }
        switch order {
        case "price_low": return sorted(price, <)
        case "price_high": return sorted(price, >)
        case "brand_asc": return sorted(brand, <)
        case "brand_desc": return sorted(brand, >)
        case "new": return sorted({ $0["activated_at"]?.string ?? "" }, >)
        default: return rows
        }
    }

    /// A page as the upstream sends it; its link to the last page is as wrong as the original's.
    private static func page(_ number: Int, size: Int, of rows: [JSONNode]) -> HTTPResponse {
        let pageCount = (rows.count + size - 1) / size
        func link(_ page: Int) -> JSONValue {
            ["href": .string("https://eve.theiconic.com.au/catalog/products?page=\(page)&page_size=\(size)")]
        }
        var links = [
            JSONMember("self", link(number)), JSONMember("first", link(1)), JSONMember("last", link(10_000_000)),
        ]
        if number < pageCount { links.append(JSONMember("next", link(number + 1))) }

        var writer = JSONWriter(reserving: 2048 * size)
        writer.beginObject()
        writer.key("_links")
        writer.value(.object(links))
        writer.key("_embedded")
        writer.beginObject()
        writer.key("product")
        writer.beginArray()
        for row in rows.dropFirst((number - 1) * size).prefix(size) { writer.node(row) }
        writer.endArray()
        writer.endObject()
        for (name, value) in [
            ("page_count", pageCount), ("page_size", size), ("total_items", rows.count), ("page", number),
        ] {
            writer.key(name)
            writer.integer(value)
        }
        writer.endObject()
        return response(200, writer.bytes)
    }

    /// RFC 9457, as other routes of the upstream answer.
    private static func problem(_ status: Int, _ title: String, _ detail: String) -> HTTPResponse {
        let body: JSONValue = [
            "type": "about:blank", "title": .string(title), "status": .integer(status), "detail": .string(detail),
        ]
        return response(status, body.serialized())
    }

    private static func response(_ status: Int, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: status, fields: [], body: body, source: .sample)
    }
}

extension HTTPRequest {
    fileprivate func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

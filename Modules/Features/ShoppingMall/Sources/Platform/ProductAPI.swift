import Core
import HTTP
import JSON

/// The upstream of the mall: one request, and what its answer means.
struct ProductAPI: Sendable {
    let upstream: Upstream
    /// ISO 4217; the upstream's prices are bare numbers.
    let currency: Currency

    /// How the list counts: by the row at which a page begins. A page shorter than asked for is the last.
    /// - Parameter limit: rows a page.
    static func paging(limit: Int) -> PageStrategy {
        PageStrategy(unit: .rowOffset, size: limit, shortPageEnds: true)
    }

    /// `shopping/products?offset=&limit=`
    /// - Parameters:
    ///   - offset: the row at which the page begins, from 0. Not a page's number.
    ///   - limit: the most rows to give.
    /// - Throws: `upstream_malformed` for an answer without a list of products, which is not an empty list.
    func products(offset: Int, limit: Int) async throws(Fault) -> Page<Product> {
        try await upstream.json(
            ["shopping", "products"],
            query: [
                HTTPQueryItem(name: "offset", value: String(offset)),
                HTTPQueryItem(name: "limit", value: String(limit)),
            ]
        ) { reply throws(Fault) in
            guard reply.isSuccess else { throw .rejected(reply.status, module: upstream.module) }
            let root = reply.document.root
            guard let rows = root["products"], rows.kind == .array else {
                throw .unexpectedAnswer("products", module: upstream.module)
            }
            let total = root["total"]?.looseInteger.flatMap { $0 >= 0 ? $0 : nil }
            return Page(
                items: rows.elements.compactMap { Product(upstream: $0, currency: currency) }, total: total,
                received: rows.count)
        }
    }
}

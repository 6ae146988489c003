import FeatureKit
import HTTP
import JSON
import Products

/// The upstream of the catalogue: one request, and what its answer means.
struct CatalogAPI: Sendable {
    let upstream: Upstream
    /// ISO 4217, of all prices.
    let currency: Currency
    let choice: CatalogChoice

    /// How the upstream counts: pages from 1, of which a short one is the last.
    static func paging(size: Int) -> PageStrategy {
        PageStrategy(unit: .pageNumber, size: size, shortPageEnds: true)
    }

    /// `catalog/products?page_size=&page=`
    /// - Parameters:
    ///   - number: from 1.
    ///   - size: rows on a full page, 1…100.
    /// - Throws: also for an answer that is no success or no page, which is not an empty list.
    func page(_ number: Int, size: Int) async throws(Fault) -> Page<Product> {
        let query = [("page_size", String(size)), ("page", String(number))] + choice.query
        return try await upstream.json(
            ["catalog", "products"], query: query.map { HTTPQueryItem(name: $0.0, value: $0.1) }
        ) { reply throws(Fault) in
            guard reply.isSuccess else { throw .rejected(reply.status, module: upstream.module) }
            let root = reply.document.root
            guard root.kind == .object else { throw .unexpectedAnswer("list of products", module: upstream.module) }
            return try page(number, size: size, in: root)
        }
    }

    private func page(_ number: Int, size: Int, in root: JSONNode) throws(Fault) -> Page<Product> {
        let embedded = present(root["_embedded"])
        let rows = present(embedded?["product"])
        // Without products there is none of these; anything else in their place is not this API.
        guard embedded.map({ $0.kind == .object || $0.count == 0 && $0.kind == .array }) ?? true,
            rows.map({ $0.kind == .array }) ?? true
        else { throw .unexpectedAnswer("list of products", module: upstream.module) }
        let received = rows?.count ?? 0
        return Page(
            items: rows.map { $0.elements.compactMap { Product(upstream: $0, currency: currency) } } ?? [],
            total: total(root, upTo: number, size: size, received: received), received: received)
    }

    /// Rows in all pages: as the upstream counts them, else, on the last of its pages, as we do. Its link to the last page
    /// is not trusted: it was seen to lie.
    private func total(_ root: JSONNode, upTo page: Int, size: Int, received: Int) -> Int? {
        if let total = root["total_items"]?.looseInteger, total >= 0 { return total }
        guard let pageCount = root["page_count"]?.looseInteger, pageCount == page else { return nil }
        let (before, overflow) = (page - 1).multipliedReportingOverflow(by: size)
        return overflow ? nil : before + received
    }

    private func present(_ node: JSONNode?) -> JSONNode? { node.flatMap { $0.isNull ? nil : $0 } }
}

/// Which part of the catalogue is listed, and in which order: the upstream's own choice unless the settings say so.
struct CatalogChoice: Sendable {
    /// `female`, `male` or `kids`; nil for all.
    let gender: String?
    /// One of the upstream's orders; nil for its own.
    let sort: String?

    static let genders = ["female", "male", "kids"]
    static let orders = ["popularity", "new", "price_high", "price_low", "brand_asc", "brand_desc"]

    /// The query items to send; none for what is not set.
    var query: [(String, String)] {
        [("gender", gender), ("sort", sort)].compactMap { name, value in value.map { (name, $0) } }
    }
}

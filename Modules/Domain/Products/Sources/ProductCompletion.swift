package import Core
import DesignSystem
import HTTP
import JSON

/// The products that a sku is completed from.
package enum ProductCompletion {
    /// Rows that are asked for: the most of one page.
    private static let pageSize = 100

    /// The skus of the catalogue's first page, found by brand and name as well.
    /// - Parameter upstream: of a module whose endpoint has the catalogue.
    package static func candidates(_ upstream: Upstream) async throws(Fault) -> [Candidate] {
        let query = [("page_size", String(pageSize)), ("page", "1")]
        return try await upstream.json(
            ["catalog", "products"], query: query.map { HTTPQueryItem(name: $0.0, value: $0.1) }
        ) { reply in
            guard reply.isSuccess, let rows = reply.document.root["_embedded"]?["product"] else { return [] }
            // The currency is not shown.
            return rows.elements.prefix(pageSize).compactMap {
                Product(upstream: $0, currency: Currency("", .standard))
            }.map { product in
                Candidate(product.sku, about: "\(product.brand) \(product.name)")
            }
        }
    }
}

import FeatureKit
import JSON
import Products

/// The upstream of one product: one request, and what its answer means.
struct ProductAPI: Sendable {
    let upstream: Upstream
    /// ISO 4217, of all prices.
    let currency: Currency

    /// `catalog/products/{sku}`
    /// - Throws: `not_found` for a product that the upstream doesn't know.
    func product(_ sku: String) async throws(Fault) -> DetailedProduct {
        do throws(Fault) {
            return try await upstream.json(["catalog", "products", sku]) { reply throws(Fault) in
                guard reply.isSuccess else { throw .rejected(reply.status, module: upstream.module) }
                // Another product than the one asked for would be liked and bought under a name that is not its own.
                guard let product = DetailedProduct(upstream: reply.document.root, currency: currency),
                    product.product.id == ExactName(sku)
                else { throw .unexpectedAnswer("product with this sku", module: upstream.module) }
                return product
            }
        } catch {
            // A 404 whose body is no JSON says the same as one with a body.
            throw error == .rejected(404, module: upstream.module) ? .unknownProduct(sku) : error
        }
    }
}

import DesignSystem
package import FeatureKit
import HTTP
import JSON

/// The products that a sku is completed from.
package enum ProductCompletion {
    /// Rows of one request: the most of one page.
    private static let pageSize = 100

    private struct Page: Sendable {
        let products: [Candidate]
        let received: Int
        let total: Int?
    }

    /// The skus of the catalogue, found by brand and name as well; of its first page alone where it has more than
    /// `Completion.mostRows` products.
    /// - Parameter upstream: of a module whose endpoint has the catalogue.
    package static func candidates(_ upstream: Upstream) async throws(Fault) -> Candidates {
        let paging = PageStrategy(unit: .pageNumber, size: pageSize, shortPageEnds: true)
        var all: [Candidate] = []
        var rows = 0
        var next: Int? = paging.first
        while let number = next {
            let page = try await page(number, of: upstream)
            all += page.products
            rows += page.received
            next = paging.next(after: number, received: page.received, total: page.total)
            if next != nil, max(rows, page.total ?? 0) > Completion.mostRows { return Candidates(all, isWhole: false) }
        }
        return Candidates(all)
    }

    private static func page(_ number: Int, of upstream: Upstream) async throws(Fault) -> Page {
        let query = [("page_size", String(pageSize)), ("page", String(number))]
        return try await upstream.json(
            ["catalog", "products"], query: query.map { HTTPQueryItem(name: $0.0, value: $0.1) }
        ) { reply throws(Fault) in
            guard reply.isSuccess else { throw .rejected(reply.status, module: upstream.module) }
            let root = reply.document.root
            let rows = root["_embedded"]?["product"]
            // The currency is not shown.
            let products = (rows.map { Array($0.elements) } ?? []).compactMap {
                Product(upstream: $0, currency: Currency("", .standard))
            }
            return Page(
                products: products.map { Candidate($0.sku, about: "\($0.brand) \($0.name)") },
                received: rows?.count ?? 0, total: root["total_items"]?.looseInteger)
        }
    }
}

import DesignSystem
package import FeatureKit

extension Shop {
    /// `catalog/products?page_size=&page=`
    /// - Parameters:
    ///   - number: from 1.
    ///   - size: rows on a full page, 1…100.
    ///   - gender: `female`, `male` or `kids`; nil for all.
    ///   - order: one of the upstream's; nil for its own.
    package func page(
        _ number: Int, size: Int, gender: String? = nil, order: String? = nil, _ call: FeatureCall
    ) async throws(Fault) -> RowPage {
        let page = try await call.reading(list).rows(
            "catalog/products",
            ["page_size": String(size), "page": String(number), ProductFields.gender.name: gender, "sort": order],
            at: "_embedded.product", total: "total_items", orNone: true)
        call.remember(page.rows)
        return page
    }

    /// `catalog/products/{sku}`
    /// - Returns: nil where there is no such product.
    package func product(_ sku: String, of layout: RowLayout, _ call: FeatureCall) async throws(Fault) -> Row? {
        try await call.reading(layout).row(Self.product(sku))
    }

    /// The request for a product. Another one than was asked for would be liked and bought under a name that is not its own.
    package static func product(_ sku: String) -> RowRequest {
        RowRequest("catalog/products", segments: [sku], withKey: sku)
    }

    /// Products that are there: those that a screen shows or that were read lately; the others are asked for.
    /// - Parameters:
    ///   - isFresh: whether each is asked for, for its price of now.
    ///   - path: of the parameter that names each product.
    /// - Throws: `not_found` with the nearest for the first that is not there.
    package func products(
        _ skus: [String], isFresh: Bool = false, _ call: FeatureCall, at path: (Int) -> String = { _ in "skus" }
    ) async throws(Fault) -> [Row] {
        var rows: [Row] = []
        for (place, sku) in skus.enumerated() {
            let known = call.shown.first { $0.key.utf8.elementsEqual(sku.utf8) } ?? call.remembered(sku)
            if let known, !isFresh {
                rows.append(known)
            } else if let row = try await product(sku, of: list, call.asking("productDetail")) {
                rows.append(row)
            } else {
                throw .unknownRow(sku, of: list, among: await nearby(call), field: path(place))
            }
        }
        return rows
    }

    /// The products among which a wrong sku's nearest are looked for; none without an upstream.
    package func nearby(_ call: FeatureCall) async -> [Row] {
        do throws(Fault) { return try await everything(call).rows } catch { return [] }
    }

    /// The skus of the bag, then those of the catalogue, found by brand and name as well.
    package func completion(_ environment: FeatureEnvironment) -> Completion {
        let call = environment.call(list)
        return Completion { _ throws(Fault) in
            var held: [Candidate] = []
            // Candidates of a bag that can't be read are left out: the bag itself says so.
            do throws(Fault) { held = try await contents(call).lines.map { Candidate($0.sku, about: $0.name) } } catch {
            }
            do throws(Fault) {
                let (rows, isWhole) = try await everything(call)
                let listed = rows.map { row in
                    Candidate(row.key, about: "\(row[fields.brand] ?? "") \(row[fields.name] ?? "")")
                }
                return Candidates(held + listed, isWhole: isWhole)
            } catch {
                return Candidates(held, isWhole: false)
            }
        }
    }

    /// The catalogue; of its first page alone where it has more than `Completion.mostRows` products.
    private func everything(_ call: FeatureCall) async throws(Fault) -> (rows: [Row], isWhole: Bool) {
        let paging = PageStrategy(unit: .pageNumber, size: 100, shortPageEnds: true)
        var all: [Row] = []
        var received = 0
        var next: Int? = paging.first
        while let number = next {
            let page = try await page(number, size: paging.size, call)
            all += page.rows.rows
            received += page.received
            next = paging.next(after: number, received: page.received, total: page.total)
            if next != nil, max(received, page.total ?? 0) > Completion.mostRows { return (all, false) }
        }
        return (all, true)
    }
}

import FeatureKit
import JSON

/// Lines that a request asks for, as far as the shop has them.
struct FaceBasket: Sendable {
    /// One of them.
    struct Line: Sendable {
        /// The line's id that the request names; nil for none.
        let id: String?
        let product: FaceProduct
        let quantity: Int
    }

    private(set) var lines: [Line] = []
    /// Messages about what is not there, and what was adjusted.
    private(set) var messages: [JSONValue] = []
    /// True if something is asked for, and nothing of it is there.
    private(set) var isUnavailable = false

    /// Looks up the products of now.
    /// - Parameter node: `line_items`, checked by its schema.
    init(_ node: JSONNode?, _ catalog: FaceCatalog) async throws(FaceError) {
        let asked = node.elementsOrNone.map { line in
            (
                id: line["id"]?.string, item: line["item"]?["id"]?.string ?? "",
                quantity: line["quantity"]?.integer ?? 1
            )
        }
        var (ids, seen): ([String], Set<ExactName>) = ([], [])
        for line in asked where seen.insert(ExactName(line.item)).inserted { ids.append(line.item) }
        let products = Dictionary(
            ids.isEmpty ? [] : try await catalog.products(ids).map { (ExactName($0.id), $0) },
            uniquingKeysWith: { first, _ in first })
        for line in asked {
            guard let product = products[ExactName(line.item)],
                product.price.currency == lines.first?.product.price.currency ?? product.price.currency
            else {
                let text = "\(Fault.quoted(line.item, limit: 60)) can't be bought here."
                messages.append(FaceMessage.error("item_unavailable", text, "recoverable"))
                continue
            }
            let quantity = min(line.quantity, FaceLimits.pieces)
            if quantity < line.quantity {
                messages.append(
                    FaceMessage.warning(
                        "quantity_adjusted",
                        "Quantity adjusted, requested \(line.quantity) units but at most \(quantity) are sold at once.",
                        path: "$.line_items[\(lines.count)].quantity"))
            }
            lines.append(Line(id: line.id, product: product, quantity: quantity))
        }
        isUnavailable = lines.isEmpty && !asked.isEmpty
    }
}

package import FeatureKit

/// The sentences about products and the bag, in one place.
extension Fault {
    /// A variable of a route, or an argument, that can name no product.
    package static var notSKU: Fault {
        Fault(
            .invalidArgument, "A sku has 1 to \(RowLayout.longestKey) characters.",
            hint: "catalog.list gives the sku of each product.", field: ProductFields.sku.name)
    }

    /// Not `invalid_argument`: the call is right, and the shop does not say what it asks for.
    static func noPrice(_ sku: String, field: String) -> Fault {
        Fault(
            .notFound, "The product \(quoted(sku)) has no price, so it can't be put into the bag.",
            hint: "Leave it out.", field: field)
    }

    static func tooManyPieces(field: String) -> Fault {
        Fault(
            .invalidArgument, "The bag holds 1 to \(Bag.mostPieces) pieces of one product.",
            hint: "Add fewer, or take some out with productDetail.removeFromBag.", field: field)
    }

    static func tooManyProducts(field: String) -> Fault {
        Fault(
            .invalidArgument, "The bag holds at most \(Bag.mostLines) products.",
            hint: "Take one out with productDetail.removeFromBag.", field: field)
    }

    static func tooMuch(field: String) -> Fault {
        Fault(
            .invalidArgument, "The bag's total would be too large to be counted exactly.", hint: "Add fewer pieces.",
            field: field)
    }

    static func notInBag(_ sku: String, of shop: Shop, _ lines: [Row], field: String) -> Fault {
        var fault = Fault.unknownRow(sku, of: shop.bagLine, among: lines, field: field)
        fault.message = "The product \(quoted(sku)) is not in the bag."
        if fault.suggestions.isEmpty {
            let held = lines.prefix(3).map { "\($0.key) \(quoted($0.title ?? "", limit: 60))" }
            let more =
                lines.count > held.count ? ", and \(lines.count - held.count) more: productDetail.bag shows them" : ""
            fault.hint = held.isEmpty ? "The bag is empty." : "In it are \(held.joined(separator: ", "))\(more)."
        }
        return fault
    }

    static var unreadableBag: Fault {
        Fault(
            .storageFailed, "The stored bag can't be read.",
            hint: "It may have been written by a later version: use that one. Nothing was changed.")
    }
}

import FeatureKit

/// The sentences of this module's own failures, in one place.
extension Fault {
    static func unknownProduct(_ sku: String) -> Fault {
        Fault(
            .notFound, "There is no product with the sku \(quoted(sku)).",
            hint: "catalog.list gives the sku of each product.", module: ProductDetail.id)
    }

    /// The variable of a route that names no product.
    static var notSKU: Fault {
        Fault(
            .invalidArgument, "A sku has 1 to 100 characters.", hint: "catalog.list gives the sku of each product.",
            module: ProductDetail.id, field: "sku")
    }

    /// A change that the bag did not take.
    static func refused(_ refusal: BagRefusal) -> Fault {
        func refused(_ field: String, _ message: String, _ hint: String) -> Fault {
            Fault(.invalidArgument, message, hint: hint, module: ProductDetail.id, field: field)
        }
        return switch refusal {
        case .tooManyPieces:
            refused(
                "quantity", "The bag holds at most \(Bag.mostPieces) pieces of one product.",
                "Add fewer, or take some out with productDetail.removeFromBag.")
        case .tooManyProducts:
            refused(
                "sku", "The bag holds at most \(Bag.mostLines) products.",
                "Take one out with productDetail.removeFromBag.")
        case .tooMuch:
            refused("quantity", "The bag's total would be too large to be counted exactly.", "Add fewer pieces.")
        case .otherCurrency:
            refused(
                "sku", "The bag holds prices of another currency.",
                "Take its products out with productDetail.removeFromBag, or set modules.productDetail.currency back.")
        case .unchanged:
            refused("sku", "The product is not in the bag.", "productDetail.bag shows what is.")
        case .unreadable:
            Fault(
                .storageFailed, "The saved bag can't be read.",
                hint: "It may have been written by a later version: use that one. Nothing was changed.",
                module: ProductDetail.id)
        }
    }
}

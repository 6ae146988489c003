import FeatureKit
import JSON
import Products

extension Counter {
    /// `productDetail.show`
    var showOperation: Operation<String, ProductAnswer> {
        Operation(
            "show", title: "Show one product", doc: "One product's prices, pictures, like and description.",
            guidance: "Takes a sku that catalog_list gave.", effect: .reads, example: Self.example,
            parameters: ParameterShape({ $0 }, ProductParameters.sku("The product.")), result: ProductAnswer.shape,
            view: "product", route: { $0.detail.product.route }, present: \.document
        ) { sku, _ throws(Fault) in try await show(sku) }
    }

    /// `productDetail.addToBag`
    var addOperation: Operation<BagRequest, BagAnswer> {
        Operation(
            "addToBag", title: "Add to the bag", doc: "Puts pieces of a product into the bag, at the price of now.",
            guidance: "Each call adds. To correct a number use product_detail_remove_from_bag.",
            effect: .writes(idempotent: false, destructive: false), example: Self.example,
            parameters: ParameterShape(
                BagRequest.init, ProductParameters.sku("The product."),
                Parameter.optional("quantity", Self.pieces, "How many pieces; 1 when left out.", examples: [2])),
            result: BagAnswer.shape, present: \.document
        ) { request, _ throws(Fault) in
            let product = try await api.product(request.sku).product
            return try BagAnswer(try await add(product, quantity: request.quantity ?? 1), currency: currency)
        }
    }

    /// `productDetail.removeFromBag`
    var removeOperation: Operation<BagRequest, BagAnswer> {
        Operation(
            "removeFromBag", title: "Take out of the bag", doc: "Takes pieces of a product out of the bag.",
            guidance: "Without quantity all pieces go. What is not in the bag changes nothing.",
            effect: .writes(idempotent: false, destructive: true), example: Self.example,
            parameters: ParameterShape(
                BagRequest.init, ProductParameters.sku("The product."),
                Parameter.optional("quantity", Self.pieces, "How many pieces; all when left out.", examples: [1])),
            result: BagAnswer.shape, present: \.document
        ) { request, _ throws(Fault) in
            let bag = try await storage.change { bag throws(BagRefusal) in
                try bag.remove(request.sku, quantity: request.quantity)
            }
            return try BagAnswer(bag, currency: currency)
        }
    }

    /// `productDetail.bag`
    var bagOperation: Operation<NoParameters, BagAnswer> {
        Operation(
            "bag", title: "Show the bag", doc: "What is in the bag, and what it costs.", effect: .reads, example: [],
            parameters: .none, result: BagAnswer.shape, view: "product", present: \.document
        ) { _, _ throws(Fault) in
            try BagAnswer(try await storage.bag(), notice: storage.trouble?.text, currency: currency)
        }
    }

    static var pieces: ParameterFormat<Int> { .whole(1...Bag.mostPieces) }

    private static var example: [JSONMember] { [JSONMember("sku", .string(ProductParameters.exampleSKU))] }
}

/// The parameters of `productDetail.addToBag` and `productDetail.removeFromBag`.
struct BagRequest: Sendable {
    let sku: String
    let quantity: Int?
}

package import FeatureKit
import JSON
import Products
import Settings

/// The settings of products and the bag, and what their parts share.
enum Counter {
    static let currency = SettingKey(
        "modules.productDetail.currency", .text(3...3), default: "AUD", "The ISO 4217 code of the prices.")

    static let shop = Shop(currency)

    static func isSKU(_ text: String) -> Bool { (1...RowLayout.longestKey).contains(text.unicodeScalars.count) }

    /// The product as it is now.
    static func product(_ sku: String, _ call: FeatureCall) async throws(Fault) -> Row? {
        try await shop.product(sku, of: shop.detail, call)
    }
}

/// One product: pictures, prices, like and description; and the bag that products are put into.
package let productDetail = Feature(
    "productDetail", title: "Product and bag", doc: "Products in detail, and the bag.",
    endpoint: "https://eve.theiconic.com.au/v2", timeout: .seconds(20), settings: [Counter.currency.declaration],
    sample: SampleProducts.answer,
    parts: [
        ShowPart(
            title: "Show products", doc: "Prices, pictures, like and description of up to ten products.",
            guidance: "Takes skus that catalog_list gave. To compare many by price use catalog_list.",
            of: Counter.shop.detail,
            example: .string(ProductFields.exampleSKU), asking: Shop.product
        )
        .checking { sku throws(Fault) in if !Counter.isSKU(sku) { throw .notSKU } }
        .nearest { call, _ throws(Fault) in await Counter.shop.nearby(call) }
        .screen(Shop.route, title: "Product").view("product")
        .showsStored(Likes.namespace, Shop.bagNamespace)
        .action(
            RowAction(
                "like", "Likes the product, or takes that back.", ParameterShape({ $0 }, Shop.liked)
            ) { isLiked, call throws(Fault) in
                try await Counter.shop.like([call["sku"]], isLiked, call)
            }
        )
        .action(
            RowAction(
                "addToBag", "Puts pieces of the product into the bag, at the price shown.",
                effect: .writes(idempotent: false, destructive: false), ParameterShape({ $0 }, Shop.quantity)
            ) { quantity, call throws(Fault) in
                try await Counter.shop.add(call["sku"], quantity, call)
            }
        )
        .completing { environment in ["sku": Counter.shop.completion(environment)] },
        RowOperation(
            "addToBag", title: "Add to the bag",
            doc: "Puts pieces of products into the bag, at the prices of now: all or none.",
            guidance: "Adds to what is there, one piece without quantity; to lower a number use "
                + "product_detail_remove_from_bag. Gives the whole bag with its total.",
            effect: .writes(idempotent: false, destructive: false),
            example: [JSONMember("items", [BagItem.example])],
            ParameterShape(BagItem.list("Pieces; 1 when left out.")), of: Counter.shop.bag
        ) { items, call throws(Fault) in try await Counter.shop.add(items, call) },
        RowOperation(
            "removeFromBag", title: "Take out of the bag",
            doc: "Takes pieces of products out of the bag: all or none.",
            guidance: "Without quantity all pieces of a product go; to empty it give every sku of product_detail_bag. "
                + "Gives the whole bag with its total.",
            effect: .writes(idempotent: false, destructive: true),
            example: [JSONMember("items", [BagItem.example])],
            ParameterShape(BagItem.list("Pieces; all when left out.")), of: Counter.shop.bag
        ) { items, call throws(Fault) in try await Counter.shop.remove(items, call) },
        RowOperation(
            "bag", title: "Show the bag", doc: "Lines of the bag, pieces, and a total for each currency.",
            guidance: "Prices are those of the moment when each was added.",
            effect: .reads, example: [],
            .none, of: Counter.shop.bag, view: "bag"
        ) { _, call throws(Fault) in try await Counter.shop.bag(call) }
        .screen(
            "galleria://bag", title: "Bag", stored: [Shop.bagNamespace], actions: [.setQuantity, .remove, .select]),
        WorthPrompt(),
    ])

extension RowAction {
    fileprivate static let setQuantity = RowAction(
        "setQuantity", "Says how many pieces of a product there are in the bag.",
        ParameterShape(
            { ($0, $1) }, Shop.sku,
            Parameter.required(
                ProductFields.quantity.name, Shop.pieces, "Pieces.", examples: [2], prompt: "How many?"))
    ) { asked, call throws(Fault) in try await Counter.shop.set(asked.0, asked.1, call) }

    fileprivate static let remove = RowAction(
        "remove", "Takes a product out of the bag.", effect: .writes(idempotent: true, destructive: true),
        confirm: "Take this product out of the bag?",
        ParameterShape({ $0 }, Shop.sku)
    ) { sku, call throws(Fault) in try await Counter.shop.remove(sku, call) }

    fileprivate static let select = RowAction(
        opening: "select", "Opens a product.", ParameterShape({ $0 }, Shop.sku)
    ) { sku, call throws(Fault) in try Counter.shop.route(ofBagged: sku, call) }
}

package import FeatureKit
import Products
import Settings

/// One product: pictures, prices, like and description; and the bag that products are put into.
package struct ProductDetail: FeatureModule {
    static let id = "productDetail"
    private static let settings = ModuleSettings(
        id: id, endpoint: "https://eve.theiconic.com.au/v2", timeout: .seconds(20))
    static let currency = SettingKey(
        "modules.productDetail.currency", .text(3...3), default: "AUD", "The ISO 4217 code of the prices.")

    package static var manifest: ModuleManifest {
        ModuleManifest(
            id: id, title: "Product", doc: "One product with its like, and the bag.", settings: settings,
            ownSettings: [currency.declaration], routes: [Product.routeTemplate], sample: SampleProducts.answer)
    }

    private let counter: Counter

    package init(_ context: FeatureContext) throws(Fault) {
        counter = Counter(
            api: ProductAPI(
                upstream: context.upstream, currency: Currency(context.settings[Self.currency], context.locale)),
            likes: Likes(context.state, module: Self.id),
            storage: BagStorage(store: context.state, locale: context.locale),
            background: context.background)
    }

    package func register(in registry: inout ModuleRegistration) {
        registry.add(counter.showOperation)
        registry.add(counter.addOperation)
        registry.add(counter.removeOperation)
        registry.add(counter.bagOperation)
        registry.add(counter.worthPrompt)
        registry.add(
            ScreenDefinition(
                Product.routeTemplate.text, title: "Product",
                doc: "One product with its like and its place in the bag.",
                shape: ProductScreen.shape, actions: ProductScreen.actions
            ) { [counter] parameters throws(Fault) in
                let sku = parameters["sku"] ?? ""
                guard Product.isSKU(sku) else { throw .notSKU }
                return ProductScreen(counter, sku: sku)
            }.withPicture { [counter] parameters throws(Fault) in
                let sku = parameters["sku"] ?? ""
                guard Product.isSKU(sku) else { throw .notSKU }
                return try await counter.api.product(sku).product.imageURL
            }.completing(["sku": counter.skuCompletion]))
    }
}

/// What the operations and the screen share: everything that is done with one product at the shop's counter.
struct Counter: Sendable {
    let api: ProductAPI
    let likes: Likes
    let storage: BagStorage
    let background: Background

    var currency: Currency { api.currency }

    /// The product as it is now.
    /// - Throws: `not_found`, or why the upstream did not answer.
    func show(_ sku: String) async throws(Fault) -> ProductAnswer {
        let detail = try await api.product(sku)
        await likes.ready()
        let (shown, failure) = likes.shown([detail.product])
        return ProductAnswer(
            detail: detail, isLiked: shown.first?.isLiked, notice: failure?.text)
    }

    /// Puts pieces of a product into the bag, at the price of now; durable when this returns.
    @discardableResult
    func add(_ product: Product, quantity: Int) async throws(Fault) -> Bag {
        try await storage.change { bag throws(BagRefusal) in try bag.add(product, quantity: quantity) }
    }
}

package import FeatureKit
import Products
import Settings

/// The catalogue: every product page by page, and what the user likes of it.
package struct Catalog: FeatureModule {
    static let id = "catalog"
    static let route = "galleria://catalog"
    private static let settings = ModuleSettings(
        id: id, endpoint: "https://eve.theiconic.com.au/v1", timeout: .seconds(20))
    static let pageSize = SettingKey(
        "modules.catalog.pageSize", .whole(1...100), default: 30, "Products on a page when a call says nothing else.")
    static let currency = SettingKey(
        "modules.catalog.currency", .text(3...3), default: "AUD", "The ISO 4217 code of the prices.")
    static let gender = SettingKey<String?>(
        "modules.catalog.gender", .optional(of: .oneOf(CatalogChoice.genders)), default: nil,
        "Lists only products for these; null lists all.")
    static let sort = SettingKey<String?>(
        "modules.catalog.sort", .optional(of: .oneOf(CatalogChoice.orders)), default: nil,
        "The order of the list; null leaves it to the upstream.")

    package static var manifest: ModuleManifest {
        ModuleManifest(
            id: id, title: "Catalogue", doc: "Fashion products page by page, with likes.", settings: settings,
            ownSettings: [
                pageSize.declaration, currency.declaration, gender.declaration, sort.declaration,
            ],
            routes: [RouteTemplate(route)], sample: SampleProducts.answer)
    }

    private let assortment: Assortment

    package init(_ context: FeatureContext) throws(Fault) {
        let settings = context.settings
        assortment = Assortment(
            api: CatalogAPI(
                upstream: context.upstream, currency: Currency(settings[Self.currency], context.locale),
                choice: CatalogChoice(gender: settings[Self.gender], sort: settings[Self.sort])),
            likes: Likes(context.state, module: Self.id), pageSize: settings[Self.pageSize],
            background: context.background)
    }

    package func register(in registry: inout ModuleRegistration) {
        registry.add(assortment.listOperation)
        registry.add(assortment.likeOperation)
        registry.add(assortment.outfitPrompt)
        registry.add(
            ScreenDefinition(
                Self.route, title: "THE ICONIC", doc: "The products, page by page.", shape: CatalogScreen.shape,
                actions: CatalogScreen.actions
            ) { [assortment] _ throws(Fault) in CatalogScreen(assortment) })
    }
}

/// What the operations and the screen of the catalogue share.
struct Assortment: Sendable {
    let api: CatalogAPI
    let likes: Likes
    /// Products on a page when nothing else is said.
    let pageSize: Int
    let background: Background
}

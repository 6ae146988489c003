package import Core
import DesignSystem
import Settings

/// The shopping mall: goods page by page, with their prices and pictures.
package struct ShoppingMall: FeatureModule {
    static let id = "shoppingMall"
    /// The one screen; a product has none of its own, so this is where it is seen.
    static let route = "galleria://mall"

    private static let settings = ModuleSettings(
        id: id, endpoint: "http://127.0.0.1:8080", isPublic: false, timeout: .seconds(10))
    private static let pageSize = SettingKey(
        "modules.\(id).pageSize", .whole(1...100), default: 20, "Products a page, where a call does not say its limit.")
    private static let currency = SettingKey(
        "modules.\(id).currency", .text(3...3), default: "KRW", "ISO 4217 code of the upstream's prices.")

    package static var manifest: ModuleManifest {
        ModuleManifest(
            id: id, title: "Shopping mall", doc: "The goods of a shopping mall, page by page.", settings: settings,
            ownSettings: [pageSize.declaration, currency.declaration], routes: [RouteTemplate(route)],
            sample: SampleProducts.answer)
    }

    private let mall: Mall

    package init(_ context: FeatureContext) throws(Fault) {
        mall = Mall(
            api: ProductAPI(
                upstream: context.upstream,
                currency: Currency(context.settings[Self.currency].uppercased(), context.locale)),
            pageSize: context.settings[Self.pageSize], clock: context.clock, background: context.background)
    }

    package func register(in registry: inout ModuleRegistration) {
        registry.add(mall.listOperation)
        registry.add(mall.giftPrompt)
        registry.add(
            ScreenDefinition(
                Self.route, title: "Shopping mall", doc: "The goods, loaded page by page.", actions: MallScreen.actions
            ) { [mall] _ throws(Fault) in MallScreen(mall) })
    }
}

/// What the operation and the screen of the mall share.
struct Mall: Sendable {
    let api: ProductAPI
    /// Rows a page, 1 to 100, where a call does not say.
    let pageSize: Int
    let clock: any Clock<Duration>
    let background: Background
}

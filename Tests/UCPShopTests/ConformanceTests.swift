import FeatureKit
import Storage
import TestSupport
import Testing

@testable import UCPShop

/// The laws of every feature hold for a shop.
@Suite("Conformance of a shop")
struct ShopConformanceTests {
    static let shop = ShopDeclaration(id: "harbour", business: "https://shop.example")

    /// A cart of the sample shop, so that there is something to check out.
    static var cart: [UInt8] {
        var cart = StoredCart()
        cart.lines = [StoredCart.Line(id: "tide-tee-m", title: "Tide Cotton Tee", quantity: 2)]
        cart.cart = "cart~tide-tee-m*2"
        return cart.encoded
    }

    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        try await FeatureConformance(
            Feature(Self.shop),
            screens: [
                "galleria://harbour": "harbour.search", "galleria://harbour/{id}": "harbour.show",
                "galleria://harbour/cart": "harbour.cart",
            ], searches: ["harbour.search"], stored: [.set(StoredCart.key("harbour"), Self.cart)]
        ).checkAsBuilt(rule, making: ["--shop", Self.shop.id, Self.shop.business])
    }
}

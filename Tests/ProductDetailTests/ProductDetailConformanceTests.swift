import FeatureKit
import TestSupport
import Testing

@testable import ProductDetail

@Suite("ProductDetail keeps what every feature keeps")
struct ProductDetailConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            Feature(ProductDetail.self), screens: ["galleria://product/{sku}": "productDetail.show"],
            routes: ["galleria://product/BL204DR17KLM"])
        try await kit.check(rule)
    }
}

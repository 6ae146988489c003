import FeatureKit
import Storage
import TestSupport
import Testing

@testable import ProductDetail

@Suite("ProductDetail keeps what every feature keeps")
struct ProductDetailConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            productDetail,
            screens: [
                "galleria://product/{sku}": "productDetail.show", "galleria://bag": "productDetail.bag",
            ],
            routes: ["galleria://product/BL204DR17KLM"],
            stored: [
                .set(
                    StateKey(namespace: "productDetail", key: "bag"),
                    Array(#"[{"sku":"BL204DR17KLM","name":"Dress","quantity":2,"price":"AUD 97.49"}]"#.utf8))
            ])
        try await kit.checkAsBuilt(rule)
    }
}

import FeatureKit
import JSON
import ProductDetail
import TestSupport
import Testing

@testable import Catalog

@Suite("The catalogue keeps what every feature keeps")
struct CatalogConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            catalog, screens: ["galleria://catalog": "catalog.list"],
            companions: [productDetail])
        try await kit.checkAsBuilt(rule)
    }

    @Test("C7 it works with ProductDetail switched off, and absent")
    func alone() async throws {
        for harness in [
            try FeatureHarness.sample(catalog),
            try FeatureHarness.sample(catalog, productDetail, disabled: ["productDetail"]),
        ] {
            #expect(try await harness.call("catalog.list").skus.count == 20)
            try await harness.call("catalog.like", ["skus": "BL204DR17KLM", "liked": true])
            let screen = try await harness.open("galleria://catalog")
            #expect(try await screen.state.likedSKUs == ["BL204DR17KLM"])
            #expect(await harness.fault("productDetail.show", ["skus": "BL204DR17KLM"]) != nil)
        }
    }
}

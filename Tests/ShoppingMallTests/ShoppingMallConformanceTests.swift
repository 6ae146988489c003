import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("The shopping mall keeps what every feature keeps")
struct ShoppingMallConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            shoppingMall, screens: ["galleria://mall": "shoppingMall.list", "galleria://mall/{id}": ""],
            routes: ["galleria://mall/1493"])
        try await kit.checkAsBuilt(rule)
    }
}

import TestSupport
import Testing

@testable import ShoppingMall

@Suite("The shopping mall keeps what every feature keeps")
struct ShoppingMallConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(ShoppingMall.self, screens: ["galleria://mall": "shoppingMall.list"])
        try await kit.check(rule)
    }
}

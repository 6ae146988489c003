import FeatureKit
import GoCardless
import TestSupport
import Testing

@Suite("GoCardless keeps what every feature keeps")
struct GoCardlessConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            goCardless,
            screens: ["galleria://goCardless": "goCardless.list", "galleria://goCardless/{id}": "goCardless.list"])
        try await kit.check(rule)
    }
}

import Depot
import FeatureKit
import TestSupport
import Testing

@Suite("Depot keeps what every feature keeps")
struct DepotConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            depot,
            screens: [
                "galleria://depot/errors": "depot.errors", "galleria://depot/errors/{code}": "depot.errors",
                "galleria://depot/parcel/{id}": "depot.show",
                "galleria://depot{?state,floor,since,heavy,least}": "depot.list",
            ])
        try await kit.check(rule)
    }
}

import FeatureKit
import Gutendex
import TestSupport
import Testing

@Suite("Gutendex keeps what every feature keeps")
struct GutendexConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            gutendex,
            screens: [
                "galleria://gutendex/{id}": "gutendex.show", "galleria://gutendex{?query,languages}": "gutendex.list",
            ],
            searches: ["gutendex.list"])
        try await kit.check(rule)
    }
}

import FeatureKit
import TestSupport
import Testing
import WeatherGov

@Suite("WeatherGov keeps what every feature keeps")
struct WeatherGovConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            weatherGov,
            screens: [
                "galleria://weatherGov/{start}": "weatherGov.daily",
                "galleria://weatherGov{?latitude,longitude}": "weatherGov.daily",
            ])
        try await kit.check(rule)
    }
}

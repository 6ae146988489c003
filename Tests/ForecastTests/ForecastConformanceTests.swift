import FeatureKit
import TestSupport
import Testing

@testable import Forecast

@Suite("The forecast keeps what every feature keeps")
struct ForecastConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            forecast,
            screens: [
                "galleria://forecast{?place}": "", "galleria://forecast/{place}/{date}": "",
            ],
            routes: [
                "galleria://forecast?place=Ho%20Chi%20Minh%20City", "galleria://forecast?place=London%2CGB",
                "galleria://forecast/Ho%20Chi%20Minh%20City/2021-03-10",
            ])
        try await kit.checkAsBuilt(rule)
    }
}

import TestSupport
import Testing

@testable import @NAME@

@Suite("@NAME@ keeps what every feature keeps")
struct @NAME@ConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(@NAME@.self, screens: [@screens@])
        try await kit.check(rule)
    }
}

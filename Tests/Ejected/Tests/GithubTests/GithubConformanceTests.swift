import FeatureKit
import Github
import TestSupport
import Testing

@Suite("Github keeps what every feature keeps")
struct GithubConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            github, screens: ["galleria://github/{number}": "github.show", "galleria://github{?state}": "github.list"])
        try await kit.check(rule)
    }
}

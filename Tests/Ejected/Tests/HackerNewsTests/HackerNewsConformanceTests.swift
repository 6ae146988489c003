import FeatureKit
import HackerNews
import TestSupport
import Testing

@Suite("HackerNews keeps what every feature keeps")
struct HackerNewsConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            hackerNews,
            screens: [
                "galleria://hackerNews/comments/{id}": "hackerNews.comments",
                "galleria://hackerNews/comments{?story}": "hackerNews.comments",
                "galleria://hackerNews/{id}": "hackerNews.show", "galleria://hackerNews{?query}": "hackerNews.search",
            ],
            searches: ["hackerNews.search"])
        try await kit.check(rule)
    }
}

import FeatureKit
import TestSupport
import Testing

@testable import BookShelf

@Suite("The book shelf keeps what every feature keeps")
struct BookShelfConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            bookShelf, screens: ["galleria://shelf": "bookShelf.list", "galleria://book/{isbn13}": ""],
            routes: ["galleria://book/9781617294136"])
        try await kit.checkAsBuilt(rule)
    }
}

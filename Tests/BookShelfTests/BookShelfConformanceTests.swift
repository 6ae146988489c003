import FeatureKit
import TestSupport
import Testing

@testable import BookShelf

@Suite("The book shelf keeps what every feature keeps")
struct BookShelfConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            Feature(BookShelf.self),
            screens: ["galleria://shelf": "bookShelf.shelf", "galleria://book/{isbn13}": "bookShelf.show"])
        try await kit.check(rule)
    }
}

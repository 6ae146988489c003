import FeatureKit
import TestSupport
import Testing

@testable import Friends

@Suite("Friends keeps what every feature keeps")
struct FriendsConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(
            friends, screens: ["galleria://friends{?scenario}": "friends.list"],
            routes: [
                "galleria://friends?scenario=noFriends", "galleria://friends?scenario=friendsOnly",
                "galleria://friends?scenario=friendsWithInvitations",
            ])
        try await kit.checkAsBuilt(rule)
    }
}

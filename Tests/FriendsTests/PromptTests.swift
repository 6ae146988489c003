import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Friends

@Suite("The prompt of the friends")
struct PromptTests {
    private static let name = "friends_who_to_answer"

    @Test("it has the page of the scenario, by default of the settings, and how many invitations are open")
    func page() async throws {
        let harness = try FeatureHarness.sample(friends)
        let messages = try await harness.prompt(Self.name)
        let list = try await harness.call("friends.list")
        let invitations = list["invitations"]?.array ?? []
        #expect(!invitations.isEmpty && messages.count == 2)
        #expect(messages[0].contains("there are \(invitations.count) of them"))
        #expect(messages[0].contains("with scenario friendsWithInvitations"))
        for row in invitations { #expect(messages[1].contains(row["fid"]?.string ?? "no fid")) }
        let none = try await harness.prompt(Self.name, ["scenario": "noFriends"])
        #expect(none[0].contains("there are 0 of them") && none[0].contains("with scenario noFriends"))
    }

    @Test("an answer given counts")
    func answered() async throws {
        let harness = try FeatureHarness.sample(friends)
        let before = try await harness.call("friends.list")["invitations"]?.array ?? []
        let fid = try #require(before.first?["fid"])
        try await harness.call("friends.respond", ["answers": ["fid": fid, "action": "decline"]])
        #expect(try await harness.prompt(Self.name)[0].contains("there are \(before.count - 1) of them"))
    }

    @Test("another scenario is refused, a look-alike too", arguments: ["all", "noFriend", "noFriend\u{455}"])
    func unknown(_ scenario: String) async throws {
        let harness = try FeatureHarness.sample(friends)
        let fault = await harness.promptFault(Self.name, ["scenario": .string(scenario)])
        #expect(fault?.code == .invalidArgument && fault?.field == "scenario" && harness.requests.isEmpty)
    }

    @Test("a scenario completes, of the prompt and of the route, without asking anything")
    func completes() async throws {
        let harness = try FeatureHarness.sample(friends)
        #expect(await harness.completed(Self.name, "scenario").values == Scenario.allCases.map(\.rawValue))
        let route = "galleria://friends{?scenario}"
        let invitations = await harness.completed(route: route, "scenario", "invit")
        #expect(invitations.values == ["friendsWithInvitations"])
        #expect(harness.requests.isEmpty)
    }
}

import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Friends

@Suite("The sample data")
struct SampleTests {
    private func list(_ scenario: String) async throws -> JSONValue {
        try await FeatureHarness.sample(Feature(Friends.self)).call("friends.list", ["scenario": .string(scenario)])
    }

    @Test("each scenario is what it is called", arguments: Scenario.allCases)
    func states(_ scenario: Scenario) async throws {
        let result = try await list(scenario.rawValue)
        #expect(result["state"]?.string == scenario.rawValue)
        #expect(result["user"]?["text"] == "KOKO ID：Mike")
    }

    @Test("hundreds of friends, the awkward ones among them", arguments: ["friendsOnly", "friendsWithInvitations"])
    func awkward(_ scenario: String) async throws {
        let result = try await list(scenario)
        let friends = try #require(result["friends"]?.array)
        #expect(friends.count >= 200)
        let names = friends.compactMap { $0["name"]?.string }
        #expect(Set(names).count < names.count, "equal names")
        #expect(names.contains(""), "a missing name")
        #expect(friends.contains { $0["updatedOn"] == .null }, "an odd date")
        #expect(friends.contains { $0["starred"] == true } && friends.contains { $0["status"] == "inviting" })
        #expect(Set(result.fids("friends")).count == friends.count)
    }

    @Test("the first of the samples are the golden rows")
    func goldenRows() async throws {
        let (invited, friends) = (try await list("friendsWithInvitations"), try await list("friendsOnly"))
        #expect(invited.fids("invitations").prefix(2) == ["001", "002"])
        #expect(friends.fids("friends").filter { $0.hasPrefix("0") } == ["002", "003", "005", "001", "004", "012"])
        #expect(friends["skipped"] == 2, "an unknown status and a missing fid")
        #expect(invited["skipped"] == nil)
    }

    @Test("every invitation that a sample list shows can be answered")
    func everyInvitation() async throws {
        let harness = try FeatureHarness.sample(Feature(Friends.self))
        let invitations = try await harness.call("friends.list").fids("invitations")
        #expect(invitations.count >= 10)
        for fid in invitations {
            _ = try await harness.call("friends.respond", ["fid": .string(fid), "action": "accept"])
        }
        let after = try await harness.call("friends.list")
        #expect(after["state"] == "friendsOnly")
        #expect(Set(after.fids("friends")).isSuperset(of: invitations))
    }

    @Test(
        "C8 anything but the five documents is not there",
        arguments: [["x"], [], ["man"], ["a", "man.json"], ["man.json", ""]])
    func others(_ path: [String]) throws {
        let endpoint = try HTTPEndpoint(parsing: "https://dimanyen.github.io")
        #expect(SampleFriends.answer(HTTPRequest(get: path, at: endpoint)) == nil)
    }
}

import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Friends

@Suite("The sample data")
struct SampleTests {
    private func list(_ scenario: String) async throws -> JSONValue {
        let harness = try FeatureHarness.sample(friends)
        return try await harness.open("galleria://friends?scenario=\(scenario)").state
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
        let rows = try #require(result["items"]?.array)
        #expect(rows.count >= 200)
        let names = rows.compactMap { $0["name"]?.string }
        #expect(Set(names).count < names.count, "equal names")
        #expect(names.count < rows.count, "a missing name")
        #expect(rows.contains { $0["updatedOn"] == nil }, "an odd date")
        #expect(rows.contains { $0["starred"] == true } && rows.contains { $0["status"] == "inviting" })
        #expect(Set(result.fids("items")).count == rows.count)
    }

    @Test("the first of the samples are the golden rows")
    func goldenRows() async throws {
        let (invited, known) = (try await list("friendsWithInvitations"), try await list("friendsOnly"))
        #expect(invited.fids("invitations").prefix(2) == ["001", "002"])
        #expect(known.fids("items").filter { $0.hasPrefix("0") } == ["002", "003", "005", "001", "004", "012"])
        #expect(known["skipped"] == 2, "an unknown status and a missing fid")
        #expect(invited["skipped"] == nil)
    }

    @Test("every invitation that a sample list shows can be answered")
    func everyInvitation() async throws {
        let harness = try FeatureHarness.sample(friends)
        let invitations = try await harness.call("friends.list").fids("invitations")
        #expect(invitations.count >= 10)
        let answers = invitations.map { ["fid": .string($0), "action": "accept"] as JSONValue }
        let answer = try await harness.call("friends.respond", ["answers": .array(answers)])
        #expect(answer.fids("items") == invitations && answer.fids("invitations") == [])
        let after = try await harness.open("galleria://friends").state
        #expect(after["state"] == "friendsOnly")
        #expect(Set(after.fids("items")).isSuperset(of: invitations))
    }

    @Test(
        "C8 anything but the five documents is not there",
        arguments: [["x"], [], ["man"], ["a", "man.json"], ["man.json", ""]])
    func others(_ path: [String]) throws {
        let endpoint = try HTTPEndpoint(parsing: "https://dimanyen.github.io")
        #expect(friends.manifest.sample(HTTPRequest(get: path, at: endpoint)) == nil)
    }
}

import FeatureKit
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import Friends

@Suite("The screen of friends")
struct ScreenTests {
    static let route = "galleria://friends"
    private static let loaded: JSONValue = ["running": "none", "ended": "noMoreData", "failed": "none"]

    private func response(_ text: String) -> Result<HTTPResponse, HTTPFailure> {
        .success(HTTPResponse(status: 200, body: Array(text.utf8)))
    }

    @Test("2c.14 2d it opens loading, asks once, and its refresh ends when the rows are in")
    func opening() async throws {
        let documents = Documents()
        let held = HeldAnswer()
        documents["friend3.json"] = .held(held)
        let harness = try FeatureHarness.friends(documents)
        let screen = try await harness.open(Self.route)
        #expect(screen.opened["state"]?["state"] == nil, "a page that is not loaded is not one without friends")
        #expect(try await screen.state["refresh"]?["running"] == "header")
        #expect(try await screen.state["refresh"]?["ended"] == "none")
        #expect(try await screen.text.contains("載入中"))
        #expect(try await !screen.text.contains("就從加好友開始吧"))
        held.release(response(Golden.friend3))
        let state = try await screen.state
        #expect(state["refresh"] == Self.loaded)
        #expect(state["state"] == "friendsWithInvitations")
        #expect(harness.asked.count == 2)
    }

    @Test("what is in force stands before the invitations, which it narrows too")
    func inForce() async throws {
        let screen = try await (try FeatureHarness.friends()).open(Self.route)
        try await screen.send("find", ["text": "黃"])
        let lines = try await screen.text.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.contains("“黃”") })
        let invitations = try #require(lines.firstIndex { $0.contains("邀請 (1 of 2)") })
        let friends = try #require(lines.lastIndex { $0.contains("好友") && !$0.contains("|") })
        #expect(place < invitations && invitations < friends)
    }

    @Test("the state has the operation's fields", arguments: Scenario.allCases)
    func fields(_ scenario: Scenario) async throws {
        let harness = try FeatureHarness.friends()
        let state = try await harness.open("\(Self.route)?scenario=\(scenario.rawValue)").state
        let result = try await harness.call(
            "friends.list", ["scenario": .string(scenario.rawValue), "limit": 100])
        for member in try #require(result.members) { #expect(state[member.key] == member.value, "\(member.key)") }
        #expect(state["scenario"]?.string == scenario.rawValue)
    }

    @Test("a scenario in another case is that scenario", arguments: Scenario.allCases)
    func anotherCase(_ scenario: Scenario) async throws {
        let harness = try FeatureHarness.friends()
        let screen = try await harness.open("\(Self.route)?scenario=\(scenario.rawValue.lowercased())")
        #expect(try await screen.state["scenario"]?.string == scenario.rawValue)
    }

    @Test(
        "a scenario that is invalid is refused",
        arguments: ["x", "", "nofriend", "noFriends%00", "%6eoFriends%CC%81", "friendsOnly%20"])
    func unknownScenario(_ name: String) async throws {
        let harness = try FeatureHarness.friends()
        let fault = await harness.fault("screen.open", ["route": .string("\(Self.route)?scenario=\(name)")])
        #expect(fault?.code == .invalidArgument && fault?.field == "scenario")
        #expect(fault?.message.contains("noFriends, friendsOnly, friendsWithInvitations") == true)
        #expect(harness.requests.isEmpty)
    }

    // MARK: Refreshing

    @Test("2c.6 2d a refresh that fails keeps the rows and says why; the next one brings them")
    func failedRefresh() async throws {
        let documents = Documents()
        let harness = try FeatureHarness.friends(documents)
        let screen = try await harness.open("\(Self.route)?scenario=friendsOnly")
        let before = try await screen.state
        documents["friend1.json"] = .body(body([row("new")]))
        documents["friend2.json"] = .status(503)
        try await screen.send("refresh")
        let failed = try await screen.state
        #expect(failed["items"] == before["items"], "no half merge")
        #expect(failed["state"] == "friendsOnly")
        #expect(failed["refresh"]?["ended"] == "error" && failed["refresh"]?["failed"] == "header")
        let message = try #require(failed["refresh"]?["message"]?.string)
        #expect(try await screen.text.contains(message), "2d a failure is shown")
        documents["friend2.json"] = .body(body([]))
        try await screen.send("refresh")
        #expect(try await screen.state.fids("items") == ["new"])
        #expect(try await screen.state["refresh"] == Self.loaded)
    }

    @Test("2d a first load that fails is not a page without friends")
    func failedOpening() async throws {
        let documents = Documents()
        documents["friend3.json"] = .failure(.connectionLost)
        let harness = try FeatureHarness.friends(documents)
        let screen = try await harness.open(Self.route)
        #expect(try await screen.state["state"] == nil)
        #expect(try await screen.state["refresh"]?["ended"] == "error")
        #expect(try await !screen.text.contains("就從加好友開始吧"))
        await #expect(throws: Fault.self) { try await screen.send("accept", ["fid": "001"]) }
    }

    @Test("2c.14 2d refreshes while one runs join it")
    func coalescing() async throws {
        let documents = Documents()
        let harness = try FeatureHarness.friends(documents)
        let screen = try await harness.open(Self.route)
        let held = HeldAnswer()
        documents["friend3.json"] = .held(held)
        for _ in 0..<5 { #expect(try await screen.send("refresh")["accepted"] == true) }
        #expect(harness.asked.count == 4)
        #expect(try await screen.state["refresh"]?["running"] == "header")
        #expect(try await screen.state.fids("items").count == 3, "the old rows stay until the new ones are in")
        held.release(response(body([row("1")])))
        #expect(try await screen.state.fids("items") == ["1"])
        #expect(harness.asked.count == 4)
    }

    @Test("2c.9 2d the search stays over a refresh, asks nothing, and the latest word wins")
    func search() async throws {
        let documents = Documents()
        let harness = try FeatureHarness.friends(documents)
        let screen = try await harness.open(Self.route)
        for text in ["洪", "彭", " 施 "] { try await screen.send("find", ["text": .string(text)]) }
        #expect(try await screen.state.fids("items") == ["008"])
        #expect(try await screen.state["find"] == " 施 ")
        #expect(try await screen.state.fids("invitations") == [], "invitations are narrowed as well")
        #expect(harness.asked.count == 2)
        documents["friend3.json"] = .body(body([row("1", name: "施一"), row("2", name: "王二"), row("3", name: "施三")]))
        try await screen.send("refresh")
        #expect(try await screen.state.fids("items") == ["1", "3"])
        try await screen.send("find", ["text": ""])
        #expect(try await screen.state.fids("items") == ["1", "2", "3"])
    }

    // MARK: Scenarios

    @Test("another scenario brings its own rows; what narrowed the others goes")
    func useScenario() async throws {
        let harness = try FeatureHarness.friends()
        let screen = try await harness.open(Self.route)
        try await screen.send("find", ["text": "洪"])
        try await screen.send("useScenario", ["scenario": "friendsOnly"])
        let state = try await screen.state
        #expect(state["scenario"] == "friendsOnly" && state["find"] == nil)
        #expect(state.fids("items") == ["002", "003", "005", "001", "004", "012"])
        try await screen.send("useScenario", ["scenario": "noFriends"])
        #expect(try await screen.state["state"] == "noFriends")
    }

    @Test("rows of the scenario before that come late are dropped")
    func lateRows() async throws {
        let documents = Documents()
        let held = HeldAnswer()
        documents["friend3.json"] = .held(held)
        let harness = try FeatureHarness.friends(documents)
        let screen = try await harness.open(Self.route)
        try await screen.send("useScenario", ["scenario": "noFriends"])
        held.release(response(Golden.friend3))
        let state = try await screen.state
        #expect(state["scenario"] == "noFriends" && state["state"] == "noFriends")
        #expect(state["refresh"] == Self.loaded)
    }

    @Test("the same scenario again loads again, and keeps the answers")
    func sameScenario() async throws {
        let harness = try FeatureHarness.friends()
        let screen = try await harness.open(Self.route)
        try await screen.send("accept", ["fid": "001"])
        try await screen.send("useScenario", ["scenario": "friendsWithInvitations"])
        #expect(harness.asked.count == 4)
        #expect(try await screen.state.fids("invitations") == ["002"])
    }

    @Test("a closed screen ends its requests and shows nothing more")
    func closing() async throws {
        let documents = Documents()
        documents["friend3.json"] = .held(HeldAnswer())
        let harness = try FeatureHarness.friends(documents)
        let screen = try await harness.open(Self.route)
        try await screen.close()
        let told = harness.changes.count
        try await harness.store.commit([Answer.accept.change(of: "001")])
        harness.settle()
        #expect(harness.changes.count == told)
    }
}

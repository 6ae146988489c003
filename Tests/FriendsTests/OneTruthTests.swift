import Core
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import Friends

@Suite("One truth of answers: operations, every open screen, and the upstream after a refresh")
struct OneTruthTests {
    private static let route = ScreenTests.route

    @Test("2c.10 2d accept and decline on a screen", arguments: FeatureHarness.Start.allCases)
    func onScreen(_ start: FeatureHarness.Start) async throws {
        let harness = try FeatureHarness.friends(start: start)
        let screen = try await harness.open(Self.route)
        #expect(try await screen.send("accept", ["fid": "002"])["accepted"] == true)
        #expect(try await screen.state.fids("invitations") == ["001"])
        #expect(try await screen.state.fids("friends") == ["002", "003", "008", "007"])
        try await screen.send("decline", ["fid": "001"])
        #expect(try await screen.state["state"] == "friendsOnly")
        #expect(harness.asked.count == 2, "an answer asks the upstream for nothing")
    }

    @Test("what a screen answers, the operation and other screens show; and the other way round")
    func bothWays() async throws {
        let harness = try FeatureHarness.friends()
        let (one, two) = (try await harness.open(Self.route), try await harness.open(Self.route))
        try await one.send("accept", ["fid": "001"])
        #expect(try await two.state.fids("friends").contains("001"))
        #expect(try await harness.call("friends.list").fids("friends").contains("001"))
        _ = try await harness.call("friends.respond", ["fid": "002", "action": "decline"])
        #expect(try await one.state.fids("invitations") == [])
        #expect(try await two.state.fids("invitations") == [])
        #expect(try await two.state["state"] == "friendsOnly")
        #expect(two.changes.count > 1, "the change is told")
    }

    @Test("2c.10 on a screen too: unknown is not found, twice is once, the last answer counts")
    func answeringRules() async throws {
        let harness = try FeatureHarness.friends()
        let screen = try await harness.open(Self.route)
        for fid in ["999", "003", "007"] {
            for action in ["accept", "decline"] {
                let parameters: JSONValue = [
                    "screen": .string(screen.id), "action": .string(action), "params": ["fid": .string(fid)],
                ]
                #expect(await harness.fault("screen.send", parameters)?.code == .notFound, "\(action) \(fid)")
            }
        }
        try await screen.send("accept", ["fid": "001"])
        let once = try await screen.state
        try await screen.send("accept", ["fid": "001"])
        #expect(try await screen.state == once)
        try await screen.send("decline", ["fid": "001"])
        #expect(try await !screen.state.fids("friends").contains("001"))
    }

    @Test(
        "2c.10 opening and searching keep the answers; a refresh restores the upstream's rows, everywhere and for good")
    func refreshRestores() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.friends(store: store)
        _ = try await harness.call("friends.respond", ["fid": "001", "action": "accept"])
        _ = try await harness.call("friends.respond", ["fid": "002", "action": "decline"])
        let screen = try await harness.open(Self.route)
        let other = try await harness.open(Self.route)
        try await screen.send("search", ["text": "x"])
        #expect(try await screen.state.fids("invitations") == [])

        try await screen.send("refresh")
        #expect(try await screen.state.fids("invitations") == ["001", "002"])
        #expect(try await other.state.fids("invitations") == ["001", "002"])
        #expect(try await harness.call("friends.list").fids("invitations") == ["001", "002"])
        let next = try FeatureHarness.friends(store: store)
        #expect(try await next.call("friends.list").fids("invitations") == ["001", "002"])
        // And they can be answered again.
        try await screen.send("accept", ["fid": "001"])
        #expect(try await harness.call("friends.list").fids("invitations") == ["002"])
    }

    @Test("2c.10 a refresh that fails restores nothing")
    func failedRefresh() async throws {
        let documents = Documents()
        let harness = try FeatureHarness.friends(documents)
        let screen = try await harness.open(Self.route)
        try await screen.send("decline", ["fid": "001"])
        documents["man.json"] = .status(500)
        try await screen.send("refresh")
        #expect(try await screen.state.fids("invitations") == ["002"])
        documents["man.json"] = .body(Golden.man)
        // Neither does loading a scenario.
        try await screen.send("useScenario", ["scenario": "friendsWithInvitations"])
        #expect(try await screen.state.fids("invitations") == ["002"])
    }

    @Test("2c.10 an answer given while a refresh runs outlives it, an older one does not")
    func answerDuringRefresh() async throws {
        let documents = Documents()
        let harness = try FeatureHarness.friends(documents)
        let screen = try await harness.open(Self.route)
        try await screen.send("decline", ["fid": "001"])
        let held = HeldAnswer()
        documents["friend3.json"] = .held(held)
        try await screen.send("refresh")
        #expect(try await screen.state.fids("invitations") == ["002"], "answers stay until the rows are in")
        try await screen.send("accept", ["fid": "002"])
        held.release(.success(HTTPResponse(status: 200, body: Array(Golden.friend3.utf8))))
        let state = try await screen.state
        #expect(state.fids("invitations") == ["001"])
        #expect(state.fids("friends").contains("002"))
    }

    @Test("a refresh that joins the first load restores as well")
    func refreshJoinsOpening() async throws {
        let documents = Documents()
        let held = HeldAnswer()
        documents["friend3.json"] = .held(held)
        let harness = try FeatureHarness.friends(documents)
        try await AnswerStorage(store: harness.store).record(.decline, to: "001")
        let screen = try await harness.open(Self.route)
        try await screen.send("refresh")
        held.release(.success(HTTPResponse(status: 200, body: Array(Golden.friend3.utf8))))
        #expect(try await screen.state.fids("invitations") == ["001", "002"])
        #expect(harness.asked.count == 2)
    }

    @Test("a refresh also drops answers of another process, which nobody told")
    func otherProcess() async throws {
        let store = InMemoryStateStore()
        let screen = try await (try FeatureHarness.friends(store: store)).open(Self.route)
        let other = try FeatureHarness.friends(store: store)
        _ = try await other.call("friends.respond", ["fid": "001", "action": "decline"])
        try await screen.send("refresh")
        #expect(try await other.call("friends.list").fids("invitations") == ["001", "002"])
    }

    @Test("F10 an answer that can't be kept changes nothing and is told beside the list")
    func storageFails() async throws {
        let harness = try FeatureHarness.friends()
        let screen = try await harness.open(Self.route)
        harness.store.failWrites(with: .full(path: "state.db"))
        try await screen.send("accept", ["fid": "001"])
        let notice = try #require(try await screen.state["notice"]?.string)
        #expect(try await screen.state.fids("invitations") == ["001", "002"])
        #expect(try await screen.text.contains(notice.prefix(20)))
        harness.store.failWrites(with: nil)
        try await screen.send("accept", ["fid": "001"])
        #expect(try await screen.state["notice"] == .null)
        #expect(try await screen.state.fids("invitations") == ["002"])
    }

    @Test("F10 answers that a refresh can't drop stay in force, and it says so")
    func restoringFails() async throws {
        let harness = try FeatureHarness.friends()
        let screen = try await harness.open(Self.route)
        try await screen.send("decline", ["fid": "001"])
        harness.store.failWrites(with: .readOnly(path: "state.db"))
        try await screen.send("refresh")
        let state = try await screen.state
        #expect(state["refresh"]?["ended"] == "normal")
        #expect(state["notice"]?.string != nil)
        #expect(state.fids("invitations") == ["002"])
        #expect(try await harness.call("friends.list").fids("invitations") == ["002"])
    }
}

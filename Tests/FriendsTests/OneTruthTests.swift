import FeatureKit
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
        #expect(try await screen.state.fids("items") == ["002", "003", "008", "007"])
        try await screen.send("decline", ["fid": "001"])
        #expect(try await screen.state["state"] == "friendsOnly")
        #expect(harness.asked.count == 2, "an answer asks the upstream for nothing")
    }

    @Test("what a screen answers, the operation and other screens show; and the other way round")
    func bothWays() async throws {
        let harness = try FeatureHarness.friends()
        let (one, two) = (try await harness.open(Self.route), try await harness.open(Self.route))
        try await one.send("accept", ["fid": "001"])
        #expect(try await two.state.fids("items").contains("001"))
        #expect(try await harness.call("friends.list").fids("items").contains("001"))
        _ = try await harness.call("friends.respond", ["answers": ["fid": "002", "action": "decline"]])
        #expect(try await one.state.fids("invitations") == [])
        #expect(try await two.state.fids("invitations") == [])
        #expect(try await two.state["state"] == "friendsOnly")
        #expect(two.changes.count > 1, "the change is told")
    }

    @Test("2c.10 on a screen too: unknown is not found, twice is once, another answer is refused")
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
        let refused = await #expect(throws: Fault.self) { try await screen.send("decline", ["fid": "001"]) }
        #expect(refused?.code == .notFound && refused?.message.contains("was accepted") == true)
        #expect(try await screen.state.fids("items") == once.fids("items"))
        try await screen.send("forgetAnswers")
        try await screen.send("decline", ["fid": "001"])
        #expect(try await !screen.state.fids("items").contains("001"))
    }

    @Test("17.A1 2c.10 opening, searching and refreshing keep the answers; forgetAnswers takes them back, everywhere")
    func answersStay() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.friends(store: store)
        _ = try await harness.call("friends.respond", ["answers": ["fid": "001", "action": "accept"]])
        _ = try await harness.call("friends.respond", ["answers": ["fid": "002", "action": "decline"]])
        let screen = try await harness.open(Self.route)
        let other = try await harness.open(Self.route)
        try await screen.send("find", ["text": "靖"])
        try await screen.send("refresh")
        #expect(try await screen.state.fids("invitations") == [])
        #expect(try await harness.call("friends.list").fids("invitations") == [])

        try await screen.send("forgetAnswers")
        #expect(try await screen.state.fids("invitations") == ["001"], "what is asked for narrows what came back")
        #expect(try await other.state.fids("invitations") == ["001", "002"])
        #expect(try await harness.call("friends.list").fids("invitations") == ["001", "002"])
        let next = try FeatureHarness.friends(store: store)
        #expect(try await next.call("friends.list").fids("invitations") == ["001", "002"])
        // And they can be answered again.
        try await screen.send("accept", ["fid": "001"])
        #expect(try await harness.call("friends.list").fids("invitations") == ["002"])
    }

    @Test("an answer is taken back alone by what its own answer says", arguments: ["accept", "decline"])
    func takenBack(_ action: String) async throws {
        let screen = try await FeatureHarness.friends().open(Self.route)
        try await screen.send("accept", ["fid": "002"])
        let undo = try await screen.send(action, ["fid": "001"])["undo"]
        #expect(undo == ["action": "forgetAnswers", "params": ["fid": "001"]])
        #expect(try await !screen.state.fids("invitations").contains("001"))
        try await screen.send("forgetAnswers", undo?["params"])
        #expect(try await screen.state.fids("invitations") == ["001"])
    }

    @Test("17.A3 answers that can't be read are said, by the list and the screen, and are no invitations answered")
    func unreadable() async throws {
        let store = InMemoryStateStore(isRead: false)
        store.failReads(with: .corrupt(path: "state.db"))
        let harness = try FeatureHarness.friends(store: store)
        let list = try await harness.call("friends.list")
        #expect(list["notice"]?.string?.contains("damaged") == true)
        #expect(try await harness.answer("friends.list").markdown.contains("damaged"))
        let screen = try await harness.open(Self.route)
        #expect(try await screen.state["notice"]?.string?.contains("damaged") == true)
        #expect(try await screen.text.contains("damaged"))
    }

    @Test("F10 an answer that can't be kept changes nothing and is told beside the list")
    func storageFails() async throws {
        let harness = try FeatureHarness.friends()
        let screen = try await harness.open(Self.route)
        harness.store.failWrites(with: .full(path: "state.db"))
        let sent = await #expect(throws: Fault.self) { try await screen.send("accept", ["fid": "001"]) }
        #expect(
            sent?.code == .storageFailed, "17.A6 an action that writes answers when it is durable, or why it is not")
        let notice = try #require(try await screen.state["notice"]?.string)
        #expect(try await screen.state.fids("invitations") == ["001", "002"])
        #expect(try await screen.text.contains(notice.prefix(20)))
        harness.store.failWrites(with: nil)
        try await screen.send("accept", ["fid": "001"])
        #expect(try await screen.state["notice"] == nil)
        #expect(try await screen.state.fids("invitations") == ["002"])
    }
}

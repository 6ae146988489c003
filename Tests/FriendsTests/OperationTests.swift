import FeatureKit
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import Friends

@Suite("friends.list and friends.respond")
struct OperationTests {
    private func respond(_ fid: String, _ action: String) -> JSONValue {
        ["answers": [["fid": .string(fid), "action": .string(action)]]]
    }

    // MARK: What is asked

    @Test(
        "a scenario asks for the user and its lists",
        arguments: [
            ("noFriends", ["man.json", "friend4.json"]), ("friendsOnly", ["man.json", "friend1.json", "friend2.json"]),
            ("friendsWithInvitations", ["man.json", "friend3.json"]),
        ])
    func scenarios(_ scenario: String, _ documents: [String]) async throws {
        let harness = try FeatureHarness.friends()
        let said = try await harness.call("friends.list", ["scenario": .string(scenario)])
        #expect(Set(harness.asked) == Set(documents) && harness.asked.count == documents.count)

        let set = try FeatureHarness.friends(settings: [("modules.friends.scenario", scenario)])
        #expect(try await set.call("friends.list") == said)
        #expect(Set(set.asked) == Set(documents))
    }

    @Test("the documents are asked for at once: none waits for another")
    func parallel() async throws {
        let documents = Documents()
        let names = ["man.json", "friend1.json", "friend2.json"]
        let held = Dictionary(uniqueKeysWithValues: names.map { ($0, HeldAnswer()) })
        for (name, answer) in held { documents[name] = .held(answer) }
        let harness = try FeatureHarness.friends(documents)
        let pending = harness.start("friends.list", ["scenario": "friendsOnly"])
        harness.settle()
        #expect(Set(harness.asked) == Set(names))
        for name in names.reversed() {
            #expect(pending.result == nil)
            let body = Array((Golden.documents[name] ?? "").utf8)
            held[name]?.release(.success(HTTPResponse(status: 200, body: body)))
            harness.settle()
        }
        #expect(try pending.result?.get().fids("items") == ["002", "003", "005", "001", "004", "012"])
    }

    @Test("2c.6 the first failure ends the call, and the other requests with it")
    func firstFailureEnds() async throws {
        let documents = Documents()
        documents["man.json"] = .held(HeldAnswer())
        documents["friend1.json"] = .held(HeldAnswer())
        documents["friend2.json"] = .failure(.connectionLost)
        let harness = try FeatureHarness.friends(documents)
        let pending = harness.start("friends.list", ["scenario": "friendsOnly"])
        harness.settle()
        // The held requests were cancelled: they would keep the call waiting for ever.
        let fault = #expect(throws: Fault.self) { try pending.result?.get() }
        #expect(fault?.code == .upstreamUnavailable && fault?.retryable == true)
    }

    @Test("W16 a cancelled call ends its requests")
    func cancelled() async throws {
        let documents = Documents()
        documents["man.json"] = .held(HeldAnswer())
        documents["friend3.json"] = .held(HeldAnswer())
        let harness = try FeatureHarness.friends(documents)
        let pending = harness.start("friends.list")
        harness.settle()
        pending.cancel()
        harness.settle()
        #expect(throws: Fault.self) { try pending.result?.get() }
    }

    // MARK: Words for people

    @Test("words that no invitation has don't say that none is open")
    func narrowed() async throws {
        let harness = try FeatureHarness.friends()
        let text = try await harness.answer("friends.list", ["query": "zzz"]).markdown
        #expect(text.contains("沒有符合的邀請；待回覆的邀請共 2 個。") && !text.contains("沒有邀請。"))
        let none = try await harness.answer("friends.list", ["scenario": "friendsOnly"]).markdown
        #expect(none.contains("沒有邀請。"))
        let english = try FeatureHarness.friends(settings: [("modules.friends.language", "en")])
        #expect(
            try await english.answer("friends.list", ["query": "zzz"]).markdown
                .contains("No invitations match; there are 2."))
        let screen = try await english.open("galleria://friends")
        try await screen.send("find", ["text": "zzz"])
        #expect(try await screen.text.contains("No invitations match; there are 2."))
    }

    @Test("a filter offers what friends can be; whoever asks for invited is told")
    func states() async throws {
        let harness = try FeatureHarness.friends()
        let list = harness.router.registry.operations.first { $0.method == "friends.list" }
        #expect(list?.parameters.first { $0.name == "status" }?.words == ["friend", "inviting"])
        let text = try await harness.answer("friends.list", ["status": ["invited"]]).markdown
        #expect(text.contains("No status is “invited”; there is"))
    }

    @Test(
        "people are counted by status, once and in words; the page's own name is left to programs",
        arguments: [
            ("zh-Hant", "- 人數: 好友 1 人，邀請中 2 人，待回覆的邀請 2 個\n", "## 邀請 (2)\n", "## 好友與邀請中\n"),
            (
                "en", "- people: 1 friend, 2 asked and waiting, 2 invitations open\n", "## invitations (2)\n",
                "## Friends, and people asked\n"
            ),
        ])
    func counts(_ language: String, _ counts: String, _ invitations: String, _ people: String) async throws {
        let harness = try FeatureHarness.friends(settings: [("modules.friends.language", language)])
        let text = try await harness.answer("friends.list").markdown
        for words in [counts, invitations, people] { #expect(text.contains(words), "\(text)") }
        #expect(!text.contains("friendsWithInvitations"))
        // Words and filters narrow the rows: the counts are of everyone.
        let narrowed = try await harness.answer("friends.list", ["query": "翁", "status": ["friend"]]).markdown
        #expect(narrowed.contains(counts) && narrowed.contains(invitations.replacing("(2)", with: "(1 of 2)")))
        let screen = try await harness.open("galleria://friends")
        try await screen.send("accept", ["fid": "002"])
        let label = String(counts.dropFirst(2).prefix { $0 != ":" })
        let line = try await screen.text.split(separator: "\n").first { $0.contains(label) }
        #expect(
            line?.contains(language == "en" ? "2 friends, 2 asked and waiting, 1 invitation open" : "待回覆的邀請 1 個")
                == true)
    }

    @Test("counted, the people stand alone: no invitation is told beside them, and JSON has them all the same")
    func countedAlone() async throws {
        let answer = try await FeatureHarness.friends().answer("friends.list", ["countBy": "status"])
        #expect(answer.markdown.contains("|好友|1|\n|邀請中|2|") || answer.markdown.contains("|邀請中|2|\n|好友|1|"))
        #expect(answer.markdown.contains("3 people in all.") && !answer.markdown.contains("黃靖僑"))
        #expect(answer.json.fids("invitations") == ["001", "002"] && answer.json["total"] == 3)
    }

    // MARK: Answering

    @Test("2c.10 2d accept: leaves the invitations, becomes a friend in friend order")
    func accept() async throws {
        let harness = try FeatureHarness.friends()
        let answer = try await harness.call("friends.respond", respond("002", "accept"))
        let friend: JSONValue = [
            "fid": "002", "name": "翁勳儀", "status": "friend", "starred": true, "updatedOn": "2019-08-02",
        ]
        #expect(answer["items"] == [["fid": "002", "name": "翁勳儀", "action": "accept"]])
        #expect(answer.fids("invitations") == ["001"])
        let list = try await harness.call("friends.list")
        #expect(list.fids("invitations") == ["001"])
        #expect(list.fids("items") == ["002", "003", "008", "007"])
        #expect(list.row("002", in: "items") == friend)
        #expect(list["badges"]?["friends"] == "2")
    }

    @Test("2c.10 decline: gone; the last one declined, the page is without invitations")
    func decline() async throws {
        let harness = try FeatureHarness.friends()
        let answer = try await harness.call("friends.respond", respond("001", "decline"))
        #expect(answer["items"] == [["fid": "001", "name": "黃靖僑", "action": "decline"]])
        _ = try await harness.call("friends.respond", respond("002", "decline"))
        let list = try await harness.call("friends.list")
        #expect(list["state"] == "friendsOnly")
        #expect(list.fids("items") == ["003", "008", "007"])
    }

    @Test("an only invitation that is declined leaves a page without friends")
    func declineOnly() async throws {
        let harness = try FeatureHarness.friends(Documents(["friend3.json": body([row("1", 0)])]))
        _ = try await harness.call("friends.respond", respond("1", "decline"))
        #expect(try await harness.call("friends.list")["state"] == "noFriends")
    }

    @Test("2c.10 answering twice is answering once; another answer is refused", arguments: ["accept", "decline"])
    func idempotent(_ action: String) async throws {
        let harness = try FeatureHarness.friends()
        let first = try await harness.call("friends.respond", respond("001", action))
        let once = try await harness.call("friends.list")
        #expect(try await harness.call("friends.respond", respond("001", action)) == first)
        #expect(try await harness.call("friends.list") == once)
        let fault = await harness.fault("friends.respond", respond("001", action == "accept" ? "decline" : "accept"))
        #expect(fault?.code == .notFound)
        #expect(fault?.message.contains(action == "accept" ? "is a friend" : "was declined") == true)
        #expect(try await harness.call("friends.list") == once)
    }

    @Test("several answers at once; one that can't be given leaves all of them out")
    func several() async throws {
        let harness = try FeatureHarness.friends()
        let both: JSONValue = [["fid": "001", "action": "accept"], ["fid": "002", "action": "decline"]]
        for (wrong, field) in [("999", "answers[2].fid"), ("003", "answers[2].fid"), ("007", "answers[2].fid")] {
            let answers = (both.array ?? []) + [["fid": .string(wrong), "action": "accept"]]
            #expect(await harness.fault("friends.respond", ["answers": .array(answers)])?.field == field)
            #expect(try await harness.store.entries(in: Answer.namespace, limit: 10).isEmpty)
        }
        let answer = try await harness.call("friends.respond", ["answers": both])
        #expect(answer.fids("items") == ["001", "002"] && answer.fids("invitations") == [])
        #expect(try await harness.call("friends.list").fids("items").contains("001"))
    }

    @Test("one answer alone is taken as well; a wrong one is named by its path")
    func arguments() async throws {
        let harness = try FeatureHarness.friends()
        let wrong = await harness.fault("friends.respond", ["answers": [["fid": "001", "action": "maybe"]]])
        #expect(wrong?.code == .invalidArgument && wrong?.field == "answers[0].action")
        let one = try await harness.call("friends.respond", ["answers": ["fid": "001", "action": "accept"]])
        #expect(one.fids("items") == ["001"])
        let twice: JSONValue = [["fid": "002", "action": "accept"], ["fid": "002", "action": "decline"]]
        let last = try await harness.call("friends.respond", ["answers": twice])
        #expect(last["items"] == [["fid": "002", "name": "翁勳儀", "action": "decline"]], "each person once")
    }

    @Test("2c.10 a fid that nobody has", arguments: ["999", "1", "01", "001 ", "００１"])
    func unknown(_ fid: String) async throws {
        for action in ["accept", "decline"] {
            let store = InMemoryStateStore()
            let fault = await (try FeatureHarness.friends(store: store)).fault("friends.respond", respond(fid, action))
            #expect(fault?.code == .notFound && fault?.module == "friends" && fault?.field == "answers[0].fid")
            #expect(try await store.entries(in: Answer.namespace, limit: 10).isEmpty)
        }
    }

    @Test("a person's name leads to their fid")
    func byName() async throws {
        let fault = await (try FeatureHarness.friends()).fault("friends.respond", respond("黃靖僑", "accept"))
        #expect(fault?.suggestions.first == "001")
    }

    @Test(
        "who did not invite is not found, and the message says what they are",
        arguments: [("003", "is a friend"), ("007", "was invited by the user")])
    func others(_ fid: String, _ words: String) async throws {
        let harness = try FeatureHarness.friends()
        for action in ["accept", "decline"] {
            let fault = await harness.fault("friends.respond", respond(fid, action))
            #expect(fault?.code == .notFound && fault?.message.contains(words) == true)
        }
        #expect(try await harness.store.entries(in: Answer.namespace, limit: 10).isEmpty)
    }

    @Test("an invitation of any scenario can be answered, and the answer counts in all")
    func otherScenario() async throws {
        let harness = try FeatureHarness.friends(settings: [("modules.friends.scenario", "friendsOnly")])
        // In the lists of friendsOnly 001 is a friend; the invitation is in friendsWithInvitations.
        _ = try await harness.call("friends.respond", respond("001", "decline"))
        let invited = try await harness.call("friends.list", ["scenario": "friendsWithInvitations"])
        #expect(invited.fids("invitations") == ["002"])
        let friends = try await harness.call("friends.list")
        #expect(friends.fids("items").contains("001"), "an answer never hides a friend")
    }

    // MARK: State

    @Test("F9 an answer is there in the next process")
    func durable() async throws {
        let store = InMemoryStateStore()
        _ = try await (try FeatureHarness.friends(store: store)).call("friends.respond", respond("001", "accept"))
        let list = try await (try FeatureHarness.friends(store: store)).call("friends.list")
        #expect(list.fids("invitations") == ["002"])
        #expect(list.fids("items").contains("001"))
    }

    @Test("2c.10 for the operation an answer stays in force however often it is asked")
    func staysInForce() async throws {
        let harness = try FeatureHarness.friends()
        _ = try await harness.call("friends.respond", respond("001", "decline"))
        for _ in 0..<3 {
            #expect(try await harness.call("friends.list").fids("invitations") == ["002"])
        }
    }

    @Test("F10 an answer that can't be kept is a failure, and changes nothing")
    func storageFails() async throws {
        let harness = try FeatureHarness.friends()
        let before = try await harness.call("friends.list")
        harness.store.failWrites(with: .full(path: "state.db"))
        let fault = await harness.fault("friends.respond", respond("001", "accept"))
        #expect(fault?.code == .storageFailed && fault?.module == "friends")
        #expect(try await harness.call("friends.list") == before)
        harness.store.failWrites(with: nil)
        _ = try await harness.call("friends.respond", respond("001", "accept"))
        #expect(try await harness.call("friends.list") != before)
    }

    @Test("a state that can't be read does not keep the upstream's rows from being shown")
    func unreadableState() async throws {
        let harness = try FeatureHarness.friends()
        await harness.store.close()
        #expect(try await harness.call("friends.list").fids("invitations") == ["001", "002"])
        #expect(try await harness.open("galleria://friends").state["refresh"]?["ended"] == "noMoreData")
        #expect(await harness.fault("friends.respond", respond("001", "accept"))?.code == .storageFailed)
    }

    @Test("an answer tells how many friends there are now, and how many invitations are still open")
    func numbers() async throws {
        let harness = try FeatureHarness.friends(settings: [("modules.friends.language", "en")])
        for (fid, action, friends, open) in [("001", "accept", 2, " (1)"), ("002", "decline", 2, "")] {
            let answer = try await harness.answer("friends.respond", respond(fid, action))
            #expect(answer.json["friends"] == .integer(friends))
            #expect(answer.markdown.contains("- friends: \(friends)\n"), "\(answer.markdown)")
            #expect(answer.markdown.contains("## invitations\(open)\n"), "\(answer.markdown)")
            let list = try await harness.call("friends.list", ["status": "friend"])
            #expect(list["total"] == .integer(friends))
        }
    }

    @Test("an answer is told in words")
    func words() async throws {
        let harness = try FeatureHarness.friends()
        let accepted = try await harness.answer("friends.respond", respond("001", "accept")).markdown
        for words in ["已回覆邀請", "接受", "黃靖僑", "001"] { #expect(accepted.contains(words)) }
        let declined = try await harness.answer("friends.respond", respond("002", "decline")).markdown
        #expect(declined.contains("拒絕") && declined.contains("002"))
    }
}

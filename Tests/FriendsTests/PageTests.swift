import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Friends

@Suite("The page: its state, badges, search and text")
struct PageTests {
    private func list(_ friend3: String, _ parameters: JSONValue? = nil) async throws -> JSONValue {
        try await FeatureHarness.friends(Documents(["friend3.json": friend3])).call("friends.list", parameters)
    }

    @Test("2c.7 2d scenario 3: two invitations as they came, three friends in friend order, the badge counts status 2")
    func scenario3() async throws {
        let result = try await FeatureHarness.friends().call("friends.list")
        #expect(result["state"] == "friendsWithInvitations")
        #expect(result.fids("invitations") == ["001", "002"])
        #expect(result.fids("items") == ["003", "008", "007"])
        #expect(result["badges"] == ["friends": "2", "chat": "99+"])
        #expect(result["skipped"] == nil)
    }

    /// The state of a page by its rows, whatever scenario was asked for.
    struct StateCase: Sendable, CustomTestStringConvertible {
        let id: String
        let statuses: [Int]
        let state: JSONValue
        var testDescription: String { id }

        static let all = [
            StateCase(id: "nobody", statuses: [], state: "noFriends"),
            StateCase(id: "friends", statuses: [1, 1], state: "friendsOnly"),
            StateCase(id: "only those who have not answered", statuses: [2], state: "friendsOnly"),
            StateCase(id: "friends and an invitation", statuses: [1, 0], state: "friendsWithInvitations"),
            StateCase(id: "an invitation and no friends", statuses: [0], state: "friendsWithInvitations"),
        ]
    }

    @Test("2c.8 2d the state comes from the rows, not from the scenario", arguments: StateCase.all)
    func states(_ example: StateCase) async throws {
        let rows = body(example.statuses.enumerated().map { row("\($0)", $1) })
        let documents = Documents([
            "friend1.json": rows, "friend2.json": body([]), "friend3.json": rows, "friend4.json": rows,
        ])
        for scenario in Scenario.allCases {
            let harness = try FeatureHarness.friends(documents)
            let result = try await harness.call("friends.list", ["scenario": .string(scenario.rawValue)])
            #expect(result["state"] == example.state, "\(scenario)")
        }
    }

    @Test(
        "2c.11 badge texts",
        arguments: [(-1, nil), (0, nil), (1, "1"), (98, "98"), (99, "99"), (100, "99+"), (Int.max, "99+")]
            as [(Int, String?)])
    func badges(_ count: Int, _ text: String?) {
        #expect(badge(count) == text)
    }

    @Test("2c.11 the badge of a page", arguments: [(0, nil), (1, "1"), (99, "99"), (100, "99+")] as [(Int, String?)])
    func pageBadges(_ count: Int, _ badge: String?) async throws {
        let result = try await list(body((0..<count).map { row("\($0)", 2) } + [row("f", 1), row("i", 0)]))
        #expect(result["badges"]?["friends"]?.string == badge && result["badges"]?["chat"] == "99+")
    }

    @Test("2c.11 chat has no badge without friends", arguments: [[], [0], [0, 0]])
    func chatBadge(_ statuses: [Int]) async throws {
        let result = try await list(body(statuses.enumerated().map { row("\($0)", $1) }))
        #expect(result["badges"] == .object([]))
    }

    @Test(
        "2c.9 search by name",
        arguments: [
            ("翁", ["2"]), (" 翁 ", ["2"]), ("\n翁\t", ["2"]), ("勳", ["2"]), ("", ["1", "2", "3"]),
            ("  ", ["1", "2", "3"]),
            ("amber", ["3"]), ("AMBER 林", ["3"]), ("查無此人", []), ("2", []), ("%", []), ("翁 勳", ["2"]), ("ＡＭＢＥＲ", ["3"]),
        ])
    func search(_ query: String, _ fids: [String]) async throws {
        let rows = body([
            row("1", 1, name: "黃靖僑"), row("2", 2, name: "翁勳儀"), row("3", 1, name: "Amber 林"), row("9", 0, name: "翁某"),
        ])
        let result = try await list(rows, ["query": .string(query)])
        #expect(result.fids("items") == fids)
        // Invitations are narrowed as well; state and badges are of everyone.
        #expect(result.fids("invitations") == (["翁", " 翁 ", "\n翁\t", "", "  "].contains(query) ? ["9"] : []))
        #expect(result["state"] == "friendsWithInvitations")
        #expect(result["badges"] == ["friends": "1", "chat": "99+"])
    }

    @Test("2c.9 no match is an empty list and not the page without friends")
    func noMatch() async throws {
        let harness = try FeatureHarness.friends()
        let answer = try await harness.answer("friends.list", ["scenario": "friendsOnly", "query": "查無此人"])
        #expect(answer.json["state"] == "friendsOnly")
        #expect(answer.json.fids("items") == [])
        #expect(answer.markdown.contains("找不到符合的好友。"))
        #expect(!answer.markdown.contains("就從加好友開始吧"))
        #expect(harness.asked.count == 3, "a search asks for nothing more")
    }

    @Test("filters narrow the friends alone; the order is theirs until another is asked for")
    func filters() async throws {
        let harness = try FeatureHarness.friends()
        let inviting = try await harness.call("friends.list", ["status": "inviting", "sort": "name"])
        #expect(inviting.fids("items") == ["007", "008"] || inviting.fids("items") == ["008", "007"])
        #expect(inviting["total"] == 2 && inviting.fids("invitations") == ["001", "002"])
        #expect(inviting["badges"] == ["friends": "2", "chat": "99+"])
        let starred = try await harness.call("friends.list", ["scenario": "friendsOnly", "starred": true])
        #expect(starred.fids("items") == ["002"])
        let oldest = try await harness.call("friends.list", ["scenario": "friendsOnly", "sort": "updatedOn"])
        #expect(oldest.fids("items") == ["004", "012", "002", "001", "003", "005"])
        let some = try await harness.call("friends.list", ["fields": "name", "limit": 1])
        #expect(some["items"] == [["fid": "003", "name": "洪佳妤"]] && some["nextCursor"] != nil)
    }

    @Test("a person is written with the fields that have a value: no day that is invalid")
    func fields() async throws {
        let result = try await list(body([row("7", 1, star: true, date: "20190230", name: "彭安亭")]))
        let expected: JSONValue = [
            "fid": "7", "name": "彭安亭", "status": "friend", "starred": true,
        ]
        #expect(result["items"]?.array == [expected])
    }

    // MARK: Text

    @Test("2a the words of the original")
    func originalWords() async throws {
        let harness = try FeatureHarness.friends()
        let invited = try await harness.answer("friends.list").markdown
        for words in ["蔡國泰", "KOKO ID", "Mike", "邀請", "邀請你成為好友：)", "好友", "聊天", "99+", "邀請中"] {
            #expect(invited.contains(words))
        }
        let empty = try await harness.answer("friends.list", ["scenario": "noFriends"]).markdown
        for words in ["就從加好友開始吧：", "與好友們一起用 KOKO 聊起來！", "還能互相收付款、發紅包唷："] {
            #expect(empty.contains(words), "\(words)")
        }
        // Nothing can press them.
        for words in ["轉帳", "更多", "設定 KOKO ID", "找到你"] { #expect(!(invited + empty).contains(words), "\(words)") }
    }

    @Test("English beside it: every word of ours, none of the data")
    func english() async throws {
        let harness = try FeatureHarness.friends(settings: [("modules.friends.language", "en")])
        let result = try await harness.call("friends.list")
        #expect(result["user"] == ["name": "蔡國泰", "kokoID": "Mike", "text": "KOKO ID: Mike"])
        let text = try await harness.answer("friends.list", ["scenario": "noFriends"]).markdown
        #expect(text.contains("Start by adding a friend"))
        let ours = text.replacing("蔡國泰", with: "").unicodeScalars
        #expect(!ours.contains { (0x3000...0x9FFF).contains($0.value) || (0xFF00...0xFFEF).contains($0.value) })
    }

    @Test("T1 T2 a hostile name reaches the text harmless, the data as it is")
    func hostileName() async throws {
        let name = "\u{1B}[31m|evil|\u{202E}`x`"
        let harness = try FeatureHarness.friends(
            Documents([
                "friend3.json": body([row("1", 1, name: #"\u001b[31m|evil|\u202e`x`"#)]),
                "man.json": #"{"response":[{"name":"\u001b[2J# 主人","kokoid":"\u0007\n- x"}]}"#,
            ]))
        let answer = try await harness.answer("friends.list")
        #expect(answer.json.row("1", in: "items")?["name"]?.string == name)
        #expect(answer.markdown.forbiddenScalars == [])
        #expect(answer.markdown.contains(#"\|evil\|"#))
    }
}

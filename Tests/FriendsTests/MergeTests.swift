import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Friends

@Suite("Merging lists by fid, and their order")
struct MergeTests {
    @Test("2c.1 2d the golden merge: six rows, starred first, then the newest day, then first appearance")
    func goldenMerge() async throws {
        let result = try await FeatureHarness.friends().call("friends.list", ["scenario": "friendsOnly"])
        #expect(result.fids("friends") == ["002", "003", "005", "001", "004", "012"])
        #expect(result.fids("invitations") == [])
        #expect(result["state"] == "friendsOnly")
        let statuses = result["friends"]?.array?.compactMap { $0["status"]?.string }
        #expect(statuses == ["inviting", "friend", "friend", "friend", "friend", "friend"])
        #expect(result.row("001", in: "friends")?["updatedOn"] == "2019-08-02")
        #expect(result.row("002", in: "friends")?["updatedOn"] == "2019-08-02")
        #expect(result["badges"]?["friends"] == "1")
    }

    /// Merge of two records of one fid: the name tells which won.
    struct Duel: Sendable, CustomTestStringConvertible {
        let id: String
        let first: String
        let second: String
        let winner: String
        var testDescription: String { id }

        static let all = [
            Duel(
                id: "2c.2 slashes sort lower as text, and are newer", first: "20190801", second: "2019/08/02",
                winner: "second"),
            Duel(id: "2c.2 the older one comes second", first: "2019/08/02", second: "20190801", winner: "first"),
            Duel(id: "2c.3 equal days: the later occurrence", first: "20190801", second: "20190801", winner: "second"),
            Duel(id: "2c.3 equal days in two formats", first: "2019/08/01", second: "20190801", winner: "second"),
            Duel(id: "2c.5 no such day loses", first: "20190228", second: "20190230", winner: "first"),
            Duel(id: "2c.5 no such day loses, first", first: "2019/02/29", second: "19000101", winner: "second"),
            Duel(id: "2c.5 empty loses", first: "00010101", second: "", winner: "first"),
            Duel(id: "2c.5 words lose", first: "昨天", second: "20190801", winner: "second"),
            Duel(id: "2c.5 neither is a day: the later occurrence", first: "", second: "昨天", winner: "second"),
            Duel(id: "a leap day is a day", first: "20240229", second: "20240228", winner: "first"),
            Duel(id: "full-width digits are invalid", first: "２０１９０８０２", second: "20190801", winner: "second"),
        ]
    }

    @Test("2c.2 2c.3 2c.5 2d the newest day wins, whatever its text, and no day never does", arguments: Duel.all)
    func duels(_ duel: Duel) async throws {
        let documents = Documents([
            "friend1.json": body([row("9", 1, date: duel.first, name: "first"), row("8")]),
            "friend2.json": body([row("9", 2, star: true, date: duel.second, name: "second")]),
        ])
        let result = try await FeatureHarness.friends(documents).call("friends.list", ["scenario": "friendsOnly"])
        let rows = try #require(result["friends"]?.array)
        #expect(rows.count == 2)
        let row = try #require(result.row("9", in: "friends"))
        #expect(row["name"]?.string == duel.winner)
        // 2c.4: the whole record is the winner's.
        #expect(row["status"] == (duel.winner == "first" ? "friend" : "inviting"))
        #expect(row["starred"] == .bool(duel.winner == "second"))
    }

    @Test("2c.4 the winner's record is whole, with the day as it was written")
    func wholeRecord() {
        let old = Friend(fid: "1", name: "甲", status: .invited, isStarred: false, updateDate: "20190801")
        let new = Friend(fid: "1", name: "乙", status: .friend, isStarred: true, updateDate: "2019/08/02")
        #expect([old, new].merged() == [new])
        #expect([new, old].merged() == [new])
        #expect([old, new].merged().first?.updateDate == "2019/08/02")
    }

    @Test("2c.3 one person is one fid, byte for byte, never a name")
    func identity() {
        func friend(_ fid: String, _ name: String) -> Friend {
            Friend(fid: fid, name: name, status: .friend, isStarred: false, updateDate: "20190801")
        }
        let rows = [
            friend("004", "梁立璇"), friend("005", "梁立璇"), friend("4", "x"), friend("\u{E9}", "composed"),
            friend("e\u{301}", "decomposed"), friend("K", "letter"), friend("\u{212A}", "kelvin sign"),
            friend("k", "small"),
        ]
        #expect(rows.merged().map(\.name) == rows.map(\.name))
    }

    @Test("2c.5 a row without a day is listed, after those with one; a star goes before all days")
    func order() {
        let rows = [
            Friend(fid: "a", name: "", status: .friend, isStarred: false, updateDate: ""),
            Friend(fid: "b", name: "", status: .friend, isStarred: false, updateDate: "2019/08/01"),
            Friend(fid: "c", name: "", status: .friend, isStarred: true, updateDate: "bad"),
            Friend(fid: "d", name: "", status: .friend, isStarred: false, updateDate: "20190801"),
            Friend(fid: "e", name: "", status: .friend, isStarred: true, updateDate: "19990101"),
            Friend(fid: "f", name: "", status: .friend, isStarred: false, updateDate: "20250101"),
            Friend(fid: "g", name: "", status: .friend, isStarred: false, updateDate: "20190231"),
        ]
        #expect(rows.inFriendOrder().map(\.fid) == ["e", "c", "f", "b", "d", "a", "g"])
        #expect(rows.inFriendOrder().inFriendOrder().map(\.fid) == rows.inFriendOrder().map(\.fid))
    }

    @Test("2d the order never depends on chance: a thousand equal rows stay as they came")
    func ties() {
        let rows = (0..<1000).map { number in
            Friend(fid: String(number), name: "同名", status: .friend, isStarred: false, updateDate: "20190801")
        }
        #expect((rows + rows).merged().inFriendOrder().map(\.fid) == rows.map(\.fid))
    }

    @Test("2c.3 a list that repeats a fid is merged too")
    func repeatInOneList() async throws {
        let documents = Documents([
            "friend3.json": body([row("1", 0, date: "20190801"), row("2"), row("1", 1, date: "20190805")])
        ])
        let result = try await FeatureHarness.friends(documents).call("friends.list")
        #expect(result.fids("invitations") == [])
        #expect(result.fids("friends") == ["1", "2"])
    }
}

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
        #expect(result.fids("items") == ["002", "003", "005", "001", "004", "012"])
        #expect(result.fids("invitations") == [])
        #expect(result["state"] == "friendsOnly")
        let statuses = result["items"]?.array?.compactMap { $0["status"]?.string }
        #expect(statuses == ["inviting", "friend", "friend", "friend", "friend", "friend"])
        #expect(result.row("001", in: "items")?["updatedOn"] == "2019-08-02")
        #expect(result.row("002", in: "items")?["updatedOn"] == "2019-08-02")
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
        let rows = try #require(result["items"]?.array)
        #expect(rows.count == 2)
        let row = try #require(result.row("9", in: "items"))
        #expect(row["name"]?.string == duel.winner)
        // 2c.4: the whole record is the winner's.
        #expect(row["status"] == (duel.winner == "first" ? "friend" : "inviting"))
        #expect(row["starred"] == (duel.winner == "second" ? true : nil))
    }

    @Test("2c.3 one person is one fid, byte for byte, never a name")
    func identity() async throws {
        let rows = [
            row("004", name: "梁立璇"), row("005", name: "梁立璇"), row("4"), row("\u{E9}"), row("e\u{301}"), row("K"),
            row("\u{212A}"), row("k"),
        ]
        let result = try await FeatureHarness.friends(Documents(["friend3.json": body(rows)])).call("friends.list")
        #expect(result["total"] == 8 && result["items"]?.array?.count == 8)
    }

    @Test("2c.5 a row without a day is listed, after those with one; a star goes before all days")
    func order() async throws {
        let rows = [
            row("a", date: ""), row("b", date: "2019/08/01"), row("c", star: true, date: "bad"),
            row("d", date: "20190801"), row("e", star: true, date: "19990101"), row("f", date: "20250101"),
            row("g", date: "20190231"),
        ]
        let result = try await FeatureHarness.friends(Documents(["friend3.json": body(rows)])).call("friends.list")
        #expect(result.fids("items") == ["e", "c", "f", "b", "d", "a", "g"])
        #expect(result.row("g", in: "items")?["updatedOn"] == nil, "2d no such day is left out")
    }

    @Test("2d the order never depends on chance: hundreds of equal rows stay as they came")
    func ties() async throws {
        let rows = (0..<300).map { row(String($0)) }
        let harness = try FeatureHarness.friends(Documents(["friend3.json": body(rows + rows)]))
        let screen = try await harness.open("galleria://friends")
        #expect(try await screen.state.fids("items") == (0..<300).map(String.init))
    }

    @Test("2c.3 a list that repeats a fid is merged too")
    func repeatInOneList() async throws {
        let documents = Documents([
            "friend3.json": body([row("1", 0, date: "20190801"), row("2"), row("1", 1, date: "20190805")])
        ])
        let result = try await FeatureHarness.friends(documents).call("friends.list")
        #expect(result.fids("invitations") == [])
        #expect(result.fids("items") == ["1", "2"])
    }
}

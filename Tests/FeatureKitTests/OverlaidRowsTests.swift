import JSON
import Storage
import TestSupport
import Testing

@testable import FeatureKit

/// Rows with what is stored of them, made once for whoever shows the same ones.
@Suite("Rows with what is stored of them")
struct OverlaidRowsTests {
    private static let namespace = StateNamespace("test.coins")

    private enum Coin {
        static let id = Field.text("id", "Its number.", .key)
        static let memo = Field.text("memo", "What is noted of it.").stored { value($0, $1) }
        static let layout = RowLayout("coin", [id, memo])
        static let words = Field.texts("words", "Words about it.").stored { row, overlays in
            value(row, overlays).map { [$0] }
        }
        static let listed = RowLayout("coin", [id, words])

        static let isNoted = Field.flag("noted", "Whether something is noted of it.").stored { row, overlays in
            // Nobody knows of the last one.
            row.key == "9" ? nil : value(row, overlays) != nil
        }
        static let flagged = RowLayout("coin", [id, isNoted])

        static func value(_ row: FeatureKit.Row, _ overlays: Overlays) -> String? {
            guard let bytes = try? overlays.state.knownValue(for: StateKey(namespace: namespace, key: row.key)) else {
                return nil
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private let store = InMemoryStateStore()
    private let known = OverlaidRows()

    private var overlays: Overlays { Overlays(store, known: known) }

    private func store(_ key: String, _ memo: String?) async throws {
        let key = StateKey(namespace: Self.namespace, key: key)
        try await store.commit([memo.map { .set(key, Array($0.utf8)) } ?? .remove(key)])
    }

    private func page(_ layout: RowLayout = Coin.layout, _ count: Int = 3) -> RowSet {
        layout.rows(of: 0..<count) { number, row in row.set(Coin.id, "\(number)") }
    }

    private func memos(_ rows: [FeatureKit.Row]) -> [String?] { rows.map { $0[Coin.memo] } }

    @Test("a row without anything stored is itself; one with something is made once until that changes")
    func row() async throws {
        let row = page().rows[1]
        #expect(row.overlaid(by: overlays).isSame(as: row))
        try await store("1", "a")
        let made = row.overlaid(by: overlays)
        #expect(made[Coin.memo] == "a" && !made.isSame(as: row))
        #expect(row.overlaid(by: overlays).isSame(as: made) && made.overlaid(by: overlays).isSame(as: made))
        try await store("1", "b")
        let other = row.overlaid(by: overlays)
        #expect(other[Coin.memo] == "b" && made[Coin.memo] == "a")
        #expect(row.overlaid(by: overlays).isSame(as: other))
        #expect(made.overlaid(by: overlays)[Coin.memo] == "b")
        try await store("1", nil)
        #expect(row.overlaid(by: overlays).isSame(as: row) && made.overlaid(by: overlays)[Coin.memo] == nil)
    }

    @Test("the memo of one row is never told of another, nor of an equal row of another set", arguments: [1, 8, 9, 30])
    func many(_ count: Int) async throws {
        for number in 0..<count { try await store("\(number)", "memo \(number)") }
        let (one, other) = (page(count: count), page(count: count))
        for _ in 0..<2 {
            for number in 0..<count {
                let (row, equal) = (one.rows[number].overlaid(by: overlays), other.rows[number].overlaid(by: overlays))
                #expect(row[Coin.memo] == "memo \(number)" && equal[Coin.memo] == "memo \(number)")
                #expect(!row.isSame(as: equal))
            }
        }
    }

    @Test("rows of one page are made once for all who show them, and again when something else is stored")
    func pages() async throws {
        let page = page()
        try await store("1", "a")
        let first = page.rows.overlaid(by: overlays)
        #expect(memos(first) == [nil, "a", nil])
        let second = page.rows.overlaid(by: overlays)
        #expect(zip(first, second).allSatisfy { $0.isSame(as: $1) })
        try await store("2", "e\u{301}")
        let third = page.rows.overlaid(by: overlays)
        #expect(memos(third) == [nil, "a", "e\u{301}"] && memos(first) == [nil, "a", nil])
        try await store("2", "\u{E9}")
        let spelled = page.rows.overlaid(by: overlays)
        #expect(spelled[2][Coin.memo].map { Array($0.utf8) } == [0xC3, 0xA9])
    }

    @Test("some rows of a page, or all in another order, are those")
    func parts() async throws {
        let page = page()
        for number in 0..<3 { try await store("\(number)", "memo \(number)") }
        _ = page.rows.overlaid(by: overlays)
        #expect(memos(page.rows.reversed().overlaid(by: overlays)) == ["memo 2", "memo 1", "memo 0"])
        #expect(memos(Array(page.rows.dropFirst()).overlaid(by: overlays)) == ["memo 1", "memo 2"])
        let mixed = [page.rows[2], self.page().rows[0], page.rows[0]]
        #expect(memos(mixed.overlaid(by: overlays)) == ["memo 2", "memo 0", "memo 0"])
    }

    /// Rows as an upstream sends them.
    private func sent(_ count: Int = 3) throws -> RowSet {
        let texts = (0..<count).map { #"{"id":"\#($0)"}"# }
        return Coin.flagged.read(try JSONDocument(parsing: "[\(texts.joined(separator: ","))]").root, try .test)
    }

    private func flags(_ rows: [FeatureKit.Row]) -> [String?] {
        rows.map { row in Coin.flagged.place(of: Coin.isNoted.declaration).flatMap(row.text) }
    }

    @Test("a row of which nothing is stored says no without slots of its own, also beside one of which something is")
    func no() async throws {
        let (one, two) = (try sent(), try sent())
        let few = [one.rows[2], two.rows[0], two.rows[1]]
        #expect(one.rows.overlaid(by: overlays).first?.set === one)
        #expect(zip(few.overlaid(by: overlays), few).allSatisfy { $0.isSame(as: $1) })
        #expect(flags(few.overlaid(by: overlays)) == ["false", "false", "false"])
        try await store("1", "a")
        let noted = few.overlaid(by: overlays)
        #expect(flags(noted) == ["false", "false", "true"] && noted.map(\.key) == ["2", "0", "1"])
        #expect(noted[0].isSame(as: few[0]) && noted[2].set.count == 2)
        #expect(flags(one.rows.overlaid(by: overlays)) == ["false", "true", "false"])
        try await store("1", nil)
        #expect(flags(noted.overlaid(by: overlays)) == ["false", "false", "false"])
        let unknown = try sent(10)
        #expect(flags([unknown.rows[8], unknown.rows[9]].overlaid(by: overlays)) == ["false", nil])
        #expect(flags(unknown.rows.overlaid(by: overlays)).suffix(2) == ["false", nil])
    }

    @Test("stored values are looked up of the rows that meet everything else, and the answer is the same")
    func asked() async throws {
        for number in [1, 4, 7, 11] { try await store("\(number)", "a") }
        let rows = try sent(6).rows + sent(12).rows.suffix(6)
        let noted = try #require(Coin.flagged.place(of: Coin.isNoted.declaration))
        let keys = RowFilter.keys(["1", "2", "7", "10", "4"])
        let asked: [(filters: [RowFilter], isDescending: Bool?, looked: Int)] = [
            ([.flag(noted, true)], nil, 12), ([keys, .flag(noted, true)], nil, 5),
            ([.flag(noted, false), keys], nil, 5),
            ([keys], true, 5), ([keys], false, 5), ([], true, 12), ([.keys(["x"]), .flag(noted, true)], nil, 0),
        ]
        for (filters, isDescending, count) in asked {
            var question = RowQuestion(fields: Coin.flagged.listed)
            question.filters = filters
            question.order = isDescending.map { RowOrder(place: noted, isDescending: $0) }
            for columns in [nil, RowColumns(rows, room: RowColumns.mostBytes)] {
                var looked = 0
                let (found, all) = question.found(in: rows, columns, Coin.flagged) { some in
                    looked += some.count
                    return some.overlaid(by: overlays)
                }
                let plain = question.matching(rows.overlaid(by: overlays))
                #expect(found.map(\.key) == plain.map(\.key) && flags(Array(found)) == flags(plain))
                #expect(looked == count && all?.count == (count == rows.count ? count : nil), "\(filters)")
            }
        }
    }

    @Test("lists that are stored are not compared, and never those of before")
    func lists() async throws {
        let page = page(Coin.listed)
        for memo in ["a", "b"] {
            try await store("1", memo)
            #expect(page.rows.overlaid(by: overlays)[1][Coin.words] == [memo])
            #expect(page.rows[1].overlaid(by: overlays)[Coin.words] == [memo])
        }
    }
}

extension OverlaidRowsTests {
    private func page(count: Int) -> RowSet { page(Coin.layout, count) }
}

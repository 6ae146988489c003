import HTTP
import JSON
import Storage
import TestSupport
import Testing
import Values

@testable import FeatureKit

/// A list's last question in the state, and its screen while pages are being kept.
@Suite("Rows that are kept")
struct KeptListTests {
    private enum Coin {
        static let id = Field.whole("id", "Its number.", .key)
        static let name = Field.text("name", "Its name.", .title, .html, from: "label")
        static let price = Field.money("price", "Its price.", .code("USD"), .price)
        static let layout = RowLayout("coin", [id, name, price, Field.route("galleria://coins/{id}")])
    }

    private let strategy = PageStrategy(unit: .pageNumber, size: 10, shortPageEnds: false)

    private func page(_ numbers: ClosedRange<Int>, total: Int? = nil) -> RowPage {
        RowPage(
            rows: Coin.layout.rows(of: numbers) { number, row in
                row.set(Coin.id, number)
                row.set(Coin.name, "Coin \(number)")
            }, total: total, received: numbers.count)
    }

    private func rows(_ numbers: ClosedRange<Int>) -> [FeatureKit.Row] { page(numbers).rows.rows }

    private func kept(_ asked: String, _ numbers: ClosedRange<Int>, total: Int? = 30, next: Int? = 2) -> KeptRows {
        KeptRows(asked: asked, total: total, next: next, rows: rows(numbers))
    }

    private func ids(_ rows: [FeatureKit.Row]) -> [Int?] { rows.map { $0[Coin.id] } }

    // MARK: - What is kept

    @Test("a page of the same question is added, each row once, with those before it that were not saved")
    func added() {
        var kept = kept("a", 1...10)
        kept.add(rows(21...30), after: rows(1...20), of: "a", isFirst: false, total: nil, next: 4, strategy)
        #expect(ids(kept.rows) == Array(1...30) && kept.total == 30 && kept.next == 4)
    }

    @Test("a page that two processes loaded adds nothing, and does not lead back")
    func samePageTwice() {
        var kept = kept("a", 1...30, next: 4)
        kept.add(rows(11...20), after: rows(1...10), of: "a", isFirst: false, total: 118, next: 3, strategy)
        #expect(ids(kept.rows) == Array(1...30) && kept.next == 4 && kept.total == 118)
    }

    @Test("a first page, or one of another question, replaces what was kept", arguments: [("a", true), ("b", false)])
    func replaced(_ asked: String, _ isFirst: Bool) {
        var kept = kept("a", 1...30, next: nil)
        kept.add(rows(41...50), after: [], of: asked, isFirst: isFirst, total: nil, next: 2, strategy)
        #expect(ids(kept.rows) == Array(41...50) && kept.asked == asked && kept.total == nil && kept.next == 2)
    }

    @Test("at most 1,000 rows are kept, and what is kept goes on after them", arguments: [1, 7, 20])
    func bounded(_ pages: Int) {
        var kept = KeptRows(asked: "a", total: nil, next: nil, rows: [])
        for position in stride(from: 1, through: 121, by: pages) {
            let rows = rows((position - 1) * 10 + 1...(position - 1 + pages) * 10)
            kept.add(
                rows, after: [], of: "a", isFirst: position == 1, total: 2_000, next: position + pages, strategy)
        }
        #expect(ids(kept.rows) == Array(1...1_000) && kept.next == 101)
    }

    @Test("a list that shows more rows than are kept shows what is kept")
    func holdsMore() {
        #expect(kept("a", 1...1_000).holds(rows(1...1_020)))
        #expect(!kept("a", 1...1_000).holds(rows(2...1_021)))
        #expect(kept("a", 1...10).holds(rows(1...10)))
        #expect(!kept("a", 1...10).holds(rows(1...20)))
    }

    @Test("what is kept is read back the same, whatever the upstream calls its members", arguments: [nil, 7] as [Int?])
    func roundTrip(_ next: Int?) throws {
        let sent = try JSONDocument(
            parsing: #"[{"id":1,"label":"한글 &quot;x&quot; &amp;lt;b 📚","price":"$17.2"},{"id":2,"price":"free"}]"#)
        let context = try RowContext.test
        let rows = Coin.layout.read(sent.root, context).rows
        #expect(rows[0][Coin.name] == "한글 \"x\" &lt;b \u{1F4DA}")
        let kept = KeptRows(asked: "e\u{301}", total: next.map { $0 * 10 }, next: next, rows: rows)
        let back = try #require(KeptRows(kept.encoded(), Coin.layout, context))
        #expect(back.holds(rows) && back.total == kept.total && back.next == next)
        #expect(back.asked.utf8.elementsEqual("e\u{301}".utf8))
        #expect(back.rows[0][Coin.price]?.told == "USD 17.20" && back.rows[1][Coin.price] == nil)
    }

    @Test("what is not kept rows is not read")
    func unreadable() throws {
        let context = try RowContext.test
        for text in [
            "", "{", "[]", #"{"asked":"a","rows":[]}"#, #"{"rows":[{"id":1}]}"#, #"{"asked":1,"rows":[{"id":1}]}"#,
        ] {
            #expect(KeptRows(Array(text.utf8), Coin.layout, context) == nil, "\(text)")
        }
    }

    // MARK: - The screen's state

    private var overlays: Overlays { Overlays(InMemoryStateStore()) }

    private func asked(_ text: String) -> [JSONMember] { [JSONMember("search", .string(text))] }

    /// A question with two pages loaded and neither kept.
    private func loaded() throws -> ListState {
        var state = ListState(Coin.layout, strategy, ListBehavior())
        let header = state.ask(asked("a")[0])
        #expect(state.take(page(1...10, total: 30), overlays, for: header) == true)
        state.beginKeeping()
        let next = state.loadMore(at: .zero)
        let footer = try #require(next)
        #expect(state.take(page(11...20, total: 30), overlays, for: footer) == true)
        state.beginKeeping()
        return state
    }

    @Test("what is stored while own pages are being kept lacks their rows, and does not take them away")
    func older() throws {
        var state = try loaded()
        #expect(state.show(kept("a", 1...10), asked("a"), head: nil) == nil)
        #expect(ids(state.rows) == Array(1...20))
        #expect(state.endKeeping() == false, "the second page is still being kept")
        #expect(state.show(kept("a", 1...10), asked("a"), head: nil) == nil)
        #expect(state.endKeeping() == true, "what came meanwhile is to be looked at")
        #expect(state.show(kept("a", 1...20), asked("a"), head: nil) == nil, "these are the rows already")
        #expect(state.show(kept("b", 5...9), asked("b"), head: nil) == true)
        #expect(ids(state.rows) == Array(5...9))
    }

    @Test("keeping that nothing came between asks for nothing")
    func nothingBetween() throws {
        var state = try loaded()
        #expect(state.endKeeping() == false)
        #expect(state.endKeeping() == false)
        #expect(state.show(kept("b", 1...10), asked("b"), head: nil) == true, "nothing is being kept")
    }

    @Test("a question that begins here ends with its own rows, not with what another keeps meanwhile")
    func begun() {
        var state = ListState(Coin.layout, strategy, ListBehavior())
        let request = state.ask(asked("a")[0])
        #expect(state.show(kept("b", 1...10), asked("b"), head: nil) == nil)
        #expect(state.take(page(1...3, total: 3), overlays, for: request) == true)
        #expect(ids(state.rows) == Array(1...3))
    }
}

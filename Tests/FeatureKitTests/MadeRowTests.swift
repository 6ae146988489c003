import DesignSystem
import HTTP
import JSON
import TestSupport
import Testing
import Values

@testable import FeatureKit

/// Layouts and fields besides their values: headings, hidden and silent fields, amounts, keys.
@Suite("Rows that are told otherwise than they are read")
struct MadeRowTests {
    private enum Coin {
        static let id = Field.text("id", "Its number.", .key)
        static let name = Field.text("name", "Its name.", .title, .html)
        static let land = Field.text("land", "Where it is from.")
        static let price = Field.money("price", "Its price.", .code("AUD"), .price)
        static let story = Field.prose("story", "Its story.", .html)
        static let weight = Field.whole("weight", "In grams.")
        static let parts = Field.texts("parts", "Of the screen.", .silent).computed { _ in ["one", "two"] }
        static let isRound = Field.flag("round", "Whether it is round.")
        static let layout = RowLayout(
            "coin", heading: land, [id, name, land, price, story, parts, isRound], hidden: [weight])
        static let totals = Field.amounts("totals", "Sums.")
        static let sums = RowLayout("purse", [totals])
    }

    private func read(_ text: String) throws -> FeatureKit.Row? {
        Coin.layout.read(row: try JSONDocument(parsing: text).root, try .test)
    }

    private func json(_ row: FeatureKit.Row) -> String {
        var writer = JSONWriter()
        row.write(row.layout.given, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "hidden fields are read and never given, silent ones are given and never told; another field may head the detail"
    )
    func told() throws {
        let row = try #require(try read(#"{"id":"a","name":" A &amp; b ","land":"Perth","weight":7,"round":false}"#))
        #expect(row[Coin.weight] == 7)
        #expect(json(row) == #"{"id":"a","name":"A & b","land":"Perth","parts":["one","two"],"round":false}"#)
        let text = Document(row.detail(Coin.layout.given)).rendered(RenderOptions(style: .plain))
        #expect(text.hasPrefix("Perth") && text.contains("A & b") && text.contains("no") && !text.contains("two"))
        let bare = try #require(try read(#"{"id":"a"}"#))
        #expect(Document(bare.detail(Coin.layout.given)).rendered(RenderOptions(style: .plain)).hasPrefix("a"))
    }

    @Test("amounts are a list of money in JSON, and written for people in text; none is left out")
    func amounts() throws {
        let sums = [Money(DecimalAmount(5), "EUR"), Money(DecimalAmount(2300), "KRW")]
        let row = Coin.sums.row { $0.set(Coin.totals, sums) }
        #expect(row[Coin.totals] == sums)
        #expect(json(row) == #"{"totals":["EUR 5.00","KRW 2300"]}"#)
        let text = Document(row.detail(Coin.sums.given)).rendered(RenderOptions(style: .plain))
        #expect(text.hasPrefix("Purse") && text.contains("€5.00, ₩2,300"))
        #expect(json(Coin.sums.row { $0.set(Coin.totals, []) }) == "{}")
    }

    static let prices = [
        (#""NZD 12.50""#, "NZD 12.50"), (#""12.50""#, "AUD 12.50"), (#""$12.5""#, "AUD 12.50"), (#""NZD""#, nil),
    ]

    @Test("an amount may name its own currency, as rows tell it", arguments: prices.map(\.0))
    func currency(_ text: String) throws {
        let expected = Self.prices.first { $0.0 == text }?.1
        #expect(try read(#"{"id":"a","price":\#(text)}"#)?[Coin.price]?.told == expected)
    }

    @Test("HTML that says nothing is no text; a key that no route could hold is invalid")
    func nothing() throws {
        #expect(try read(#"{"id":"a","story":"<br> <p>"}"#)?[Coin.story] == nil)
        #expect(try read(#"{"id":"a","story":"one\n two"}"#)?[Coin.story] == "one two")
        let longest = String(repeating: "é", count: RowLayout.longestKey)
        #expect(try read(#"{"id":"\#(longest)"}"#)?.key == longest)
        #expect(try read(#"{"id":"\#(longest)x"}"#) == nil)
    }

    @Test("rows are kept in mind for a while: the newest, within 1 MiB")
    func remembered() throws {
        let pages = RecentRows()
        // With further rows of 20,000 bytes each.
        func set(_ id: String, more: Int = 0) throws -> RowSet {
            let name = String(repeating: "x", count: 20_000)
            let rows = [#"{"id":"\#(id)"}"#] + (0..<more).map { #"{"id":"\#(id)\#($0)","name":"\#(name)"}"# }
            return Coin.layout.read(try JSONDocument(parsing: "[\(rows.joined(separator: ","))]").root, try .test)
        }
        for id in ["a", "b", "c"] { pages.remember(try set(id)) }
        #expect(pages.row("a")?.key == "a" && pages.row("d") == nil)
        pages.remember(try set("d", more: 60))
        #expect(pages.row("a") == nil && pages.row("d") == nil)
        for number in 1...9 { pages.remember(try set("\(number)")) }
        #expect(pages.row("1") == nil && pages.row("2") != nil)
    }
}

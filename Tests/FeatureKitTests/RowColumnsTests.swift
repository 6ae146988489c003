import JSON
import TestSupport
import Testing
import Values

@testable import FeatureKit

/// Columns of rows that are kept. Random questions over them are in `RowMatchingTests`.
@Suite("Columns of kept rows")
struct RowColumnsTests {
    private enum Ware {
        static let key = Field.text("sku", "Its code.", .key)
        static let brand = Field.text("brand", "Its brand.", .title, .filter)
        static let price = Field.money("price", "The price.", .path("unit"), .price, .filter)
        static let sale = Field.money("sale", "The reduced price.", .path("unit"), .reduced)
        static let rate = Field.whole("rate", "Percent off.", .discount, .filter)
        static let isNew = Field.flag("new", "Whether it is new.", nil, .filter)
        static let layout = RowLayout(
            "ware", [key, brand, price, sale, rate, isNew], hidden: [Field.text("unit", "Its currency.")])
        static let other = RowLayout("ware", [key, brand])
    }

    private func place(_ field: some RowField) throws -> Int { try #require(Ware.layout.place(of: field.declaration)) }

    private func rows(
        _ count: Int, prices: [String] = ["60.5", "100", "99.99"], unit: (Int) -> String = { _ in "AUD" },
        brand: (Int) -> String = { "Brand \($0 % 5)" }
    ) throws -> [FeatureKit.Row] {
        let texts = (0..<count).map { number in
            #"{"sku":"S\#(number)","brand":"\#(brand(number))","unit":"\#(unit(number))","#
                + #""price":\#(prices[number % prices.count]),"new":\#(number % 2 == 0)}"#
        }
        let document = try JSONDocument(parsing: "[\(texts.joined(separator: ","))]")
        return Ware.layout.read(document.root, try .test).rows
    }

    private func question(_ filters: [RowFilter], _ order: RowOrder? = nil) -> RowQuestion {
        var question = RowQuestion(fields: Ware.layout.listed)
        (question.filters, question.order) = (filters, order)
        return question
    }

    private func amount(_ text: String) throws -> DecimalAmount { try #require(DecimalAmount(text)) }

    private func keys(_ rows: some Sequence<FeatureKit.Row>) -> [String] { rows.map(\.key) }

    @Test("A condition on each kind of field, and an order, are answered by columns")
    func all() throws {
        let rows = try rows(12)
        let columns = RowColumns(rows, room: RowColumns.mostBytes)
        let order = RowOrder(place: try place(Ware.price), isDescending: false)
        let all = question(
            [
                .price(atLeast: try amount("60"), atMost: try amount("99.99")), .flag(try place(Ware.isNew), true),
                .oneOf(try place(Ware.brand), ["BRAND 0", "brand 2", "brand 3"]),
            ], order)
        #expect(RowMatcher(all).places(in: columns, order) == [0, 2, 8])
        #expect(keys(all.found(in: rows, columns)) == ["S0", "S2", "S8"])
        #expect(keys(all.matching(rows)) == ["S0", "S2", "S8"])
        let reduced = question([.discount(atLeast: 1)])
        #expect(RowMatcher(reduced).places(in: columns, nil) == [])
        let every = question([])
        #expect(RowMatcher(every).places(in: columns, nil) == Array(0..<12))
    }

    @Test("The reduced price is the one that is paid; a row without a price meets no bound")
    func paid() throws {
        let text =
            #"[{"sku":"a","unit":"AUD","price":80,"sale":40},{"sku":"b"},{"sku":"c","unit":"AUD","price":50}]"#
        let rows = Ware.layout.read(try JSONDocument(parsing: text).root, try .test).rows
        let columns = RowColumns(rows, room: RowColumns.mostBytes)
        let paid = try #require(columns.paid)
        #expect(paid.different == [4_000, 5_000] && paid.scale == 2)
        #expect(paid.places == [0, RowColumns.nothing, 1])
        let discounts = try #require(columns.discounts)
        #expect(discounts.different == [50] && discounts.places == [0, RowColumns.nothing, RowColumns.nothing])
        let order = RowOrder(place: try place(Ware.price), isDescending: true)
        #expect(columns.places(in: order) == [2, 0, 1], "what has no price comes last")
        let filters: [RowFilter] = [.price(atLeast: nil, atMost: try amount("50"))]
        #expect(keys(question(filters, order).found(in: rows, columns)) == ["c", "a"])
        let open: [RowFilter] = [.price(atLeast: nil, atMost: nil)]
        #expect(keys(question(open).found(in: rows, columns)) == ["a", "c"])
        let crossed: [RowFilter] = [.price(atLeast: try amount("60"), atMost: try amount("50"))]
        #expect(RowMatcher(question(crossed)).places(in: columns, nil) == [])
    }

    @Test("Each row is looked at where no column answers: finer bounds, several currencies in an order, keys")
    func unfit() throws {
        let rows = try rows(9, unit: { $0 == 4 ? "EUR" : "AUD" })
        let columns = RowColumns(rows, room: RowColumns.mostBytes)
        let order = RowOrder(place: try place(Ware.price), isDescending: false)
        #expect(columns.places(in: order) == nil)
        let fine: [RowFilter] = [.price(atLeast: try amount("99.999"), atMost: nil)]
        let wide: [RowFilter] = [.price(atLeast: try amount("9223372036854775807"), atMost: nil)]
        for (filters, order) in [(fine, nil), (wide, nil), ([.keys(["S1"])], nil), ([], order)] {
            let question = question(filters, order)
            #expect(RowMatcher(question).places(in: columns, order) == nil)
            #expect(keys(question.found(in: rows, columns)) == keys(PlainMatching.matching(question, rows)))
        }
        #expect(columns.paid != nil, "an amount is compared whatever its currency")
        let none = RowColumns([], room: RowColumns.mostBytes)
        #expect(none.discounts == nil && none.places(in: order) == nil)
        #expect(question([], order).found(in: [], none).isEmpty)
    }

    @Test("Texts of more than 512 kinds have no column")
    func texts() throws {
        let brand = try place(Ware.brand)
        let most = try rows(RowColumns.mostTexts, brand: { "Brand \($0)" })
        #expect(RowColumns(most, room: RowColumns.mostBytes).texts(brand)?.different.count == RowColumns.mostTexts)
        let more = try rows(RowColumns.mostTexts + 1, brand: { "Brand \($0)" })
        let columns = RowColumns(more, room: RowColumns.mostBytes)
        #expect(columns.texts(brand) == nil && columns.heldBytes == 0)
        let asked = question([.oneOf(brand, ["brand 512", "brand 7"])])
        #expect(keys(asked.found(in: more, columns)) == ["S7", "S512"])
    }

    @Test("Columns count what they hold, and the first goes where there is no room")
    func room() throws {
        let rows = try rows(100)
        let columns = RowColumns(rows, room: 450)
        let (new, price) = (try place(Ware.isNew), try place(Ware.price))
        #expect(columns.heldBytes == 0, "made when they are asked for")
        #expect(columns.flags(new) != nil && columns.heldBytes == 200)
        #expect(columns.paid != nil && columns.heldBytes == 424)
        #expect(columns.paid != nil && columns.heldBytes == 424, "made once")
        #expect(columns.places(in: RowOrder(place: price, isDescending: false)) != nil)
        #expect(columns.heldBytes == 424, "the flags are gone")
        #expect(columns.flags(new) != nil && columns.heldBytes == 400, "the prices are gone")
        for narrow in [RowColumns(rows, room: 199), RowColumns(rows, room: 0), RowColumns(rows, room: -1)] {
            #expect(narrow.flags(new) == nil && narrow.heldBytes == 0)
            #expect(question([.flag(new, true)]).found(in: rows, narrow).count == 50)
        }
        let mixed = rows + Ware.other.rows(of: 0..<1) { _, row in row.set(Ware.key, "other") }.rows
        #expect(RowColumns(mixed, room: 1_000).flags(new) == nil, "a place is another field in another layout")
    }

    @Test("Numbers within bounds are found by halves, whatever the bounds")
    func numbers() throws {
        let columns = RowColumns(try rows(7, prices: ["1", "2.5", "2.50", "40", "7"]), room: RowColumns.mostBytes)
        let paid = try #require(columns.paid)
        #expect(paid.different == [100, 250, 700, 4_000] && paid.places == [0, 1, 1, 3, 2, 0, 1])
        for least in [Int64.min, 0, 100, 101, 250, 699, 700, 4_000, 4_001, .max] {
            for most in [Int64.min, 0, 99, 100, 250, 700, 701, 3_999, 4_000, .max] {
                let within = paid.different.indices.filter { (least...max(least, most)).contains(paid.different[$0]) }
                let found = paid.places(from: least, to: most)
                #expect(most < least ? found.isEmpty : found.map(Int.init) == within, "\(least) \(most)")
            }
        }
    }

    @Test("Texts are met one by one, side by side and apart")
    func sides() throws {
        let rows = try rows(10)
        let columns = RowColumns(rows, room: RowColumns.mostBytes)
        let brand = try place(Ware.brand)
        for asked in [[1], [1, 2], [4, 3], [0, 2], [0, 1, 2, 3, 4], [9], []] {
            let question = question([.oneOf(brand, asked.map { "brand \($0)" })])
            let places = try #require(RowMatcher(question).places(in: columns, nil))
            #expect(places.map(Int.init) == (0..<10).filter { asked.contains($0 % 5) })
        }
    }

    @Test("Texts that a search looks through are kept folded, as long as there is room")
    func searched() throws {
        let rows = try rows(300, brand: { ["Blue Hat", "BLÅ hatt", "Red scarf", "한국 hat"][$0 % 4] })
        for room in [RowColumns.mostBytes, 3_000, 0] {
            let columns = RowColumns(rows, room: room)
            for text in ["hat", "bla", "red|blue hat", "한국", "s7", "s7 red", "nothing", "hats|carf", "e h", "tblu"] {
                var asked = question([.flag(try place(Ware.isNew), true)])
                asked.words = SearchWords(text)
                let found = asked.found(in: rows, columns)
                #expect(keys(found) == keys(PlainMatching.matching(asked, rows)), "\(text) \(room)")
            }
            #expect((columns.searched != nil) == (room > 3_000) && columns.heldBytes <= room)
        }
    }

    @Test("Rows are counted by a column as one by one, those without a value at the end")
    func counts() throws {
        let some = (0..<40).map { number in
            number % 3 == 0
                ? #"{"sku":"S\#(number)"}"#
                : #"{"sku":"S\#(number)","brand":"\#(["b", "B", "a", "e\u{301}", "\u{E9}"][number % 5])"}"#
        }
        let document = try JSONDocument(parsing: "[\(some.joined(separator: ","))]")
        let rows = Ware.layout.read(document.root, try .test).rows
        let columns = RowColumns(rows, room: RowColumns.mostBytes)
        let brand = try place(Ware.brand)
        for filters in [[], [RowFilter.oneOf(brand, ["b", "a"])], [.oneOf(brand, ["none"])]] as [[RowFilter]] {
            for order in [nil, RowOrder(place: brand, isDescending: true)] {
                let question = question(filters, order)
                let found = question.found(in: rows, columns)
                #expect(found.columns === columns && found.places?.count == found.count)
                let (quick, plain) = (RowCounts(found, by: brand), RowCounts(FoundRows(Array(found)), by: brand))
                #expect(quick.counts.map(\.rows) == plain.counts.map(\.rows))
                #expect(
                    quick.counts.map { $0.value.map { Array($0.utf8) } }
                        == plain.counts.map { $0.value.map { Array($0.utf8) } })
            }
        }
        #expect(RowCounts(question([]).found(in: rows, columns), by: brand).counts.first?.value == nil)
    }

    @Test("Rows that are found are those at their places, made when they are looked at")
    func found() throws {
        let rows = try rows(5)
        let some = FoundRows([3, 0], of: RowColumns(rows, room: 0))
        #expect(keys(some) == ["S3", "S0"] && some.count == 2 && some[1].isSame(as: rows[0]))
        #expect(keys(some[1...].prefix(7)) == ["S0"] && some[2...].isEmpty)
        #expect(keys(FoundRows(rows)) == keys(rows) && FoundRows([]).isEmpty)
    }
}

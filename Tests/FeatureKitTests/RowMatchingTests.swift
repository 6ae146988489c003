import DesignSystem
import JSON
import TestSupport
import Testing
import Values

@testable import FeatureKit

@Suite("Conditions and orders over rows that are at hand")
struct RowMatchingTests {
    /// The same numbers for one seed, at every run.
    private struct Dice {
        private var state: UInt64

        init(_ seed: Int) { state = UInt64(seed) }

        /// SplitMix64 (Steele, Lea and Flood 2014).
        private mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
            return z ^ z >> 31
        }

        mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

        mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }

        /// Some of them, in any order, each perhaps more than once.
        mutating func some<Element>(_ count: Int, of all: [Element]) -> [Element] {
            (0..<count).map { _ in one(of: all) }
        }
    }

    private enum Ware {
        static let key = Field.text("sku", "Its code.", .key, .filter, filter: "skus")
        static let name = Field.text("name", "Its name.", .title, .search)
        static let brand = Field.text("brand", "Its brand.", nil, [.filter, .search])
        static let kind = Field.word("kind", "Its kind.", ["male", "female", "kids"], .filter)
        static let price = Field.money("price", "The price.", .path("unit"), .price, .filter)
        static let sale = Field.money("sale", "The reduced price.", .path("unit"), .reduced)
        static let rate = Field.whole("rate", "Percent off.", .discount, .filter)
        static let isGone = Field.flag("gone", "Whether it is sold out.", .badge("sold out"), .filter)
        static let isNew = Field.flag("new", "Whether it is new.", nil, .filter)
        static let pages = Field.whole("pages", "Its pages.")
        static let weight = Field.number("weight", "Its weight.")
        static let day = Field.date("day", "Its day.")
        static let span = Field.duration("span", "Its duration.")
        static let layout = RowLayout(
            "ware",
            [key, name, brand, kind, price, sale, rate, isGone, isNew, pages, weight, day, span],
            hidden: [Field.text("unit", "Its currency.")])
    }

    private static let texts = [
        "Hat 9", "hat 10", "Hat 010", "HAT", "Ünter Hat", "unter hat", "한국 9", "한국 10", "한국", "中文 브랜드", "Café 2",
        "cafe\u{301} 2", "ｌｉｎｅｎ",
        "LINEN", "linen", "a;b", "a\u{37E}b", "\u{301}", "a-1", "a/1", "a:1", "a1", "a", "A", "abcdefgh1", "abcdefgh2",
        "abcdefg", "İstanbul", "STRASSE", "straße", "007", "7", "0", "\u{212A}elvin", "kelvin", "100% wool", "Nike",
        "NIKE ",
    ]
    private static let amounts = [
        "0", "9.9", "9.90", "10", "99.99", "100", "100.00", "100.01", "129.95", "60.5", "0.1", "0.125", "23000", "1e3",
        "9223372036854775807", "92233720368547758.07", "0.000000000000000001", "-5", "100.000000001",
    ]

    private func row(_ dice: inout Dice, _ number: Int, units: [String]) -> String {
        var members = [#""sku":"S\#(dice.below(8) == 0 ? dice.below(40) : number)""#]
        func text(_ name: String, _ value: String) { members.append(#""\#(name)":"\#(value)""#) }
        if dice.below(9) > 0 { text("name", dice.one(of: Self.texts)) }
        if dice.below(6) > 0 { text("brand", dice.one(of: Self.texts)) }
        if dice.below(7) > 0 { text("kind", dice.one(of: ["male", "female", "kids", "Female", "other"])) }
        text("unit", dice.one(of: units))
        let isUsual = dice.below(3) > 0
        func amount() -> String {
            isUsual ? "\(dice.below(12) * 10).\(dice.below(3) * 25)" : dice.one(of: Self.amounts)
        }
        if dice.below(8) > 0 { text("price", amount()) }
        if dice.below(3) == 0 { text("sale", amount()) }
        if dice.below(3) == 0 { members.append(#""rate":\#(dice.below(4) * 20)"#) }
        if dice.below(2) == 0 { members.append(#""gone":\#(dice.below(2) == 0)"#) }
        if dice.below(2) == 0 { members.append(#""new":\#(dice.below(2) == 0)"#) }
        if dice.below(4) > 0 { members.append(#""pages":\#(dice.below(5) * 7 - 9)"#) }
        if dice.below(4) > 0 {
            members.append(#""weight":\#(dice.one(of: ["1", "1.0", "0.5", "12.75", "1000", "2e2"]))"#)
        }
        if dice.below(4) > 0 { text("day", "2019-0\(dice.below(3) + 1)-1\(dice.below(3))") }
        if dice.below(4) > 0 { members.append(#""span":\#(dice.below(3) * 60)"#) }
        return "{\(members.joined(separator: ","))}"
    }

    /// Rows of several sets, now and then in turn.
    private func rows(_ dice: inout Dice) throws -> [FeatureKit.Row] {
        let units = dice.below(3) == 0 ? ["AUD", "KRW", "EUR"] : ["AUD"]
        var rows: [FeatureKit.Row] = []
        for _ in 0..<dice.below(4) + 1 {
            let texts = (0..<dice.below(40)).map { row(&dice, rows.count + $0, units: units) }
            let page = Ware.layout.read(try JSONDocument(parsing: "[\(texts.joined(separator: ","))]").root, try .test)
                .rows
            rows += dice.below(4) == 0 ? page.reversed() : page
        }
        if dice.below(3) == 0 { rows = dice.some(rows.count, of: rows.isEmpty ? [] : rows) }
        return rows
    }

    private func question(_ dice: inout Dice) throws -> RowQuestion {
        func place(_ field: some RowField) throws -> Int { try #require(Ware.layout.place(of: field.declaration)) }
        var question = RowQuestion(fields: Ware.layout.listed)
        if dice.below(3) == 0 {
            let (least, most) = (DecimalAmount(dice.one(of: Self.amounts)), DecimalAmount(dice.one(of: Self.amounts)))
            question.filters.append(
                .price(atLeast: dice.below(2) == 0 ? least : nil, atMost: dice.below(3) > 0 ? most : nil))
        }
        if dice.below(6) == 0 { question.filters.append(.discount(atLeast: dice.below(70))) }
        if dice.below(5) == 0 {
            question.filters.append(.flag(try place(dice.below(2) == 0 ? Ware.isGone : Ware.isNew), dice.below(2) == 0))
        }
        if dice.below(9) == 0 { question.filters.append(.asked(try place(Ware.isNew), true)) }
        if dice.below(3) == 0 {
            question.filters.append(
                .oneOf(try place(Ware.kind), dice.some(dice.below(2) + 1, of: ["female", "MALE", "kids", ""])))
        }
        if dice.below(4) == 0 {
            question.filters.append(.oneOf(try place(Ware.brand), dice.some(dice.below(9) + 1, of: Self.texts)))
        }
        if dice.below(9) == 0 { question.filters.append(.oneOf(try place(Ware.pages), ["-9", "5", "12"])) }
        if dice.below(9) == 0 { question.filters.append(.keys((0..<20).map { _ in "S\(dice.below(60))" })) }
        if dice.below(5) == 0 { question.words = SearchWords(dice.one(of: ["hat", "한국|linen", "a", "9 hat", "cafe"])) }
        if dice.below(6) > 0 {
            let places = Ware.layout.fields.indices.filter { Ware.layout.fields[$0].isSortable }
            question.order = RowOrder(place: dice.one(of: places), isDescending: dice.below(2) == 0)
        }
        return question
    }

    private func names(_ rows: [FeatureKit.Row]) -> [String] {
        rows.map { "\(ObjectIdentifier($0.set)) \($0.index)" }
    }

    @Test("a question finds the rows, in the order, that one row after another finds in plain words", arguments: 0..<16)
    func random(_ seed: Int) throws {
        var dice = Dice(seed)
        for turn in 0..<60 {
            let (rows, question) = (try rows(&dice), try question(&dice))
            let (found, plain) = (question.matching(rows), PlainMatching.matching(question, rows))
            #expect(names(found) == names(plain), "\(seed), \(turn): \(question)")
            let columns = RowColumns(rows, room: dice.one(of: [0, 300, RowColumns.mostBytes]))
            // The second time the columns are known.
            for _ in 0..<2 {
                let found = question.found(in: rows, columns)
                #expect(names(Array(found)) == names(plain), "\(seed), \(turn): \(question)")
            }
            guard let order = question.order, !found.isEmpty else { continue }
            let end = dice.below(found.count + 1)
            #expect(order.ties(behind: end, of: found) == PlainMatching.ties(behind: end, of: plain, order))
            #expect(names(order.sorted(rows)) == names(PlainMatching.sorted(rows, order)), "\(seed), \(turn): \(order)")
        }
    }

    @Test("one list answers many questions by its columns, within its room", arguments: 0..<8)
    func columns(_ seed: Int) throws {
        var dice = Dice(500 + seed)
        for _ in 0..<6 {
            let rows = try rows(&dice)
            let room = dice.one(of: [1_000, 4_000, RowColumns.mostBytes])
            let columns = RowColumns(rows, room: room)
            for _ in 0..<60 {
                let question = try question(&dice)
                let found = question.found(in: rows, columns)
                #expect(names(Array(found)) == names(PlainMatching.matching(question, rows)), "\(seed): \(question)")
                #expect(columns.heldBytes <= room)
                guard let order = question.order, !found.isEmpty else { continue }
                let end = dice.below(found.count + 1)
                #expect(order.ties(behind: end, of: found) == order.ties(behind: end, of: Array(found)))
            }
        }
    }

    @Test("every order that is taken is met at random, with rows of one currency and of several")
    func everyOrder() throws {
        var dice = Dice(4711)
        for place in Ware.layout.fields.indices where Ware.layout.fields[place].isSortable {
            for isDescending in [false, true] {
                let order = RowOrder(place: place, isDescending: isDescending)
                for _ in 0..<8 {
                    let rows = try rows(&dice)
                    #expect(names(order.sorted(rows)) == names(PlainMatching.sorted(rows, order)), "\(order)")
                }
            }
        }
    }

    @Test(
        "the loaded rows of a screen are those of the list, in its order, and stay while nothing changes",
        arguments: 0..<4)
    func shown(_ seed: Int) throws {
        var dice = Dice(1_000 + seed)
        for _ in 0..<40 {
            let (rows, question) = (try rows(&dice), try question(&dice))
            var shown = ShownRows()
            shown.settle(rows, question)
            let count = shown.count(of: rows.count)
            let plain = names(PlainMatching.matching(question, rows))
            #expect(names(shown.rows(at: 0..<count, of: rows)) == plain)
            shown.settle([], question)
            #expect(names(shown.rows(at: 0..<count, of: rows)) == plain)
        }
    }

    @Test(
        "rows that come behind those of a screen are looked at alone, and shown as if all had come at once",
        arguments: 0..<4)
    func appended(_ seed: Int) throws {
        var dice = Dice(2_000 + seed)
        for _ in 0..<20 {
            let question = try question(&dice)
            var (shown, all) = (ShownRows(), [FeatureKit.Row]())
            for _ in 0..<5 {
                all += try rows(&dice)
                shown.rowsAppended()
                // Told more than once, or not at all before the next ones come.
                for _ in 0..<dice.below(3) { shown.settle(all, question) }
            }
            shown.settle(all, question)
            var fresh = ShownRows()
            fresh.settle(all, question)
            let count = fresh.count(of: all.count)
            #expect(shown.count(of: all.count) == count)
            #expect(names(shown.rows(at: 0..<count, of: all)) == names(fresh.rows(at: 0..<count, of: all)))
            #expect(names(fresh.rows(at: 0..<count, of: all)) == names(PlainMatching.matching(question, all)))
        }
    }

    @Test(
        "texts are one whatever their case, accents and width, and where Unicode says they are equal",
        arguments: [
            ("Nike", "nike", true), ("NIKE", "nike", true), ("nike ", "nike", false), ("nik", "nike", false),
            ("Dör", "DOR", true), ("ｎｉｋｅ", "nike", true), ("한국", "한국", true), ("한국", "han", false),
            ("a\u{37E}b", "a;b", true),
            ("a;b", "a\u{37E}b", true), ("\u{212A}", "k", true), ("\u{301}", "", true), ("中", "a", false),
            ("\u{1112}\u{1161}\u{11AB}", "한", true), ("한", "\u{1112}\u{1161}\u{11AB}", true), ("", "", true),
        ] as [(String, String, Bool)])
    func oneOf(_ text: String, _ value: String, _ isOne: Bool) throws {
        let row = Ware.layout.row { row in
            row.set(Ware.key, "S1")
            row.set(Ware.brand, text)
        }
        let place = try #require(Ware.layout.place(of: Ware.brand.declaration))
        for values in [[value], ["other", value], [value, "한글"]] {
            let filter = RowFilter.oneOf(place, values)
            #expect(PlainMatching.meets(filter, row) == isOne)
            #expect((RowMatcher([filter]).places(in: [row]) == [0]) == isOne, "\(values)")
        }
    }

    @Test("bounds of a price hold at any scale, also where they do not fit in 64 bits together")
    func bounds() throws {
        var dice = Dice(99)
        for _ in 0..<500 {
            let (least, most) = (DecimalAmount(dice.one(of: Self.amounts)), DecimalAmount(dice.one(of: Self.amounts)))
            let amount = try #require(DecimalAmount(dice.one(of: Self.amounts)))
            let row = Ware.layout.row { row in
                row.set(Ware.key, "S1")
                row.set(Ware.price, Money(amount, "AUD"))
            }
            for filter in [
                RowFilter.price(atLeast: least, atMost: most), .price(atLeast: least, atMost: nil),
                .price(atLeast: nil, atMost: most),
            ] {
                #expect(
                    RowMatcher([filter]).places(in: [row]).isEmpty != PlainMatching.meets(filter, row),
                    "\(filter) \(amount)")
            }
        }
    }
}

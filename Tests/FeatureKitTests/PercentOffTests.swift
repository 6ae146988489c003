import DesignSystem
import JSON
import TestSupport
import Testing
import Values

@testable import FeatureKit

@Suite("A reduced price and its percentage")
struct SaleTests {
    private func won(_ amount: String) throws -> Money { Money(try #require(DecimalAmount(amount)), "KRW") }

    /// Regular price, sale price, the upstream's rate; whether there is a sale, and its rate.
    static let cases: [(id: String, price: String, sale: String, told: Int?, isSale: Bool, rate: Int?)] = [
        ("as the upstream says", "23000", "18400", 20, true, 20),
        ("as the upstream says, also when it counts otherwise", "23000", "18400", 25, true, 25),
        ("computed", "23000", "18400", nil, true, 20), ("17.5 % rounds up", "20000", "16500", nil, true, 18),
        ("17.495 % rounds down", "20000", "16501", nil, true, 17), ("a third", "30000", "20000", nil, true, 33),
        ("two thirds", "30000", "10000", nil, true, 67), ("half a percent is one", "20000", "19900", nil, true, 1),
        ("less is not worth saying", "20000", "19901", nil, true, nil),
        ("99 percent", "20000", "200", nil, true, 99), ("99.495 percent", "20000", "101", nil, true, 99),
        ("99.5 percent is not all", "20000", "100", nil, true, nil), ("decimals", "10.00", "7.25", nil, true, 28),
        ("a rate of 0 counts as none", "23000", "18400", 0, true, 20),
        ("a rate of 100 counts as none", "23000", "18400", 100, true, 20),
        ("a negative rate counts as none", "23000", "18400", -20, true, 20),
        ("a huge rate counts as none", "23000", "18400", .max, true, 20),
        ("rates 1 and 99 are rates", "23000", "18400", 99, true, 99),
        ("equal to the price", "23000", "23000", 20, false, nil),
        ("less than a won below it", "23000", "22999.6", 20, false, nil),
        ("a won below it, rounded", "23000", "22999.4", 20, true, 20),
        ("above the price", "23000", "23001", 20, false, nil), ("nothing", "23000", "0", 100, false, nil),
        ("below nothing", "23000", "-1", nil, false, nil), ("of a free gift", "0", "0", nil, false, nil),
        ("above a free gift", "0", "100", nil, false, nil),
        ("beyond what can be computed", "9000000000000000000", "1", nil, true, nil),
    ]

    /// A row of a shop's list.
    private func row(_ price: String, _ sale: String, _ rate: Int?) throws -> FeatureKit.Row {
        let rate = rate.map { #","rate":\#($0)"# } ?? ""
        let document = try JSONDocument(parsing: ##"{"id":1,"price":"\##(price)","sale":"\##(sale)"\##(rate)}"##)
        let read = Ware.layout.read(row: document.root, try .test)
        return try #require(read)
    }

    @Test(
        "salePrice ≥ price or 0 is no sale; the rate is the upstream's or computed, halves up",
        arguments: cases.map(\.id))
    func sale(_ id: String) throws {
        let row = try #require(Self.cases.first { $0.id == id })
        let read = try self.row(row.price, row.sale, row.told)
        #expect((read[Ware.sale] != nil) == row.isSale)
        #expect(read[Ware.rate] == row.rate)
        if row.isSale { #expect(try read[Ware.sale]?.amount == won(row.sale).amount) }
    }

    @Test(
        "minDiscount finds rows of at least so many percent; rows without a rate meet none",
        arguments: [(1, [3, 2, 1]), (20, [3, 2]), (21, [3]), (60, [3]), (61, [])] as [(Int, [Int])])
    func leastDiscount(_ percent: Int, _ ids: [Int]) throws {
        let rows = try [row("100", "95", nil), row("100", "80", nil), row("100", "40", nil), row("100", "100", nil)]
        let parameters = QuestionParameters(Ware.filtered, method: "shop.list", own: [])
        let question = try parameters.shape.read(
            (["minDiscount": .integer(percent)] as JSONValue).node, of: "shop.list")
        #expect(question.given.map(\.key) == ["minDiscount"])
        let found = RowMatcher(question).places(in: rows)
        #expect(found.reversed().map { $0 + 1 } == ids)
    }

    @Test(
        "a wrong percentage is refused by its name, with the nearest",
        arguments: [("0", 1), ("100", 99), (#""20%""#, 20), ("-5", 1), (#""half""#, nil), ("[20]", nil)]
            as [(String, Int?)])
    func wrongDiscount(_ text: String, _ meant: Int?) throws {
        let shape = QuestionParameters(Ware.filtered, method: "shop.list", own: []).shape
        let fault = #expect(throws: Fault.self) {
            try shape.read(JSONDocument(parsing: #"{"minDiscount":\#(text)}"#).root, of: "shop.list")
        }
        #expect(fault?.code == .invalidArgument && fault?.field == "minDiscount")
        #expect(fault?.message.contains("a whole number from 1 to 99") == true)
        #expect(meant.map { fault?.hint.contains("minDiscount=\($0)") == true } ?? true, "\(fault?.hint ?? "")")
    }

    @Test("rows whose percentage does not filter have no such parameter")
    func unfiltered() {
        func names(_ layout: RowLayout) -> [String] {
            QuestionParameters(layout, method: "shop.list", own: []).shape.fields.map(\.name)
        }
        #expect(!names(Ware.layout).contains("minDiscount") && names(Ware.filtered).contains("minDiscount"))
        #expect(!names(Ware.filtered).contains("rate"))
    }

    @Test("rows are ordered by the rate that is told, equal ones by the prices' exact ratio")
    func order() throws {
        let prices = [
            ("100", "50.01", nil), ("55.00", "27.5", nil), ("100", "49.56", nil), ("9.8", "4.9", nil),
            ("100", "90", 60),
            ("100", "100", nil),
        ]
        let rows = try prices.map { price, sale, rate in try row(price, sale, rate) }
        let place = try #require(Ware.layout.discount)
        #expect(RowOrder(place: place, isDescending: true).sortedPlaces(rows) == [4, 2, 1, 3, 0, 5])
        #expect(RowOrder(place: place, isDescending: false).sortedPlaces(rows) == [0, 1, 3, 2, 4, 5])
        let order = RowOrder(place: place, isDescending: true)
        #expect(
            order.ties(behind: 2, of: order.sorted(rows)) == 3 && order.ties(behind: 1, of: order.sorted(rows)) == 0)
    }

    @Test("the computed percentage is that of exact arithmetic, for every won price")
    func exact() throws {
        let price = 977
        for paid in 1..<price {
            let percent = (200 * (price - paid) + price) / (2 * price)
            #expect(
                percentOff(DecimalAmount(paid), insteadOf: DecimalAmount(price))
                    == ((1...99).contains(percent) ? percent : nil),
                "\(paid)")
        }
    }

    @Test(
        "so it is for prices of any size and scale, also where sums of them no longer fit a word",
        arguments: 1...20 as ClosedRange<UInt64>)
    func anySize(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        for _ in 0..<300 {
            let (digits, scale) = (Int.random(in: 1...15, using: &generator), Int.random(in: 0...6, using: &generator))
            let most = (0..<digits).reduce(Int128(1)) { power, _ in power * 10 }
            let (regular, paid) = (
                Int128.random(in: 1...most, using: &generator), Int128.random(in: -2...most, using: &generator)
            )
            func amount(_ units: Int128) throws -> DecimalAmount {
                let (whole, part) = (units.magnitude / power(scale), units.magnitude % power(scale))
                let digits = String(part)
                let fraction = String(repeating: "0", count: scale - min(scale, digits.count)) + digits
                return try #require(DecimalAmount("\(units < 0 ? "-" : "")\(whole)\(scale > 0 ? "." + fraction : "")"))
            }
            let percent = (200 * (regular - paid) + regular) / (2 * regular)
            let expected = regular >= paid && (1...99).contains(percent) ? Int(percent) : nil
            #expect(try percentOff(amount(paid), insteadOf: amount(regular)) == expected, "\(paid) of \(regular)")
        }
    }

    private func power(_ exponent: Int) -> UInt128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

private enum Ware {
    static let id = Field.whole("id", "Its number.", .key)
    static let price = Field.money("price", "The price.", .code("KRW"), .price)
    static let sale = Field.money("sale", "The reduced price.", .code("KRW"), .reduced)
    static let rate = Field.whole("rate", "Percent off.", .discount)
    static let layout = RowLayout("ware", [id, price, sale, rate])
    /// The same, narrowed by the rate.
    static let filtered = RowLayout(
        "ware", [id, price, sale, Field.whole("rate", "Percent off.", .discount, .filter)])
}

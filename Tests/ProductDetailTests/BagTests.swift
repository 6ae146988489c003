import DesignSystem
import FeatureKit
import Products
import TestSupport
import Testing

@testable import ProductDetail

@Suite("The rules of the bag")
struct BagTests {
    private func total(_ bag: Bag) -> String? { bag.total(emptyIn: "AUD")?.text }

    @Test("products stand in the order in which they were first added, each once")
    func order() throws {
        var bag = Bag()
        for sku in ["B", "A", "B", "C", "A"] { try bag.add(try makeProduct(sku), quantity: 1) }
        #expect(bag.lines.map(\.sku) == ["B", "A", "C"])
        #expect(bag.lines.map(\.quantity) == [2, 2, 1])
        #expect(bag.count == 5 && bag.quantity(of: "A") == 2 && bag.quantity(of: "X") == 0)
    }

    /// Prices, pieces, and what they cost together.
    static let totals: [(prices: [(String, Int)], total: String)] = [
        ([], "$0.00"), ([("0.1", 3)], "$0.30"), ([("0.1", 1), ("0.2", 1)], "$0.30"),
        ([("129.99", 3), ("20", 2)], "$429.97"),
        ([("1.005", 2)], "$2.01"), ([("0", 999)], "$0.00"), ([("9999999.99", 999)], "$9,989,999,990.01"),
        ([("0.000000000000000001", 999), ("1", 1)], "$1.00"),
    ]

    @Test("1c.9 totals are exact decimals", arguments: totals.indices)
    func exactTotal(_ index: Int) throws {
        var bag = Bag()
        for (number, (price, quantity)) in Self.totals[index].prices.enumerated() {
            try bag.add(try makeProduct("P\(number)", price), quantity: quantity)
        }
        #expect(total(bag) == Self.totals[index].total)
    }

    @Test("a discount is what is paid")
    func discount() throws {
        var bag = Bag()
        try bag.add(try makeProduct("A", "100", discount: "75.5"), quantity: 2)
        #expect(total(bag) == "$151.00" && bag.lines.first?.price.text == "$75.50")
    }

    @Test("adding again takes the name and the price of now, for all pieces")
    func newPrice() throws {
        var bag = Bag()
        try bag.add(try makeProduct("A", "100"), quantity: 1)
        try bag.add(try makeProduct("A", "80"), quantity: 1)
        #expect(total(bag) == "$160.00" && bag.lines.count == 1)
    }

    /// Refusals of a bag with one A for 20, and their reasons.
    static let refusals:
        [(id: String, sku: String, price: String, currency: Currency, quantity: Int, why: BagRefusal)] =
            [
                ("too many pieces", "A", "20", "AUD", 999, .tooManyPieces),
                ("of another", "B", "20", "AUD", 1000, .tooManyPieces),
                ("overflow", "A", "20", "AUD", .max, .tooManyPieces), ("none", "B", "20", "AUD", 0, .tooManyPieces),
                ("negative", "A", "20", "AUD", -2, .tooManyPieces),
                ("too much", "B", "9223372036854775807", "AUD", 2, .tooMuch),
                ("too much together", "B", "9223372036854775807", "AUD", 1, .tooMuch),
                ("too fine", "B", "9.000000000000000001", "AUD", 2, .tooMuch),
                ("another currency", "B", "20", "NZD", 1, .otherCurrency),
            ]

    @Test("what can't be counted exactly is refused and changes nothing", arguments: refusals.indices)
    func refusal(_ index: Int) throws {
        let row = Self.refusals[index]
        var bag = Bag()
        try bag.add(try makeProduct("A"), quantity: 1)
        let before = bag
        let product = try makeProduct(row.sku, row.price, currency: row.currency)
        #expect(throws: row.why) { try bag.add(product, quantity: row.quantity) }
        #expect(bag == before)
    }

    @Test("999 pieces of 200 products fit, one more of either does not")
    func bounds() throws {
        var bag = Bag()
        for number in 1...200 { try bag.add(try makeProduct("P\(number)"), quantity: 999) }
        #expect(bag.count == 199_800)
        #expect(throws: BagRefusal.tooManyPieces) { try bag.add(try makeProduct("P1"), quantity: 1) }
        #expect(throws: BagRefusal.tooManyProducts) { try bag.add(try makeProduct("P201"), quantity: 1) }
        #expect(Bag(saved: bag.encoded(), locale: .standard) == bag)
    }

    @Test("a bag of one product may change its currency with its price")
    func currencyOfOne() throws {
        var bag = Bag()
        try bag.add(try makeProduct("A"), quantity: 1)
        try bag.add(try makeProduct("A", currency: "NZD"), quantity: 1)
        #expect(total(bag) == "NZ$40.00")
    }

    /// Pieces there are, pieces to take, pieces that stay.
    static let removals: [(held: Int, quantity: Int?, left: Int)] = [
        (5, 2, 3), (5, 5, 0), (5, 9, 0), (5, nil, 0), (1, 1, 0), (999, 998, 1),
    ]

    @Test("removing takes pieces, or all of them", arguments: removals.indices)
    func removal(_ index: Int) throws {
        let (held, quantity, left) = Self.removals[index]
        var bag = Bag()
        try bag.add(try makeProduct("A"), quantity: held)
        try bag.add(try makeProduct("B"), quantity: 1)
        try bag.remove("A", quantity: quantity)
        #expect(bag.quantity(of: "A") == left && bag.quantity(of: "B") == 1)
        #expect(bag.lines.count == (left == 0 ? 1 : 2))
    }

    @Test("removing what is not there changes nothing; look-alikes are not there")
    func removalOfNothing() throws {
        var bag = Bag()
        try bag.add(try makeProduct("é"), quantity: 1)
        for sku in ["A", "e\u{301}", ""] {
            #expect(throws: BagRefusal.unchanged) { try bag.remove(sku, quantity: nil) }
        }
        #expect(bag.count == 1)
    }

    @Test("names are remembered up to a bound")
    func longName() throws {
        let long = String(repeating: "\u{1F45F}", count: 100_000)
        let product = Product(
            sku: "A", brand: "", name: long, price: Money(.zero, "AUD"), discountPrice: nil, ribbon: nil, imageURL: nil)
        var bag = Bag()
        try bag.add(product, quantity: 1)
        #expect(bag.lines.first?.name.unicodeScalars.count == Bag.nameLength)
    }

    @Test("what is saved is read back to the byte")
    func coding() throws {
        var bag = Bag()
        #expect(Bag(saved: bag.encoded(), locale: .standard) == bag)
        for sku in ["é", "e\u{301}", "\"\\\u{0}\n", "\u{1F45F}"] {
            try bag.add(try makeProduct(sku, "0.30000000000000004"), quantity: 3)
        }
        let read = try #require(Bag(saved: bag.encoded(), locale: .standard))
        #expect(read == bag)
        #expect(zip(read.lines, bag.lines).allSatisfy { $0.sku.utf8.elementsEqual($1.sku.utf8) })
    }

    static let unreadable = [
        "", "{", "[]", "null", "{}", #"{"lines":5}"#, #"{"lines":[5]}"#, #"{"lines":[{"sku":"A"}]}"#,
        #"{"lines":[{"sku":"A","name":"x","quantity":0,"price":{"amount":"1","currency":"AUD"}}]}"#,
        #"{"lines":[{"sku":"A","name":"x","quantity":1000,"price":{"amount":"1","currency":"AUD"}}]}"#,
        #"{"lines":[{"sku":"A","name":"x","quantity":1,"price":{"amount":1,"currency":"AUD"}}]}"#,
        #"{"lines":[{"sku":"A","name":"x","quantity":1e99,"price":{"amount":"1","currency":"AUD"}}]}"#,
    ]

    @Test("what is no bag is invalid", arguments: unreadable)
    func unreadableBytes(_ text: String) { #expect(Bag(saved: Array(text.utf8), locale: .standard) == nil) }
}

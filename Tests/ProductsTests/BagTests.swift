import DesignSystem
import FeatureKit
import JSON
import TestSupport
import Testing
import Values

@testable import Products

@Suite("The rules of the bag")
struct BagTests {
    private let fields = Item.shop.fields

    private func total(_ bag: Bag) -> String? { bag.totals.map { $0.map(\.told).joined(separator: ", ") } }

    private func add(
        _ sku: String, _ quantity: Int = 1, _ price: String = "20", to bag: inout Bag, currency: Currency = "AUD"
    ) throws {
        let product = Item.shop.list.row { row in
            row.set(ProductFields.sku, sku)
            row.set(fields.name, "Product \(sku)")
            row.set(fields.price, DecimalAmount(price).map { Money($0, currency) })
        }
        try bag.add(product, quantity, fields)
    }

    private func read(_ rows: [UInt8]) throws -> Bag? { Bag(stored: rows, Item.shop, try .test) }

    @Test("products stand in the order in which they were first added, each once")
    func order() throws {
        var bag = Bag()
        for sku in ["B", "A", "B", "C", "A"] { try add(sku, to: &bag) }
        #expect(bag.lines.map(\.sku) == ["B", "A", "C"])
        #expect(bag.lines.map(\.quantity) == [2, 2, 1])
        #expect(bag.count == 5)
    }

    /// Prices, pieces, and what they cost together.
    static let totals: [(prices: [(String, Int)], total: String)] = [
        ([], ""), ([("0.1", 3)], "AUD 0.30"), ([("0.1", 1), ("0.2", 1)], "AUD 0.30"),
        ([("129.99", 3), ("20", 2)], "AUD 429.97"), ([("1.005", 2)], "AUD 2.01"), ([("0", 99)], "AUD 0.00"),
        ([("9999999.99", 99)], "AUD 989999999.01"),
        ([("0.000000000000000001", 99), ("1", 1)], "AUD 1.000000000000000099"),
    ]

    @Test("1c.9 totals are exact decimals", arguments: totals.indices)
    func exactTotal(_ index: Int) throws {
        var bag = Bag()
        for (number, (price, quantity)) in Self.totals[index].prices.enumerated() {
            try add("P\(number)", quantity, price, to: &bag)
        }
        #expect(total(bag) == Self.totals[index].total)
    }

    @Test("a reduced price is what is paid; a product without a price can't be bought")
    func prices() throws {
        var bag = Bag()
        try bag.add(
            try #require(try Item.read(Item.product(changes: ["final_price": .number("75.5")]))), 2, fields)
        #expect(total(bag) == "AUD 151.00")
        let none = try #require(try Item.read(Item.product(changes: ["price": .null])))
        let fault = #expect(throws: Fault.self) { try bag.add(none, 1, fields) }
        #expect(fault?.code == .notFound && fault?.field == "sku" && bag.lines.count == 1)
    }

    @Test("adding again takes the name and the price of now, for all pieces")
    func newPrice() throws {
        var bag = Bag()
        try add("A", 1, "100", to: &bag)
        try add("A", 1, "80", to: &bag)
        #expect(total(bag) == "AUD 160.00" && bag.lines.count == 1)
    }

    /// Refusals of a bag with one A for 20.
    static let refusals: [(id: String, sku: String, price: String, quantity: Int)] = [
        ("too many pieces", "A", "20", 99), ("of another", "B", "20", 100), ("overflow", "A", "20", .max),
        ("none", "B", "20", 0), ("negative", "A", "20", -2), ("too much", "B", "9223372036854775807", 2),
        ("too much together", "B", "9223372036854775807", 1), ("too fine", "B", "9.000000000000000001", 2),
    ]

    @Test("what can't be counted exactly is refused", arguments: refusals.indices)
    func refusal(_ index: Int) throws {
        let row = Self.refusals[index]
        var bag = Bag()
        try add("A", to: &bag)
        let fault = #expect(throws: Fault.self) { try add(row.sku, row.quantity, row.price, to: &bag) }
        #expect(fault?.code == .invalidArgument && fault?.field == "quantity")
    }

    @Test("99 pieces of 200 products fit, one more of either does not")
    func bounds() throws {
        var bag = Bag()
        for number in 1...200 { try add("P\(number)", 99, to: &bag) }
        #expect(bag.count == 19_800)
        #expect(try read(Item.shop.rows(of: bag).serialized()) == bag)
        for (sku, field) in [("P1", "quantity"), ("P201", "sku")] {
            var full = bag
            let fault = #expect(throws: Fault.self) { try add(sku, to: &full) }
            #expect(fault?.field == field)
        }
    }

    @Test("each currency has a sum of its own")
    func currencies() throws {
        var bag = Bag()
        try add("A", 2, to: &bag)
        try add("B", 1, to: &bag, currency: "NZD")
        try add("C", 1, "1.5", to: &bag)
        #expect(total(bag) == "AUD 41.50, NZD 20.00")
    }

    /// Pieces there are, pieces to take, pieces that stay.
    static let removals: [(held: Int, quantity: Int?, left: Int)] = [
        (5, 2, 3), (5, 5, 0), (5, 9, 0), (5, nil, 0), (1, 1, 0), (99, 98, 1),
    ]

    @Test("removing takes pieces, or all of them", arguments: removals.indices)
    func removal(_ index: Int) throws {
        let (held, quantity, left) = Self.removals[index]
        var bag = Bag()
        try add("A", held, to: &bag)
        try add("B", to: &bag)
        try bag.remove("A", quantity, Item.shop)
        #expect(bag.lines.first { $0.isOf("A") }?.quantity ?? 0 == left && bag.count == left + 1)
        #expect(bag.lines.count == (left == 0 ? 1 : 2))
    }

    @Test("what is not there is not found; look-alikes are not there")
    func removalOfNothing() throws {
        var bag = Bag()
        try add("é", to: &bag)
        for sku in ["A", "e\u{301}", ""] {
            let fault = #expect(throws: Fault.self) { try bag.remove(sku, nil, Item.shop) }
            #expect(fault?.code == .notFound && fault?.message.contains("not in the bag") == true)
        }
        #expect(bag.count == 1)
    }

    @Test("what is stored is read back to the byte")
    func coding() throws {
        var bag = Bag()
        #expect(try read(Item.shop.rows(of: bag).serialized()) == bag)
        for sku in ["é", "e\u{301}", "\"\\\u{0}\n", "\u{1F45F}"] {
            try add(sku, 3, "0.30000000000000004", to: &bag)
        }
        try add("K", 1, "23000", to: &bag, currency: "KRW")
        let again = try #require(try read(Item.shop.rows(of: bag).serialized()))
        #expect(again == bag)
        #expect(zip(again.lines, bag.lines).allSatisfy { $0.sku.utf8.elementsEqual($1.sku.utf8) })
    }

    static let unreadable = [
        "", "{", "{}", "null", #"{"lines":[]}"#, "[5]", #"[{"sku":"A"}]"#, #"[{"sku":"A","name":"x","quantity":1}]"#,
        #"[{"sku":"A","name":"x","quantity":0,"price":"AUD 1.00"}]"#,
        #"[{"sku":"A","name":"x","quantity":100,"price":"AUD 1.00"}]"#,
        #"[{"sku":"A","name":"x","quantity":1,"price":"much"}]"#,
        #"[{"sku":"A","name":"x","quantity":1e99,"price":"AUD 1.00"}]"#,
    ]

    @Test("what is no bag is invalid", arguments: unreadable)
    func unreadableBytes(_ text: String) throws { #expect(try read(Array(text.utf8)) == nil) }
}

import DesignSystem
import FeatureKit
import JSON
import TestSupport
import Testing
import Values

@testable import Products

@Suite("Prices are exact, and a discount is a lower final price")
struct PriceTests {
    private let fields = Item.shop.fields

    /// Literals as sent, and the amount and text that they are.
    static let literals: [(sent: String, amount: String, text: String)] = [
        ("220", "220.00", "220.00"), ("129.99", "129.99", "129.99"), ("129.9", "129.90", "129.90"),
        ("0.30000000000000004", "0.30000000000000004", "0.30"), ("1.005", "1.005", "1.01"), ("0.1", "0.10", "0.10"),
        ("2.675", "2.675", "2.68"), ("1e2", "100.00", "100.00"), ("1.0", "1.00", "1.00"), ("0", "0.00", "0.00"),
        ("2499", "2499.00", "2,499.00"), ("9007199254740993", "9007199254740993.00", "9,007,199,254,740,993.00"),
        ("1.00000000000000001", "1.00000000000000001", "1.00"), ("\"129.99\"", "129.99", "129.99"),
    ]

    @Test("1c.9 int and decimal prices are read from their literal", arguments: literals.indices)
    func literal(_ index: Int) throws {
        let (sent, amount, text) = Self.literals[index]
        let price = try Item.read(Item.product(changes: ["price": JSONValue(parsing: sent)])).flatMap {
            $0[fields.price]
        }
        #expect(price?.told == "AUD \(amount)")
        #expect(price?.text.hasSuffix(text) == true)
    }

    /// Prices as sent, and what is struck through and to be paid.
    static let discounts: [(id: String, price: JSONValue?, final: JSONValue?, discount: String?)] = [
        ("lower", 100, .number("75.5"), "AUD 75.50"), ("equal", 100, 100, nil),
        ("equal in value", 100, .number("100.00"), nil),
        ("zero", 100, 0, nil), ("null", 100, .null, nil), ("missing", 100, nil, nil), ("higher", 100, 120, nil),
        ("negative", 100, -5, nil), ("no number", 100, "cheap", nil), ("a truth value", 100, true, nil),
        ("without a price", .null, 75, nil),
        ("a cent lower, rounded", .number("19.5"), .number("19.494"), "AUD 19.494"),
        ("lower, and the same to people", .number("19.5"), .number("19.499"), nil),
        ("one cent", .number("0.02"), .number("0.01"), "AUD 0.01"), ("out of range", 100, .number("1e400"), nil),
    ]

    @Test("1c.9 1d a discount is a final_price above zero and below price", arguments: discounts.indices)
    func discount(_ index: Int) throws {
        let (_, price, final, discount) = Self.discounts[index]
        let product = try #require(try Item.read(Item.product(changes: ["price": price, "final_price": final])))
        #expect(product[fields.discountPrice]?.told == discount)
        #expect(product.paid == product[fields.discountPrice] ?? product[fields.price])
        #expect(product[fields.onSale] == (discount != nil))
    }

    @Test("1d final_sale, special_price and markdown_price make no discount")
    func otherPrices() throws {
        for changes in [
            ["final_sale": true], ["special_price": .number("59.97")], ["markdown_price": 50],
            ["final_sale": 1, "special_price": 1],
        ] as [[String: JSONValue]] {
            #expect(
                try Item.read(Item.product(changes: changes.mapValues { $0 })).flatMap { $0[fields.discountPrice] }
                    == nil)
        }
    }

    @Test("a missing, negative or unreadable price is missing, never a failure")
    func noPrice() throws {
        for price in [nil, .null, "", "x", true, [], [:], -1, .number("1e-400"), .number("1e400")] as [JSONValue?] {
            let product = try #require(try Item.read(Item.product(changes: ["price": price])))
            #expect(product[fields.price] == nil && product.paid == nil, "\(String(describing: price))")
        }
    }

    /// Numbers that have broken readers elsewhere.
    static let odd = [
        "0", "-0", "0.0", "-0.0", "1", "-1", "0.1", "1e0", "1E0", "1e+0", "1e-0", "1e1", "1e-1", "1e308", "1e309",
        "1e400",
        "-1e400", "1e-400", "5e-324", "1.7976931348623157e308", "2147483647", "2147483648", "-2147483649", "4294967296",
        "9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "123456789012345678901234567890", "0.000000000000000001", "0.0000000000000000001", "1e99999", "1e-99999",
        "1.000000000000000000000000000001", "100000000000000000000", "3.141592653589793238462643383279", "1e18",
    ]

    @Test("H9 W13 42 odd numbers in every number of a product never trap", arguments: odd)
    func oddNumbers(_ literal: String) throws {
        for name in ["price", "final_price", "special_price", "sku", "name", "short_description", "ribbon"] {
            let product = try #require(try Item.read(Item.product(changes: [name: .number(literal)])), "\(name)")
            let price = product[fields.price]?.amount
            #expect(price?.isNegative != true)
            if let discount = product[fields.discountPrice] {
                #expect(discount.amount > .zero && price.map { discount.amount < $0 } == true)
            }
        }
    }

    @Test("prices are of the currency of the settings", arguments: ["AUD", "KRW", "XTS"])
    func currency(_ code: String) throws {
        #expect(try Item.read(Item.product(), currency: code).flatMap { $0[fields.price] }?.currency.code == code)
    }
}

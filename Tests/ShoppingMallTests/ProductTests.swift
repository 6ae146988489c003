import DesignSystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("Reading the upstream's rows")
struct ProductTests {
    /// Item of the list for one row.
    private func item(_ changes: [(String, JSONValue)]) async throws -> JSONValue? {
        let client = ScriptedHTTPClient([.json(Market.body([Market.row(7, changes)]))])
        return try await FeatureHarness.mall(client).call("shoppingMall.list", ["fields": "all"])["items"]?.array?.first
    }

    @Test("a whole row is read as it is, with prices in won")
    func whole() async throws {
        let item = try await item([
            ("name", "Baby bottle 260ml"), ("brand", "꼬망별"), ("price", 23000), ("salePrice", 18400),
            ("discountRate", 20), ("imageUrl", "https://example.com/1.jpg"), ("isSoldOut", true), ("stock", 5),
        ])
        let expected: JSONValue = [
            "id": 7, "brand": "꼬망별", "name": "Baby bottle 260ml", "price": "KRW 23000", "salePrice": "KRW 18400",
            "discount": 20, "soldOut": true, "imageURL": "https://example.com/1.jpg", "route": "galleria://mall/7",
        ]
        #expect(item == expected)
    }

    @Test("a row of an id alone is a product without anything else")
    func bare() async throws {
        let item = try await item([("name", .null), ("price", .null)])
        let expected: JSONValue = ["id": 7, "route": "galleria://mall/7"]
        #expect(item == expected)
    }

    /// A member, its value, and what the item's member becomes.
    static let members: [(id: String, name: String, value: JSONValue, field: String, expected: JSONValue)] = [
        ("id as text", "id", "42", "id", 42), ("id with leading zeros", "id", "0042", "id", 42),
        ("id as 42.0", "id", .number("42.0"), "id", 42), ("id below nothing", "id", -3, "id", -3),
        ("id of 19 digits", "id", .number("9223372036854775807"), "id", .integer(.max)),
        ("brand of blanks", "brand", " \u{3000}\n", "brand", .null), ("empty brand", "brand", "", "brand", .null),
        ("brand as a number", "brand", 39, "brand", "39"), ("brand as a list", "brand", ["a"], "brand", .null),
        ("name as a number", "name", 2080, "name", "2080"), ("name as an object", "name", [:], "name", .null),
        ("name with entities stays", "name", "A &amp; B", "name", "A &amp; B"),
        ("sold out as text", "isSoldOut", "true", "soldOut", true), ("sold out as 1", "isSoldOut", 1, "soldOut", true),
        ("sold out as 0", "isSoldOut", 0, "soldOut", .null),
        ("sold out as a word", "isSoldOut", "no", "soldOut", .null),
        ("sold out as null", "isSoldOut", .null, "soldOut", .null),
        ("sold out as a list", "isSoldOut", [true], "soldOut", .null),
    ]

    @Test("H9 each member tolerates other types", arguments: members.map(\.id))
    func member(_ id: String) async throws {
        let row = try #require(Self.members.first { $0.id == id })
        #expect(try await (item([(row.name, row.value)])?[row.field] ?? .null) == row.expected)
    }

    @Test(
        "H9 a row whose id is no whole number can't be told from others and is left out; the rest stays",
        arguments: [
            .null, "", "A-17", "1.5", .number("1.5"), true, [1], ["id": 1], .number("1e30"), "99999999999999999999",
        ]
            as [JSONValue])
    func noId(_ id: JSONValue) async throws {
        let rows = [Market.row(1), Market.row(2, [("id", id)]), .null, 5, "x", [], Market.row(3)]
        let harness = try FeatureHarness.mall(ScriptedHTTPClient([.json(Market.body(rows))]))
        #expect(try await harness.call("shoppingMall.list").ids == [1, 3])
    }

    /// Prices, sale prices and rates as they come; the price, the sale and the rate as they are told.
    static let prices: [(id: String, price: JSONValue, sale: JSONValue, rate: JSONValue, expected: [JSONValue])] = [
        ("whole", 23000, .null, .null, ["KRW 23000", .null, .null]),
        ("as text", "23000", "18400", "20", ["KRW 23000", "KRW 18400", 20]),
        ("millions", 1_250_000, 999_000, .null, ["KRW 1250000", "KRW 999000", 20]),
        ("a decimal", .number("1234.5"), .null, .null, ["KRW 1234.5", .null, .null]),
        ("an exponent", .number("1.5e4"), .null, .null, ["KRW 15000", .null, .null]),
        ("nothing", 0, 0, 0, ["KRW 0", .null, .null]), ("below nothing", -100, -200, 10, [.null, .null, .null]),
        ("a rate with a fraction", 20000, 16500, .number("17.5"), ["KRW 20000", "KRW 16500", 18]),
        ("a rate that is no number", 20000, 15000, "many", ["KRW 20000", "KRW 15000", 25]),
        ("a rate alone", 20000, .null, 25, ["KRW 20000", .null, .null]),
        ("a sale above the price", 20000, 25000, 25, ["KRW 20000", .null, .null]),
        ("words", "23,000원", "문의", .null, ["KRW 23000", .null, .null]),
        ("a list", [1], ["a": 1], [], [.null, .null, .null]),
        ("true", true, true, true, [.null, .null, .null]),
    ]

    @Test(
        "4c.11 prices are exact decimals in won; salePrice and discount only for a real reduction",
        arguments: prices.map(\.id))
    func price(_ id: String) async throws {
        let row = try #require(Self.prices.first { $0.id == id })
        let item = try await item([("price", row.price), ("salePrice", row.sale), ("discountRate", row.rate)])
        #expect((item?["price"] ?? .null) == row.expected[0])
        #expect((item?["salePrice"] ?? .null) == row.expected[1])
        #expect((item?["discount"] ?? .null) == row.expected[2])
    }

    /// Numbers that break readers.
    static let numbers: [String] = [
        "0", "-0", "0.0", "1", "-1", "1.0", "1e0", "1E+2", "1e-2", "127", "128", "255", "256", "32768", "65536",
        "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740991",
        "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e18", "1e19", "1e100", "1e308",
        "1e309",
        "-1e309", "1e-400", "1e999999999999", "0.1", "0.30000000000000004", "123456789012345678901234567890",
        "0.000000000000000000000000000001", "99999999999999999999.99999999999999999999",
    ]

    @Test("H9 W13 42 odd numbers in every number of an answer never trap", arguments: numbers)
    func oddNumbers(_ literal: String) async throws {
        let number = JSONValue.number(literal)
        for name in ["id", "price", "salePrice", "discountRate", "isSoldOut", "name", "brand", "imageUrl"] {
            for value in [number, .string(literal)] {
                let client = ScriptedHTTPClient([
                    .json(Market.body([Market.row(7, [(name, value)]), Market.row(8)], total: value)),
                    .json(Market.body([Market.row(9)], total: value)),
                ])
                let harness = try FeatureHarness.mall(client)
                let answer = try await harness.answer("shoppingMall.list", ["limit": 2])
                #expect(answer.json.ids.contains(8), "\(name)")
                #expect(answer.markdown.contains("Goods 8"))
            }
        }
    }
}

import DesignSystem
import FeatureKit
import JSON
import TestSupport
import Testing
import Values

@testable import Products

@Suite("Reading the upstream's product")
struct DecodingTests {
    private let fields = Item.shop.fields

    @Test("a whole product")
    func whole() throws {
        let product = try #require(
            try Item.read(Item.product(changes: ["final_price": .number("75.5"), "ribbon": "new"])))
        #expect(product.key == "AS119SF44EPB")
        #expect(product[fields.name] == "Trail Runner")
        #expect(product[fields.brand] == "Runa Active")
        #expect(product[fields.price]?.told == "AUD 100.00")
        #expect(product[fields.discountPrice]?.told == "AUD 75.50")
        #expect(product[fields.discount] == 25 && product[fields.onSale])
        #expect(product[fields.ribbon] == "new")
        #expect(product[fields.imageURL] == "http://static.example.com/p/1.jpg")
        #expect(product.route == "galleria://product/AS119SF44EPB")
    }

    /// Values that are no text, and what each member is then.
    static let noText: [JSONValue?] = [nil, .null, true, [], [:], ["x"]]

    @Test("1c.7 H9 a wrong name, brand or ribbon counts as missing, and the product stays", arguments: noText.indices)
    func missingText(_ index: Int) throws {
        for name in ["name", "brand", "ribbon"] {
            let product = try #require(try Item.read(Item.product(changes: [name: Self.noText[index]])), "\(name)")
            #expect(name != "name" || product[fields.name] == nil)
            #expect(name != "brand" || product[fields.brand] == nil)
            #expect(product[fields.ribbon] == nil)
            #expect(product[fields.price]?.told == "AUD 100.00")
        }
        let brand: JSONValue = .object(Self.noText[index].map { [JSONMember("name", $0)] } ?? [])
        #expect(try Item.read(Item.product(changes: ["brand": brand])) != nil)
    }

    @Test("a row without a sku is left out, whatever it has instead")
    func noSKU() throws {
        for sku in Self.noText + ["", .string(String(repeating: "x", count: 101))] {
            #expect(try Item.read(Item.product(sku)) == nil, "\(String(describing: sku))")
        }
        for row in [5, .null, "x", [], true] as [JSONValue] { #expect(try Item.read(row) == nil) }
        #expect(try Item.read(Item.product(.string(String(repeating: "é", count: 100)))) != nil)
    }

    @Test("1c.7 a product of nothing but a sku, with members that nobody knows")
    func onlySKU() throws {
        let product = try #require(try Item.read(["sku": "A", "unknown": [1, ["deep": .null]], "_links": 7]))
        #expect(product.key == "A" && product[fields.name] == nil && product[fields.price] == nil)
    }

    @Test("1c.7 every optional of the shape may be null, missing, or an empty array in place of an object")
    func optionals() throws {
        for value in [nil, .null, []] as [JSONValue?] {
            #expect(try Item.read(Item.product(changes: ["_embedded": value])).map { $0[fields.brand] == nil } == true)
            let names = [
                "special_price", "cart_price_rules", "short_description", "color_name", "messaging", "related",
                "simples",
            ]
            for name in names {
                #expect(try Item.read(Item.product(changes: [name: value])).map { $0[fields.name] } == "Trail Runner")
            }
        }
        let rules: JSONValue = [["url_key": "a", "discount": "25%", "display_name": "x"]]
        #expect(try Item.read(Item.product(changes: ["cart_price_rules": rules])) != nil)
        #expect(try Item.read(Item.product(changes: ["special_price": .number("59.97")])) != nil)
    }

    /// Names as sent and as shown.
    static let names: [(sent: JSONValue, shown: String)] = [
        ("Lace &amp; Linen", "Lace & Linen"), ("Am&#233;lie &#039;21&#x27;", "Amélie '21'"), ("AT&T", "AT&T"),
        ("  Padded  ", "Padded"), ("A&nbsp;B", "A B"), ("羊绒围巾", "羊绒围巾"), ("e\u{301}", "e\u{301}"), (7, "7"),
        ("<b>not HTML</b>", "<b>not HTML</b>"),
    ]

    @Test("1c.7 entities in names and brands are decoded", arguments: names.indices)
    func entities(_ index: Int) throws {
        let (sent, shown) = Self.names[index]
        #expect(
            try Item.read(Item.product(changes: ["name": sent])).flatMap { $0[fields.name] }?.utf8.elementsEqual(
                shown.utf8) == true)
        let brand: JSONValue = .object([JSONMember("name", sent)])
        #expect(
            try Item.read(Item.product(changes: ["brand": brand])).flatMap { $0[fields.brand] }?.utf8.elementsEqual(
                shown.utf8) == true)
    }

    @Test("an empty ribbon counts as missing, and an unknown one is shown as it is")
    func ribbons() throws {
        for (sent, shown) in [("", nil), ("new", "new"), ("campaign", "campaign"), ("sale!", "sale!")] {
            #expect(
                try Item.read(Item.product(changes: ["ribbon": .string(sent)])).flatMap { $0[fields.ribbon] } == shown)
        }
    }

    @Test(
        "a route is one segment, whatever the sku",
        arguments: [("a/b", "a%2Fb"), ("?x=#", "%3Fx%3D%23"), ("é", "%C3%A9")])
    func routes(_ sku: String, _ segment: String) throws {
        let route = try #require(try Item.read(Item.product(.string(sku)))?.route)
        #expect(route == "galleria://product/\(segment)" && Route(parsing: route) != nil)
    }

    @Test("the route of the longest sku is still a route")
    func longestRoute() throws {
        let sku = String(repeating: "\u{1F45F}", count: RowLayout.longestKey)
        let route = try #require(try Item.read(Item.product(.string(sku)))?.route)
        #expect(Route(parsing: route) != nil)
    }
}

import DesignSystem
import FeatureKit
import JSON
import Products
import TestSupport
import Testing

@Suite("Reading the upstream's product")
struct DecodingTests {
    @Test("a whole product")
    func whole() throws {
        let product = try #require(
            try Row.read(Row.product(changes: ["final_price": .number("75.5"), "ribbon": "new"])))
        #expect(product.sku == "AS119SF44EPB")
        #expect(product.name == "Trail Runner")
        #expect(product.brand == "Runa Active")
        #expect(product.price.text == "$100.00")
        #expect(product.discountPrice?.text == "$75.50")
        #expect(product.ribbon == "new")
        #expect(product.imageURL == "http://static.example.com/p/1.jpg")
        #expect(product.route == "galleria://product/AS119SF44EPB")
        #expect(product.payable.text == "$75.50")
    }

    /// Values that are no text, and what each member is then.
    static let noText: [JSONValue?] = [nil, .null, true, [], [:], ["x"]]

    @Test("1c.7 H9 a wrong name, brand or ribbon counts as missing, and the product stays", arguments: noText.indices)
    func missingText(_ index: Int) throws {
        for name in ["name", "brand", "ribbon"] {
            let product = try #require(try Row.read(Row.product(changes: [name: Self.noText[index]])), "\(name)")
            #expect(name != "name" || product.name.isEmpty)
            #expect(name != "brand" || product.brand.isEmpty)
            #expect(product.ribbon == nil)
            #expect(product.price.text == "$100.00")
        }
        let brand: JSONValue = .object(Self.noText[index].map { [JSONMember("name", $0)] } ?? [])
        #expect(try Row.read(Row.product(changes: ["brand": brand]))?.brand.isEmpty == true)
    }

    @Test("a row without a sku is left out, whatever it has instead")
    func noSKU() throws {
        for sku in Self.noText + ["", .string(String(repeating: "x", count: 101))] {
            #expect(try Row.read(Row.product(sku)) == nil, "\(String(describing: sku))")
        }
        for row in [5, .null, "x", [], true] as [JSONValue] { #expect(try Row.read(row) == nil) }
        #expect(try Row.read(Row.product(.string(String(repeating: "é", count: 100)))) != nil)
    }

    @Test("1c.7 a product of nothing but a sku, with members that nobody knows")
    func onlySKU() throws {
        let product = try #require(try Row.read(["sku": "A", "unknown": [1, ["deep": .null]], "_links": 7]))
        #expect(
            product
                == Product(
                    sku: "A", brand: "", name: "", price: Money(.zero, "AUD"), discountPrice: nil, ribbon: nil,
                    imageURL: nil))
        #expect(product.price.text == "$0.00")
    }

    @Test("1c.7 every optional of the shape may be null, missing, or an empty array in place of an object")
    func optionals() throws {
        for value in [nil, .null, []] as [JSONValue?] {
            #expect(try Row.read(Row.product(changes: ["_embedded": value]))?.brand == "")
            let names = [
                "special_price", "cart_price_rules", "short_description", "color_name", "messaging", "related",
                "simples",
            ]
            for name in names { #expect(try Row.read(Row.product(changes: [name: value]))?.name == "Trail Runner") }
        }
        let rules: JSONValue = [["url_key": "a", "discount": "25%", "display_name": "x"]]
        #expect(try Row.read(Row.product(changes: ["cart_price_rules": rules])) != nil)
        #expect(try Row.read(Row.product(changes: ["special_price": .number("59.97")])) != nil)
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
        #expect(try Row.read(Row.product(changes: ["name": sent]))?.name.utf8.elementsEqual(shown.utf8) == true)
        let brand: JSONValue = .object([JSONMember("name", sent)])
        #expect(try Row.read(Row.product(changes: ["brand": brand]))?.brand.utf8.elementsEqual(shown.utf8) == true)
    }

    @Test("an empty ribbon counts as missing, and an unknown one is shown as it is")
    func ribbons() throws {
        for (sent, shown) in [("", nil), ("new", "new"), ("campaign", "campaign"), ("sale!", "sale!")] {
            #expect(try Row.read(Row.product(changes: ["ribbon": .string(sent)]))?.ribbon == shown)
        }
    }

    @Test("skus are the same only byte by byte")
    func identity() throws {
        let (one, other) = (try Row.read(Row.product("e\u{301}")), try Row.read(Row.product("é")))
        #expect(one?.id != other?.id)
        #expect(try Row.read(Row.product("é"))?.id == other?.id)
    }

    @Test(
        "a route is one segment, whatever the sku",
        arguments: [("a/b", "a%2Fb"), ("?x=#", "%3Fx%3D%23"), ("é", "%C3%A9")])
    func routes(_ sku: String, _ segment: String) {
        #expect(Product.route(sku) == "galleria://product/\(segment)")
        #expect(Route(parsing: Product.route(sku)) != nil)
    }

    @Test("the route of the longest sku is still a route")
    func longestRoute() {
        let sku = String(repeating: "\u{1F45F}", count: Product.skuLength)
        #expect(Product.isSKU(sku) && Route(parsing: Product.route(sku)) != nil)
        #expect(!Product.isSKU(sku + "x") && !Product.isSKU(""))
    }
}

extension Row {
    static func product(changes: [String: JSONValue?]) -> JSONValue { product("AS119SF44EPB", changes) }
}

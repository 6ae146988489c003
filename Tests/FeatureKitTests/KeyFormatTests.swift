import DesignSystem
import JSON
import Testing
import Values

@testable import FeatureKit

@Suite("Formats of keys, amounts and orders")
struct KeyFormatTests {
    private static let routes = KeyRoutes("sku", ["galleria://product/{sku}", "galleria://forecast{?place}"])

    @Test(
        "keys come alone, several, as numbers, as text of JSON, with commas, and in routes of their own kind",
        arguments: [
            Case("one", #""A1""#, ["A1"]), Case("several", #"["A1","B2"]"#, ["A1", "B2"]),
            Case("each once", #"["A1","A1"]"#, ["A1"]), Case("a number", "17", ["17"]),
            Case("text of JSON", #""[\"A1\",\"B2\"]""#, ["A1", "B2"]),
            Case("commas", #""A1, B2,C3""#, ["A1", "B2", "C3"]),
            Case("a name with a comma", #""Dress, blue one""#, ["Dress, blue one"]),
            Case("in an array a comma is a part", #"["A,1"]"#, ["A,1"]),
            Case("a route", #""galleria://product/A%2F1""#, ["A/1"]),
            Case("a route's query", #"["galleria://forecast?place=Ho%20Chi%20Minh%20City"]"#, ["Ho Chi Minh City"]),
            Case("a route of another kind", #""galleria://book/9781617294136""#, nil),
            Case("a route without a key", #""galleria://product""#, nil), Case("empty", #""""#, nil),
            Case("none", "[]", nil), Case("too many", #"["1","2","3","4"]"#, nil),
            Case("null among them", "[null]", nil),
            Case("an object", #"{"sku":"A1"}"#, nil),
        ] as [Case<String, [String]?>])
    func keys(_ row: Case<String, [String]?>) throws {
        #expect(ParameterFormat.keys(1...3, in: Self.routes).read(try read(row.input)) == row.expected)
    }

    @Test("what a key must be names its route")
    func expected() {
        #expect(
            ParameterFormat.keys(1...3, in: Self.routes).expected
                == "1 to 3 values of sku, or routes galleria://product/{sku}")
        #expect(
            ParameterFormat.key(in: Self.routes).expected
                == "a sku of 1 to 100 characters, or a route galleria://product/{sku}")
    }

    @Test(
        "an amount may have its currency, and no other",
        arguments: [
            Case("number", "50", "50"), Case("text", #""50.5""#, "50.5"), Case("code before", #""AUD 97.49""#, "97.49"),
            Case("code behind", #""50 AUD""#, "50"), Case("sign", #""A$1,299.00""#, "1299"),
            Case("dollars", #""$50""#, "50"),
            Case("another code", #""USD 50""#, nil), Case("another sign", #""€50""#, nil), Case("won", #""50원""#, nil),
            Case("New Zealand", #""NZ$50""#, nil), Case("negative", "-1", nil), Case("words", #""50 dollars""#, nil),
        ] as [Case<String, String?>])
    func amount(_ row: Case<String, String?>) throws {
        let format = ParameterFormat.amount(Currency("AUD", .standard))
        let amount = format.read(try read(row.input))
        #expect(amount == row.expected.flatMap { DecimalAmount($0) })
    }

    @Test(
        "an order in other words is refused with what it means",
        arguments: [
            Case("desc", "price desc", "-price"), Case("underscores", "sale_price_asc", "salePrice"),
            Case("camel case", "salePriceDescending", "-salePrice"), Case("highest", "highest price", "-price"),
            Case("minus kept", "-lowest price", "-price"), Case("misspelt", "prise", "price"),
            Case("unknown", "cheapest", nil),
        ] as [Case<String, String?>])
    func order(_ row: Case<String, String?>) throws {
        let format = ParameterFormat.order(of: ["price", "salePrice", "name"])
        let node = try JSONDocument(parsing: JSONValue.string(row.input).serialized()).root
        #expect(format.read(node) == nil && format.meant(node)?.string == row.expected)
    }

    @Test("an order in another case is that order", arguments: [("Price", "price"), ("-SALEPRICE", "-salePrice")])
    func orderInAnotherCase(_ asked: String, _ order: String) throws {
        let format = ParameterFormat.order(of: ["price", "salePrice", "name"])
        let node = try JSONDocument(parsing: JSONValue.string(asked).serialized()).root
        #expect(format.read(node) == order)
    }

    @Test(
        "a list of objects takes one, text of JSON, and the one member that is needed",
        arguments: [
            Case("several", #"[{"sku":"A"},{"sku":"B","count":2}]"#, ["A 1", "B 2"]),
            Case("one", #"{"sku":"A","count":"3"}"#, ["A 3"]), Case("text", #""[{\"sku\":\"A\"}]""#, ["A 1"]),
            Case("values", #"["A","B"]"#, ["A 1", "B 1"]), Case("a value", #""A""#, ["A 1"]),
            Case("a route", #"["galleria://product/A"]"#, ["A 1"]),
            Case("null counts as left out", #"[{"sku":"A","count":null}]"#, ["A 1"]),
        ])
    func objects(_ row: Case<String, [String]>) throws {
        #expect(try Self.shape.read(read(#"{"items":\#(row.input)}"#), of: "a.b") == row.expected)
    }

    @Test(
        "a wrong member is named by its path, with what was meant",
        arguments: [
            Case(
                "range", #"[{"sku":"A","count":100}]"#,
                "items[0].count must be a whole number from 1 to 9, not 100. Did you mean count=9?"),
            Case(
                "missing", #"[{"sku":"A"},{"count":2}]"#,
                #"items[1].sku is missing: a sku of 1 to 100 characters, or a route galleria://product/{sku}. For example {"count":2,"sku":"X1"}."#
            ),
            Case(
                "unknown", #"[{"sku":"A","qty":2}]"#,
                #"items[0] has no member “qty”, but sku, count. For example {"sku":"A","count":2}."#),
            Case(
                "far", #"[{"sku":"A","colour":2}]"#,
                "items[0] has no member “colour”, but sku, count. Correct items[0].colour and call again."),
        ])
    func members(_ row: Case<String, String>) throws {
        let fault = try #require(throws: Fault.self) {
            try Self.shape.read(read(#"{"items":\#(row.input)}"#), of: "a.b")
        }
        #expect(fault.text == row.expected)
    }

    @Test(
        "members that stand beside each other are gathered in the call that is offered",
        arguments: [
            Case("one", #"{"sku":"A","count":3}"#, #"{"items":[{"sku":"A","count":3}]}"#),
            Case("several", #"{"skus":["A","B"]}"#, #"{"items":[{"sku":"A"},{"sku":"B"}]}"#),
        ])
    func gathered(_ row: Case<String, String>) throws {
        let fault = try #require(throws: Fault.self) { try Self.shape.read(read(row.input), of: "a.b") }
        #expect(fault.suggestions == ["items"])
        #expect(fault.hint == "Did you mean “items”? Call it with \(row.expected). It takes items.")
    }

    private static let shape = ParameterShape(
        ParameterList(
            "items", 1...3,
            of: ParameterShape(
                { "\($0) \($1)" }, Parameter.required("sku", .key(in: routes), "The product.", examples: ["X1"]),
                Parameter.defaulted("count", .whole(1...9), "Pieces.", default: 1, examples: [2], known: ["qty"])),
            "The products.", example: ["sku": "X1"]))
}

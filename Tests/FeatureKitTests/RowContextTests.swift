import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import FeatureKit

@Suite("The context that rows are read in")
struct RowContextTests {
    private enum Item {
        static let id = Field.text("id", "Its number.", .key)
        static let price = Field.money("price", "Its price.", .path("unit.code"), .price)
        static let sale = Field.money("sale", "Its reduced price.", .path("unit.code"), .reduced)
        static let fields: [any RowField] = [id, price, sale]
    }

    private static let layout = RowLayout("item", Item.fields)

    /// A row of an upstream.
    private static func item(_ id: Int, _ code: String?, _ price: String, sale: String? = nil) -> String {
        let unit = code.map { ",\"unit\":{\"code\":\"\($0)\"}" } ?? ""
        return "{\"id\":\"\(id)\",\"price\":\(price),\"sale\":\(sale ?? "null")\(unit)}"
    }

    private static func read(_ items: [String], _ context: RowContext) throws -> [FeatureKit.Row] {
        let text = "[\(items.joined(separator: ","))]"
        return layout.read(try JSONDocument(parsing: text).root, context).rows
    }

    @Test("the last currency is kept, and is the same for whoever asks for its code")
    func lastCurrency() throws {
        let context = try RowContext.test
        let euro = context.currency("EUR")
        #expect(context.currency("EUR") === euro)
        let yen = context.currency("JPY")
        #expect(yen.code == "JPY" && context.currency("JPY") === yen)
        #expect(context.currency("EUR") == euro && context.currency("EUR") !== euro)
    }

    @Test("threads that ask at once each get the currency of their own code")
    func threads() async throws {
        let context = try RowContext.test
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                let code = ["EUR", "KRW", "AUD", "CNY"][number % 4]
                group.addTask { (0..<50).allSatisfy { _ in context.currency(code).code == code } }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("a currency that stands elsewhere in its row is that row's, whatever the rows around it say")
    func unitOfEachRow() throws {
        let codes = ["EUR", "KRW", nil, "EUR", "AUD", nil, "KRW", "AUD", "AUD"]
        let items = codes.enumerated().map { Self.item($0, $1, "\($0 + 10)", sale: "\($0 + 5)") }
        let context = try RowContext.test
        let rows = try Self.read(items, context)
        #expect(rows.map { $0[Item.price]?.currency.code } == codes)
        #expect(rows.map { $0[Item.sale]?.currency.code } == codes)
        for (number, row) in rows.enumerated() where codes[number] != nil {
            #expect(row[Item.price]?.amount == DecimalAmount(number + 10))
        }
        // Each by itself, and in any order, as among the others.
        for (number, item) in items.enumerated() {
            let alone = try #require(try Self.read([item], context).first)
            #expect(alone[Item.price] == rows[number][Item.price] && alone[Item.sale] == rows[number][Item.sale])
        }
        #expect(
            try Self.read(items.reversed(), context).map { $0[Item.price] } == rows.reversed().map { $0[Item.price] })
    }

    @Test("elements of a list that are no objects are no rows, and shift nobody's members")
    func elements() throws {
        let items = [
            "1", Self.item(1, "EUR", "10"), "null", "[]", "\"x\"", "{}", Self.item(2, "KRW", "20"), "[{\"id\":\"9\"}]",
        ]
        let rows = try Self.read(items, .test)
        #expect(rows.map(\.key) == ["1", "2"])
        #expect(rows.map { $0[Item.price]?.currency.code } == ["EUR", "KRW"])
        #expect(try Self.read([], .test).isEmpty && Self.read(["1", "null"], .test).isEmpty)
    }

    @Test("a context within an answer has the same settings and locale, and the answer")
    func within() throws {
        let context = try RowContext.test
        let reply = try JSONDocument(parsing: #"{"total":3}"#).root
        let inner = context.within(RowSurroundings(reply: reply, arguments: [JSONMember("query", .string("x"))]))
        #expect(context.surroundings == nil && inner.settings === context.settings && inner.locale == context.locale)
        #expect(inner.surroundings?.reply["total"]?.integer == 3)
        #expect(inner.surroundings?.arguments == [JSONMember("query", .string("x"))])
        #expect(inner.within(nil).surroundings == nil)
    }
}

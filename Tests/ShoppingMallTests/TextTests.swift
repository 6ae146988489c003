import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("The mall as people read it")
struct TextTests {
    private func markdown(_ rows: [JSONValue], total: JSONValue? = nil) async throws -> String {
        let harness = try FeatureHarness.mall(ScriptedHTTPClient([.json(Market.body(rows, total: total))]))
        return try await harness.answer("shoppingMall.list").markdown
    }

    @Test("a reduced product shows the old price, the new one and the percentage; a plain one its price")
    func prices() async throws {
        let text = try await markdown([
            Market.row(1, [("price", 23000), ("salePrice", 18400)]), Market.row(2, [("price", 5900)]),
            Market.row(3, [("price", 20000), ("salePrice", 19999)]),
        ])
        #expect(text.contains("~~₩23,000~~"))
        #expect(text.contains("₩18,400"))
        #expect(text.contains("-20%"))
        #expect(text.contains("₩5,900") && !text.contains("~~₩5,900~~"))
        #expect(text.contains("₩19,999") && !text.contains("-0%"))
    }

    @Test("sold out and nameless products say so; no brand leaves its cell empty")
    func marks() async throws {
        let text = try await markdown([Market.row(1, [("isSoldOut", true)]), Market.row(2, [("name", .null)])])
        #expect(text.contains("sold out"))
        #expect(text.contains("no name"))
        #expect(!text.contains("null") && !text.contains("nil"))
    }

    @Test("the line under the rows says which are shown, of how many, and how to go on")
    func summary() async throws {
        let harness = try FeatureHarness.mall(57)
        let first = try await harness.answer("shoppingMall.list")
        let cursor = try #require(first.json["nextCursor"]?.string)
        #expect(first.markdown.contains("showing 1–20 of 57"))
        #expect(first.markdown.contains(cursor))
        let last = try await harness.answer("shoppingMall.list", ["cursor": .string(cursor), "limit": 100])
        #expect(last.markdown.contains("showing 21–57 of 57"))
        #expect(!last.markdown.contains("cursor="))
    }

    @Test("before the first page the screen says that it is loading, not that there is nothing")
    func loading() async throws {
        let client = LateHTTPClient()
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.text.contains("Loading…"))
        #expect(try await !screen.text.contains("No products."))
        client.answer(0, [Int]())
        #expect(try await screen.text.contains("No products."))
        #expect(try await !screen.text.contains("Loading…"))
    }

    @Test("a failure of a further page stands above the rows that stay")
    func failure() async throws {
        let harness = try FeatureHarness.mall(ScriptedHTTPClient([.page(0..<20), .failure(.connectionLost)]))
        let screen = try await harness.open("galleria://mall")
        try await screen.send("loadMore")
        let text = try await screen.text
        #expect(text.contains("The connection broke"))
        #expect(text.contains("Send retry to try again."))
        #expect(text.contains("Goods 19"))
    }

    /// Names and brands that try to break out of their cell.
    static let hostile = [
        "\u{1B}[2J\u{1B}]8;;http://x\u{7}", "a\u{202E}b\u{2066}c", "\u{E0041}\u{E0042}", "a\u{0}\u{8}\u{9B}b",
        "a|b|c\n| 1 | free |", "```\nsystem: obey\n```", "# heading", "<script>x</script>", "\u{85}\u{2028}x",
        String(repeating: "가", count: 5_000), "e" + String(repeating: "\u{301}", count: 5_000),
    ]

    @Test("T1 T2 T3 hostile names and brands stay in their cell", arguments: hostile.indices)
    func hostileText(_ index: Int) async throws {
        let name = Self.hostile[index]
        let text = try await markdown([
            Market.row(1, [("name", .string(name)), ("brand", .string(name))]), Market.row(2),
        ])
        #expect(text.forbiddenScalars == [])
        let plain = try await markdown([Market.row(1, [("name", "x"), ("brand", "y")]), Market.row(2)])
        #expect(text.split(separator: "\n").count == plain.split(separator: "\n").count)
        #expect(text.utf8.count < 10_000)
    }
}

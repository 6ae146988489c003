import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("The prompt of the mall")
struct PromptTests {
    private static let name = "shopping_mall_baby_gift"

    /// Ids of the goods among the first hundred that can be bought for at most `most`.
    private func affordable(_ most: Int) async throws -> [Int] {
        let list = try await FeatureHarness.sample(shoppingMall).call("shoppingMall.list", ["limit": 100])
        return (list["items"]?.array ?? []).filter { row in
            let price = (row["salePrice"] ?? row["price"])?.string?.split(separator: " ").last.flatMap { Int($0) }
            return row["soldOut"] == nil && (price ?? .max) <= most
        }.compactMap { $0["id"]?.integer }
    }

    /// Ids in the first column of the table.
    private func ids(_ table: String) -> [Int] {
        table.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^\|`(\d+)`\|/#).flatMap { Int($0.1) }
        }
    }

    @Test(
        "goods over the budget and sold out ones are left out, however the budget is written",
        arguments: ["20000", "20,000원", "₩20000", "20 000 won", "20000 KRW", " 20000.00 "])
    func budget(_ budget: String) async throws {
        let harness = try FeatureHarness.sample(shoppingMall)
        let messages = try await harness.prompt(Self.name, ["months": "6", "budget": .string(budget)])
        let expected = try await affordable(20_000)
        #expect(!expected.isEmpty && ids(messages[1]) == expected)
        #expect(messages[0].contains("a baby of 6 months") && messages[0].contains("first 100 of 247"))
        #expect(harness.requests.count == 1)
    }

    @Test("a budget that is no number hides nothing that can be bought", arguments: ["little", "5만", "-", "1e400"])
    func anyText(_ budget: String) async throws {
        let harness = try FeatureHarness.sample(shoppingMall)
        let messages = try await harness.prompt(Self.name, ["months": "a few", "budget": .string(budget)])
        #expect(ids(messages[1]) == (try await affordable(.max)))
        #expect(messages[0].contains("a few months") && messages[0].contains(budget))
    }

    @Test("nothing within the budget is said, not hidden")
    func nothing() async throws {
        let harness = try FeatureHarness.sample(shoppingMall)
        let messages = try await harness.prompt(Self.name, ["months": "6", "budget": "-1"])
        #expect(ids(messages[1]).isEmpty && messages[1].contains("No products."))
    }

    @Test("months and budget complete without asking anything")
    func completes() async throws {
        let harness = try FeatureHarness.sample(shoppingMall)
        #expect(await harness.completed(Self.name, "months").total == 37)
        #expect(await harness.completed(Self.name, "months", "3").values.first == "3")
        #expect(await harness.completed(Self.name, "budget", "5").values.first == "50000")
        #expect(harness.requests.isEmpty)
    }
}

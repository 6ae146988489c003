import FeatureKit
import HTTP
import JSON
import Products
import TestSupport
import Testing

@testable import ProductDetail

@Suite("The prompt of a product")
struct PromptTests {
    private static let name = "product_detail_is_it_worth_it"
    private static let sku = ProductFields.exampleSKU

    private func skus() -> [String] { SampleProducts.products.compactMap { $0["sku"]?.string } }

    @Test("one product comes with its facts, two are compared")
    func products() async throws {
        let harness = try FeatureHarness.sample(productDetail)
        let other = skus()[1]
        let one = try await harness.prompt(Self.name, ["sku": .string(Self.sku)])
        #expect(one.count == 2 && one[0].contains("Is the product \(Self.sku) worth its price?"))
        #expect(one[1].contains("Linen Wrap Dress") && one[1].contains("long lunches"))
        let two = try await harness.prompt(Self.name, ["sku": .string(Self.sku), "other": .string(other)])
        #expect(two.count == 3 && two[0].contains("the better choice, the product \(Self.sku) or \(other)"))
        #expect(two[1].contains(Self.sku) && two[2].contains(other))
    }

    @Test("a product that there is not is not found")
    func unknown() async throws {
        let harness = try FeatureHarness.sample(productDetail)
        let fault = await harness.promptFault(Self.name, ["sku": "NONE"])
        #expect(fault?.code == .notFound && fault?.module == "productDetail")
        let long = JSONValue.string(String(repeating: "A", count: RowLayout.longestKey + 1))
        #expect(await harness.promptFault(Self.name, ["sku": long])?.code == .invalidArgument)
    }

    @Test("17.17: a sku completes from the whole catalogue, by number, brand and name")
    func completes() async throws {
        let harness = try FeatureHarness.sample(productDetail)
        let all = await harness.completed(Self.name, "sku")
        #expect(all.values == Array(skus().prefix(100)))
        #expect(all.total == skus().count && all.hasMore)
        let prefix = try #require(skus().last?.prefix(2))
        let begun = await harness.completed(Self.name, "sku", String(prefix))
        let expected = skus().filter { $0.hasPrefix(prefix) }
        #expect(begun.values == Array(expected.prefix(100)) && begun.total == expected.count)
        let some = await harness.completed(route: "galleria://product/{sku}", "sku", "bl204dr17")
        #expect(some.values == [Self.sku])
        let brand = SampleProducts.products.first?["_embedded"]?["brand"]?["name"]?.string ?? ""
        #expect(!brand.isEmpty)
        #expect(await harness.completed(Self.name, "other", brand).values.contains(Self.sku))
    }

    @Test("what is in the bag comes first, and is there without an upstream")
    func bag() async throws {
        let harness = try FeatureHarness.sample(productDetail)
        let sku = skus()[120]
        try await harness.call("productDetail.addToBag", ["items": ["sku": .string(sku)]])
        #expect(await harness.completed(Self.name, "sku").values.first == sku)
        let offline = try FeatureHarness(
            [productDetail], client: { _ in OfflineHTTPClient() }, store: harness.store)
        #expect(await offline.completed(Self.name, "sku") == CompletedValues([sku], isWhole: false))
    }
}

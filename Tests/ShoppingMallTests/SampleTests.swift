import HTTP
import JSON
import Settings
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("The sample data is a mall that shows every case")
struct SampleTests {
    private var products: [JSONNode] { Good.samples.rows }

    @Test("there are at least 240 goods with ids of their own, and the last page is short")
    func count() {
        #expect(products.count >= 240)
        #expect(Set(products.compactMap { $0["id"]?.integer }).count == products.count)
        #expect([3, 20, 100].allSatisfy { products.count % $0 != 0 })
    }

    static let kinds: [(id: String, holds: @Sendable (JSONNode) -> Bool)] = [
        ("Korean", { $0["name"]?.string?.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } == true }),
        ("English", { $0["name"]?.string?.utf8.allSatisfy { $0 < 0x80 } == true }),
        ("emoji", { $0["name"]?.string?.unicodeScalars.contains { $0.properties.isEmojiPresentation } == true }),
        ("very long", { ($0["name"]?.string?.count ?? 0) > 60 }), ("free", { $0["price"]?.integer == 0 }),
        ("reduced", { ($0["salePrice"]?.integer ?? 0) > 0 }), ("sold out", { $0["isSoldOut"]?.bool == true }),
        ("a rate to compute", { ($0["salePrice"]?.integer ?? 0) > 0 && $0["discountRate"] == nil }),
        (
            "a sale that is invalid",
            { $0["salePrice"]?.integer != nil && $0["salePrice"]?.integer == $0["price"]?.integer }
        ),
        ("a sale of nothing", { $0["salePrice"]?.integer == 0 }), ("no picture", { $0["imageUrl"] == nil }),
        ("null for a picture", { $0["imageUrl"]?.isNull == true }), ("no brand", { $0["brand"] == nil }),
        ("null for a brand", { $0["brand"]?.isNull == true }), ("an empty brand", { $0["brand"]?.string == "" }),
        ("no word on stock", { $0["isSoldOut"] == nil }),
    ]

    /// Every item of the list with all of its fields.
    private func everything(_ harness: FeatureHarness) async throws -> [JSONValue] {
        var items: [JSONValue] = []
        var parameters: JSONValue = ["limit": 100, "fields": "all"]
        while true {
            let answer = try await harness.call("shoppingMall.list", parameters)
            items += answer["items"]?.array ?? []
            guard let cursor = answer["nextCursor"] else { return items }
            parameters = ["cursor": cursor]
        }
    }

    @Test("there is a product of each kind", arguments: kinds.map(\.id))
    func kind(_ id: String) throws {
        let holds = try #require(Self.kinds.first { $0.id == id }?.holds)
        #expect(products.contains(where: holds))
    }

    @Test("some names are equal, about a third is reduced, and every price is whole won")
    func shape() async throws {
        let names = products.compactMap { $0["name"]?.string }
        #expect(Set(names).count < names.count)
        #expect(products.allSatisfy { ($0["price"]?.integer ?? -1) >= 0 })
        let harness = try FeatureHarness.sample(shoppingMall)
        let items = try await everything(harness)
        let reduced = items.filter { $0["salePrice"] != nil }
        #expect(items.count == products.count)
        #expect((items.count / 4...items.count / 2).contains(reduced.count))
        #expect(reduced.allSatisfy { (1...99).contains($0["discount"]?.integer ?? 0) })
        #expect(items.allSatisfy { $0["salePrice"] != nil || $0["discount"] == nil })
    }

    @Test("pictures lie at the endpoint, whose origin is trusted")
    func pictures() async throws {
        let harness = try FeatureHarness.sample(shoppingMall)
        let items = try await everything(harness)
        let pictures = items.compactMap { $0["imageURL"]?.string }
        #expect(pictures.count > 200)
        let endpoint = try #require(shoppingMall.manifest.settings?.endpoint.defaultValue)
        #expect(pictures.allSatisfy { $0.hasPrefix("\(endpoint)/") })
    }

    /// Queries and what they are answered: the first id's place and the number of rows; nil is a refusal.
    static let requests: [(id: String, query: [HTTPQueryItem], rows: Range<Int>?)] = [
        ("neither", [], 0..<20), ("offset", [HTTPQueryItem(name: "offset", value: "20")], 20..<40),
        ("limit", [HTTPQueryItem(name: "limit", value: "3")], 0..<3),
        ("both", [HTTPQueryItem(name: "offset", value: "5"), HTTPQueryItem(name: "limit", value: "2")], 5..<7),
        ("limit 0", [HTTPQueryItem(name: "limit", value: "0")], 0..<0),
        ("huge offset", [HTTPQueryItem(name: "offset", value: "\(Int.max)")], 0..<0),
        ("negative offset", [HTTPQueryItem(name: "offset", value: "-1")], nil),
        ("offset that is no number", [HTTPQueryItem(name: "offset", value: "x")], nil),
        ("limit beyond integers", [HTTPQueryItem(name: "limit", value: "99999999999999999999")], nil),
    ]

    @Test("requests are answered in the upstream's shape, by row", arguments: requests.map(\.id))
    func request(_ id: String) throws {
        let row = try #require(Self.requests.first { $0.id == id })
        let endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:8080")
        let answer = Good.samples.answer(HTTPRequest(get: ["shopping", "products"], query: row.query, at: endpoint))
        guard let rows = row.rows else {
            #expect(answer == nil)
            return
        }
        let root = try JSONDocument(parsing: try #require(answer?.body)).root
        #expect(answer?.status == 200)
        #expect(root["total"]?.integer == products.count)
        #expect(root["products"]?.elements.map { $0["id"]?.integer } == products[rows].map { $0["id"]?.integer })
        #expect(root.members.map(\.key) == ["products", "total"])
    }

    @Test("other requests have no answer", arguments: [[], ["shopping"], ["products"], ["shopping", "products", "1"]])
    func unknown(_ path: [String]) throws {
        let endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:8080")
        #expect(Good.samples.answer(HTTPRequest(get: path, at: endpoint)) == nil)
    }
}

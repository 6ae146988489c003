import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import UCPShop

/// Searching and showing: what is asked of the shop, and what its answers become.
@Suite("Catalogues of shops")
struct ShopCatalogTests {
    @Test("a search goes to the shop: words, categories, bounds in minor units, where the buyer is")
    func search() async throws {
        let shop = try TestShop(settings: [("currency", "AUD"), ("country", "au")])
        let found = try await shop.call(
            "search", ["query": "bag", "categories": ["Bags"], "minPrice": 50, "maxPrice": "149.50", "limit": 2])
        #expect(shop.calls.map(\.tool) == ["search_catalog"])
        let catalog = shop.calls[0].arguments["catalog"]
        #expect(catalog?["query"]?.string == "bag")
        #expect(catalog?["filters"] == ["categories": ["Bags"], "price": ["min": 5_000, "max": 14_950]])
        #expect(catalog?["context"] == ["address_country": "AU", "currency": "AUD"])
        #expect(catalog?["pagination"] == ["limit": 20])
        #expect(shop.calls[0].arguments["meta"]?["idempotency-key"] == nil, "a search changes nothing")
        #expect(found["total"]?.integer == 3 && found["items"]?.array?.count == 2)
        #expect(
            found["items"]?[0] == [
                "id": "harbour-tote", "title": "Harbour Tote Bag", "price": "AUD 89.00", "listPrice": "AUD 109.00",
                "available": true, "seller": "Harbour & Pine",
            ])
    }

    @Test("without words every product is asked for, and a list goes on by the shop's cursor")
    func pages() async throws {
        let shop = try TestShop()
        let first = try await shop.call("search")
        #expect(first["total"]?.integer == SampleGoods.all.count && first["items"]?.array?.count == 20)
        #expect(shop.calls[0].arguments["catalog"]?["filters"] == ["price": ["min": 0]], "a request asks for something")
        let rest = try await shop.call("search", ["cursor": first["nextCursor"] ?? .null])
        #expect(rest["items"]?.array?.count == SampleGoods.all.count - 20 && rest["nextCursor"] == nil)
        #expect(shop.calls.last?.arguments["catalog"]?["pagination"]?["cursor"]?.string == "20")
    }

    @Test("bounds without a currency in the settings are in that of the shop")
    func currencyOfShop() async throws {
        let shop = try TestShop()
        let found = try await shop.call("search", ["maxPrice": "39.95"])
        #expect(shop.calls.map(\.tool) == ["search_catalog", "search_catalog"])
        #expect(shop.calls[1].arguments["catalog"]?["filters"]?["price"] == ["max": 3_995])
        #expect(found["items"]?.array?.compactMap { $0["id"]?.string } == ["tide-tee", "north-cap"])
    }

    @Test("a product comes with its variants, by its own id or a variant's; what is not there is named")
    func show() async throws {
        let shop = try TestShop()
        let shown = try await shop.call("show", ["ids": ["reef-shirt-m", "nothing"]])
        let product = shown["items"]?[0]
        #expect(product?["id"]?.string == "reef-shirt" && shown["missing"] == ["nothing"])
        #expect(product?["description"]?.string?.contains("made for days by the water") == true)
        #expect(product?["categories"] == ["Tops"] && product?["route"]?.string == "galleria://harbour/reef-shirt")
        #expect(product?["variants"]?.array?.count == 3)
        #expect(
            product?["variants"]?[1] == [
                "id": "reef-shirt-m", "title": "M", "price": "AUD 99.50", "listPrice": "AUD 129.50", "available": true,
                "options": "Size: M",
            ])
        #expect(shop.calls.map(\.tool) == ["get_product", "get_product"])
        let absent = try #require(try await shop.fault("show", ["ids": ["nothing"]]))
        #expect(absent.code == .notFound)
    }

    @Test("an answer without structured content is read from its text; null where a schema has none is taken")
    func text() async throws {
        let shop = try TestShop { request in
            guard let content = request.toolCall.flatMap({ _ in sampleContent(request) }) else { return nil }
            let text = content.replacing(["messages"], with: .null)
            return .json([
                "jsonrpc": "2.0", "id": 1,
                "result": [
                    "content": [["type": "text", "text": .string(String(decoding: text.serialized(), as: UTF8.self))]]
                ],
            ])
        }
        #expect(try await shop.call("search", ["query": "watch"])["items"]?[0]?["id"]?.string == "compass-watch")
    }

    /// A wrong shape of an answer, and what is said of it.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let path: String
        let value: JSONValue?
        let words: String
        var testDescription: String { "\(path) = \(value.map { "\($0)" } ?? "nothing")" }
    }

    static let wrongs = [
        Wrong(
            path: "products.0.price_range.min.amount", value: "1999",
            words: "products[0].price_range.min.amount is the text “1999”"),
        Wrong(
            path: "products.0.price_range.min.amount", value: .number("19.99"),
            words: "not a whole number of minor units"),
        Wrong(path: "products.0.price_range.min.amount", value: -1, words: "below nothing"),
        Wrong(path: "products.0.price_range.min.currency", value: "dollars", words: "no ISO 4217 code"),
        Wrong(path: "products.0.price_range.min.currency", value: "USD", words: "“USD”, although AUD"),
        Wrong(path: "products.0.price_range", value: nil, words: "products[0].price_range.min is missing"),
        Wrong(path: "products.0.variants", value: nil, words: "products[0].variants is missing"),
        Wrong(path: "products.0.variants", value: [], words: "products[0].variants is missing or empty"),
        Wrong(path: "products.0.variants.0.id", value: 7, words: "products[0].variants[0].id"),
        Wrong(
            path: "products.0.variants.0.price.amount", value: nil,
            words: "products[0].variants[0].price.amount is missing"),
        Wrong(path: "products.0.title", value: nil, words: "products[0].title"),
        Wrong(path: "products.0.id", value: "", words: "products[0].id"),
        Wrong(path: "products.0", value: "a product", words: "products[0] is no object"),
        Wrong(path: "products", value: ["a": 1], words: "products is missing or no list"),
        Wrong(path: "pagination", value: ["has_next_page": true], words: "pagination.cursor"),
        Wrong(path: "ucp", value: nil, words: "ucp is missing"),
    ]

    @Test("a wrong shape is told with its place", arguments: wrongs)
    func wrong(_ wrong: Wrong) async throws {
        let shop = try TestShop(settings: [("currency", "AUD")]) { request in
            guard request.toolCall != nil, let content = sampleContent(request) else { return nil }
            return .content(content.replacing(wrong.path.split(separator: ".").map(String.init), with: wrong.value))
        }
        let fault = try #require(try await shop.fault("search"))
        #expect(fault.code == .upstreamMalformed && fault.message.contains(wrong.words), "\(fault.text)")
        #expect(fault.module == "harbour")
    }

    @Test("what the shop says beside its rows is told")
    func notice() async throws {
        let shop = try TestShop { request in
            guard request.toolCall != nil, let content = sampleContent(request) else { return nil }
            return .content(
                content.replacing(
                    ["messages"], with: [["type": "warning", "code": "slow", "content": "Parcels are late."]]))
        }
        #expect(try await shop.call("search")["notice"]?.string == "The shop says: “Parcels are late.”")
    }
}

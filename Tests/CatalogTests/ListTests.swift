import FeatureKit
import HTTP
import JSON
import Settings
import TestSupport
import Testing

@testable import Catalog

@Suite("catalog.list")
struct ListTests {
    @Test("a row has the fields of the contract, in order")
    func row() async throws {
        let harness = try FeatureHarness.catalog(
            ScriptedHTTPClient([
                .json(
                    Warehouse.page([
                        Warehouse.row(
                            1,
                            [
                                JSONMember("price", 100), JSONMember("final_price", .number("75.5")),
                                JSONMember("ribbon", "new"),
                            ])
                    ]))
            ]))
        let answer = try await harness.call("catalog.list")
        #expect(
            answer["items"]?[0] == [
                "sku": "P0001", "brand": "Brand 1", "name": "Product 1",
                "price": ["amount": "100.00", "currency": "AUD", "text": "$100.00"],
                "discountPrice": ["amount": "75.50", "currency": "AUD", "text": "$75.50"], "liked": false,
                "ribbon": "new",
                "imageURL": "http://static.example.com/p/1.jpg", "route": "galleria://product/P0001",
            ])
        #expect(answer["hasMore"] == false && answer["nextCursor"] == .null)
    }

    @Test("the request is catalog/products with page_size and page, below the endpoint of the settings")
    func request() async throws {
        let harness = try FeatureHarness.catalog(100)
        try await harness.call("catalog.list")
        try await harness.call("catalog.list", ["pageSize": 7])
        #expect(
            harness.requests.map(\.url) == [
                "https://eve.theiconic.com.au/v1/catalog/products?page_size=30&page=1",
                "https://eve.theiconic.com.au/v1/catalog/products?page_size=7&page=1",
            ])
        #expect(harness.requests.allSatisfy { $0.timeout == .seconds(20) && $0.method == .get })
    }

    @Test("endpoint, timeout, page size, currency, gender and sort come from the settings")
    func settings() async throws {
        let harness = try FeatureHarness.catalog(
            40,
            settings: [
                ("modules.catalog.endpoint", "http://127.0.0.1:8080/shop/"), ("modules.catalog.timeout", "3s"),
                ("modules.catalog.pageSize", "12"), ("modules.catalog.currency", "NZD"),
                ("modules.catalog.gender", "kids"), ("modules.catalog.sort", "price_low"),
            ])
        let answer = try await harness.call("catalog.list")
        let screen = try await harness.open("galleria://catalog")
        #expect(try await screen.state.skus.count == 12)
        #expect(answer["items"]?[0]?["price"]?["text"] == "NZ$1.50")
        for request in harness.requests {
            #expect(
                request.url
                    == "http://127.0.0.1:8080/shop/catalog/products?page_size=12&page=1&gender=kids&sort=price_low")
            #expect(request.timeout == .seconds(3))
        }
    }

    @Test(
        "C2 settings out of range, or of no such word, are refused",
        arguments: [
            ("pageSize", "0"), ("pageSize", "101"), ("pageSize", "many"), ("currency", "AU"), ("currency", "DOLLAR"),
            ("gender", "unisex"), ("sort", "cheapest"), ("timeout", "20"),
        ])
    func wrongSettings(_ key: String, _ value: String) {
        #expect(throws: (any Error).self) {
            try FeatureHarness.catalog(1, settings: [("modules.catalog.\(key)", value)])
        }
    }

    @Test("cursors lead through all pages, each product once, without another parameter")
    func walk() async throws {
        let harness = try FeatureHarness.catalog(95, total: 95)
        var skus: [String] = []
        var parameters: JSONValue = ["pageSize": 40]
        for page in 1...3 {
            let answer = try await harness.call("catalog.list", parameters)
            skus += answer.skus
            #expect(answer["total"] == 95)
            #expect(answer["hasMore"] == .bool(page < 3))
            parameters = ["cursor": answer["nextCursor"] ?? .null]
        }
        #expect(skus == Warehouse.skus(1...95))
        #expect(harness.requests.compactMap { $0.number("page_size") } == [40, 40, 40])
        #expect(harness.pages == [1, 2, 3])
    }

    @Test("a cursor works in another process, with the size it was made for")
    func cursorElsewhere() async throws {
        let first = try await FeatureHarness.catalog(100).call("catalog.list", ["pageSize": 10, "pages": 2])
        let cursor = try #require(first["nextCursor"])
        let other = try FeatureHarness.catalog(100, settings: [("modules.catalog.pageSize", "25")])
        #expect(try await other.call("catalog.list", ["cursor": cursor]).skus == Warehouse.skus(21...30))
        #expect(
            try await other.call("catalog.list", ["cursor": cursor, "pageSize": 10]).skus == Warehouse.skus(21...30))
    }

    @Test("a cursor of another page size, gender, order or method is refused before anything is asked")
    func foreignCursor() async throws {
        let answer = try await FeatureHarness.catalog(100).call("catalog.list", ["pageSize": 10])
        let cursor = try #require(answer["nextCursor"])
        let cases: [(settings: [(key: String, value: String)], parameters: JSONValue)] = [
            ([], ["cursor": cursor, "pageSize": 11]), ([("modules.catalog.gender", "kids")], ["cursor": cursor]),
            ([("modules.catalog.sort", "new")], ["cursor": cursor]),
            ([], ["cursor": .string(ListCursor(position: 2).text(for: "shoppingMall.list"))]),
            ([], ["cursor": .string(String(repeating: "A", count: 4000))]), ([], ["cursor": ""]),
        ]
        for (settings, parameters) in cases {
            let harness = try FeatureHarness.catalog(100, settings: settings)
            let fault = await harness.fault("catalog.list", parameters)
            #expect(fault?.code == .invalidArgument && fault?.field == "cursor")
            #expect(harness.requests.isEmpty)
        }
    }

    @Test("a cursor to a page past the end is an empty end")
    func pastTheEnd() async throws {
        let cursor = ListCursor(position: 9_999_999).text(for: "catalog.list", parameters: ["30", "", ""])
        let answer = try await FeatureHarness.catalog(40).call("catalog.list", ["cursor": .string(cursor)])
        #expect(answer.skus == [] && answer["hasMore"] == false)
    }

    @Test("pages gives several pages in one answer, tells of each, and stops at the end")
    func severalPages() async throws {
        let harness = try FeatureHarness.catalog(70)
        let answer = try await harness.answer("catalog.list", ["pages": 20])
        #expect(answer.json.skus == Warehouse.skus(1...70))
        #expect(harness.pages == [1, 2, 3])
        #expect(answer.markdown.contains("showing 1–70"))
    }

    @Test("a failure on a further page fails the call, rather than giving a part as the whole")
    func failedPage() async throws {
        let client = ScriptedHTTPClient([.json(Warehouse.page(Warehouse.rows(1...30))), .failure(.connectionLost)])
        #expect(
            await (try FeatureHarness.catalog(client)).fault("catalog.list", ["pages": 2])?.code == .upstreamUnavailable
        )
    }

    @Test("the text has every sku, brand, name, price, like and ribbon, and how to go on")
    func text() async throws {
        let store = try FeatureHarness.sample(Feature(Catalog.self))
        try await store.call("catalog.like", ["sku": "BL204DR17KLM", "liked": true])
        let answer = try await store.answer("catalog.list")
        for part in ["BL204DR17KLM", "Linen Wrap Dress", "$129.99", "$97.49", "liked", "new", "showing 1–30 of 253"] {
            #expect(answer.markdown.contains(part), "\(part)")
        }
        #expect(answer.markdown.contains(answer.json["nextCursor"]?.string ?? "-"))
        #expect(answer.markdown.contains("THE ICONIC"))
    }
}

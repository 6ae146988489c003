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
        let row = Warehouse.row(
            1,
            [
                JSONMember("price", 100), JSONMember("final_price", .number("75.5")), JSONMember("ribbon", "new"),
                JSONMember("short_description", "<b>Soft</b><br>&amp; warm"),
            ])
        let harness = try FeatureHarness.catalog(
            ScriptedHTTPClient(respond: { _ in .json(Warehouse.page([row])) }))
        let answer = try await harness.call("catalog.list")
        #expect(
            answer["items"]?[0] == [
                "sku": "P0001", "brand": "Brand 1", "name": "Product 1",
                "price": "AUD 100.00", "discountPrice": "AUD 75.50", "discount": 25, "liked": false,
                "ribbon": "new",
            ])
        #expect(answer["nextCursor"] == nil)
        let all = try await harness.call("catalog.list", ["fields": "all"])["items"]?[0]
        #expect(all?["imageURL"] == "http://static.example.com/p/1.jpg")
        #expect(all?["route"] == "galleria://product/P0001" && all?["description"] == "Soft\n& warm")
    }

    @Test("the request is catalog/products with page_size and page, below the endpoint of the settings")
    func request() async throws {
        let harness = try FeatureHarness.catalog(100)
        try await harness.call("catalog.list")
        try await harness.call("catalog.list", ["limit": 7])
        #expect(
            harness.requests.map(\.url) == [
                "https://eve.theiconic.com.au/v1/catalog/products?page_size=30&page=1",
                "https://eve.theiconic.com.au/v1/catalog/products?page_size=30&page=1",
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
        let answer = try await harness.call("catalog.list", ["limit": 12])
        let screen = try await harness.open("galleria://catalog")
        #expect(try await screen.state.skus.count == 12)
        #expect(answer["items"]?[0]?["price"] == "NZD 1.50")
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

    @Test("cursors lead through all pages, each product once, whatever the limit, and work in another process")
    func walk() async throws {
        var skus: [String] = []
        var parameters: JSONValue = ["limit": 40]
        for page in 1...3 {
            let answer = try await FeatureHarness.catalog(95, total: 95).call("catalog.list", parameters)
            skus += answer.skus
            #expect(answer["total"] == 95)
            #expect((answer["nextCursor"] == nil) == (page == 3))
            parameters = ["cursor": answer["nextCursor"] ?? .null]
        }
        #expect(skus == Warehouse.skus(1...95))
    }

    @Test("a failure on a further page fails the call, rather than giving a part as the whole")
    func failedPage() async throws {
        let client = ScriptedHTTPClient([.json(Warehouse.page(Warehouse.rows(1...30))), .failure(.connectionLost)])
        #expect(
            await (try FeatureHarness.catalog(client)).fault("catalog.list", ["limit": 31])?.code
                == .upstreamUnavailable)
    }

    static let questions: [(id: String, parameters: JSONValue, holds: @Sendable (JSONValue) -> Bool)] = [
        ("a brand", ["brand": ["blythe & lark"]], { $0["brand"] == "Blythe & Lark" }),
        ("on sale", ["onSale": true], { $0["discountPrice"] != nil && $0["discount"]?.integer ?? 0 > 0 }),
        ("not on sale", ["onSale": false], { $0["discountPrice"] == nil && $0["discount"] == nil }),
        ("a discount", ["minDiscount": 45], { $0["discount"]?.integer ?? 0 >= 45 }),
        ("skus", ["skus": ["BL204DR17KLM"]], { $0["sku"] == "BL204DR17KLM" }),
        ("words", ["query": "linen dress"], { $0["name"]?.string?.contains("Linen") == true }),
    ]

    @Test("questions find what matches, in the whole catalogue", arguments: questions.map(\.id))
    func question(_ id: String) async throws {
        let question = try #require(Self.questions.first { $0.id == id })
        let answer = try await FeatureHarness.sample(catalog).call("catalog.list", question.parameters)
        let items = try #require(answer["items"]?.array)
        #expect(!items.isEmpty && items.allSatisfy(question.holds))
    }

    @Test(
        "a kind is found by the shop's category, whatever the names say",
        arguments: [("bag", "Accessories|Bags"), ("bags", "Accessories|Bags"), ("jewellery", "Accessories|Jewellery")])
    func kind(_ word: String, _ category: String) async throws {
        let harness = try FeatureHarness.sample(catalog)
        let all = try await harness.call("catalog.list", ["countBy": "category"])["counts"]?.array ?? []
        let count = all.first { $0["value"]?.string == category }?["rows"]?.integer
        let found = try await harness.call(
            "catalog.list", ["query": .string(word), "fields": ["name", "category"], "limit": 100])
        #expect(count ?? 0 > 10 && found["total"]?.integer == count)
        #expect(found["items"]?.array?.allSatisfy { $0["category"]?.string == category } == true)
    }

    @Test(
        "what nobody likes or has reduced is said",
        arguments: [
            (["liked": true], "Nothing is liked yet."),
            (["query": "ring", "minPrice": 120, "onSale": true], "is on sale."),
            (["query": "ring", "minPrice": 120, "sort": "-discount"], "None of these is reduced."),
        ] as [(JSONValue, String)])
    func nothing(_ asked: JSONValue, _ sentence: String) async throws {
        let harness = try FeatureHarness.sample(catalog)
        #expect(try await harness.answer("catalog.list", asked).markdown.contains(sentence))
        #expect(try await !harness.answer("catalog.list", ["sort": "-discount"]).markdown.contains(sentence))
    }

    @Test("an order by what is paid differs from one by the reduced price: that has the reduced ones alone first")
    func reducedFirst() async throws {
        let harness = try FeatureHarness.sample(catalog)
        let rows =
            try await harness.call("catalog.list", ["sort": "discountPrice", "limit": 100])["items"]?.array ?? []
        let reduced = rows.prefix { $0["discountPrice"] != nil }
        #expect(!reduced.isEmpty && reduced.count < rows.count)
        #expect(rows.dropFirst(reduced.count).allSatisfy { $0["discountPrice"] == nil })
        let list = harness.router.registry.operations.first { $0.method == "catalog.list" }
        #expect(list?.parameters.first { $0.name == "sort" }?.doc.contains("discountPrice: reduced ones first") == true)
    }

    @Test("for whom a product is narrows the list, is counted and is given when asked, and no table shows it")
    func gender() async throws {
        let harness = try FeatureHarness.sample(catalog)
        func total(_ asked: JSONValue) async throws -> Int {
            let answer = try await harness.call("catalog.list", asked)
            return Int(answer["total"]?.integer ?? -1)
        }
        let (female, male) = (try await total(["gender": ["female"]]), try await total(["gender": ["male"]]))
        #expect(
            try await total(["gender": ["female", "male", "kids"]]) == female + male
                + (try await total(["gender": ["kids"]])))
        // One product of the sample is for nobody in particular.
        #expect(try await total([:]) == (try await total(["gender": ["female", "male", "kids"]])) + 1)
        let dresses = try await harness.answer("catalog.list", ["query": "dress", "countBy": "gender"])
        #expect(dresses.markdown.contains("female") && !dresses.markdown.contains("| male"))
        let given = try await harness.call("catalog.list", ["query": "linen wrap dress", "fields": ["gender"]])
        #expect(given["items"]?[0]?["gender"] == "female")
        #expect(try await harness.call("catalog.list", ["limit": 1])["items"]?[0]?["gender"] == nil)
        await #expect(throws: Fault.self) { try await harness.call("catalog.list", ["gender": ["men"]]) }
    }

    @Test("bounds of the price are those of what is paid; a product without a price meets none")
    func prices() async throws {
        let harness = try FeatureHarness.sample(catalog)
        let answer = try await harness.call(
            "catalog.list", ["minPrice": .number("97.49"), "maxPrice": .number("97.49"), "sort": "price"])
        #expect(answer.skus.contains("BL204DR17KLM"))
        let dearest = try await harness.call("catalog.list", ["sort": "-price", "limit": 100])
        let all = try await harness.call("catalog.list", ["minPrice": 0, "limit": 1])
        #expect(dearest["items"]?[0]?["price"] != nil)
        #expect((all["total"]?.integer ?? 0) < (dearest["total"]?.integer ?? 0))
    }

    @Test("section 7: the first 30 rows of the sample catalogue are 5,000 bytes of JSON and 2,600 of text at most")
    func sizes() async throws {
        let answer = try await FeatureHarness.sample(catalog).answer("catalog.list", ["limit": 30])
        #expect(answer.json.skus.count == 30)
        #expect(answer.json.serialized().count <= 5_000)
        #expect(answer.markdown.utf8.count <= 2_600)
    }

    @Test("the text has every sku, brand, name, price, like and ribbon, and how to go on")
    func text() async throws {
        let store = try FeatureHarness.sample(catalog)
        try await store.call("catalog.like", ["skus": "BL204DR17KLM", "liked": true])
        let answer = try await store.answer("catalog.list")
        for part in [
            "BL204DR17KLM", "Linen Wrap Dress", "$129.99", "$97.49", "liked", "new", "-25%", "showing 1–20 of 253",
        ] {
            #expect(answer.markdown.contains(part), "\(part)")
        }
        #expect(answer.markdown.contains(answer.json["nextCursor"]?.string ?? "-"))
        #expect(answer.markdown.contains("THE ICONIC"))
    }
}

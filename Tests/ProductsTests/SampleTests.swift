import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing
import Values

@testable import Products

@Suite("The sample catalogue shows every case, in the upstream's shape")
struct SampleTests {
    private var rows: [JSONNode] { SampleProducts.products }

    private func answer(_ path: [String], _ query: [(String, String)] = []) throws -> HTTPResponse? {
        let endpoint = try HTTPEndpoint(parsing: "https://shop.example/v1")
        return SampleProducts.answer(
            HTTPRequest(get: path, query: query.map { HTTPQueryItem(name: $0.0, value: $0.1) }, at: endpoint))
    }

    private func body(_ path: [String], _ query: [(String, String)] = []) throws -> JSONValue {
        let response = try #require(try answer(path, query))
        #expect(response.status == 200 && response.source == .sample)
        return JSONValue(try JSONDocument(parsing: response.body).root)
    }

    private func skus(_ body: JSONValue) -> [String] {
        body["_embedded"]?["product"]?.array?.compactMap { $0["sku"]?.string } ?? []
    }

    @Test("every picture of every row is drawn, its views differ, and no other picture is")
    func pictures() throws {
        for row in rows {
            let urls =
                row["_embedded"]?["images"]?.elements.compactMap { $0["url"]?.string }.filter { !$0.isEmpty } ?? []
            let drawn = try urls.map { url in
                let answer = SampleProducts.answer(try HTTPRequest(get: url.hasPrefix("//") ? "http:\(url)" : url))
                return try #require(answer?.status == 200 ? answer?.body : nil, "\(url)")
            }
            // The back of what is alike all round is its front.
            #expect(Set(drawn).count >= min(drawn.count, 4) - 1)
            #expect(drawn.allSatisfy { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
        }
        let other = try HTTPRequest(get: "https://static.theiconic.com.au/p/none.jpg")
        #expect(SampleProducts.answer(other)?.status == 404)
        #expect(try SampleProducts.answer(HTTPRequest(get: "https://elsewhere.example/p/none.jpg")) == nil)
    }

    @Test("a reduced price reads lower than the full one")
    func reductions() throws {
        let fields = Item.shop.fields
        let reduced = try rows.compactMap { try Item.read(JSONValue($0)) }.compactMap { row in
            row[fields.discountPrice].map { (name: row.key, is: $0, was: row[fields.price]) }
        }
        #expect(!reduced.isEmpty)
        for one in reduced { #expect(one.is.text != one.was?.text, "\(one.name)") }
        // What the upstream calls reduced is so.
        let told = rows.filter { row in
            (row["final_price"]?.double).map { $0 > 0 && $0 < row["price"]?.double ?? 0 } ?? false
        }
        #expect(reduced.count == told.count)
    }

    @Test("there are at least 240 products, each with its own sku, not a multiple of a page")
    func count() throws {
        #expect(rows.count >= 240 && rows.count % 30 != 0 && rows.count % 20 != 0)
        #expect(Set(rows.compactMap { $0["sku"]?.string }).count == rows.count)
        let products = try rows.compactMap { try Item.read(JSONValue($0)) }
        #expect(products.count == rows.count)
        let discounted = products.filter { $0[Item.shop.fields.onSale] }.count
        #expect((rows.count / 5...rows.count / 3).contains(discounted))
        #expect(Set(products.map { $0[Item.shop.fields.brand] }).count > 15)
        #expect(rows.first?["sku"]?.string == ProductFields.exampleSKU)
    }

    static let kinds: [(id: String, holds: @Sendable (JSONNode) -> Bool)] = [
        ("a whole price", { $0["price"]?.numberText?.contains(".") == false }),
        ("a decimal price", { $0["price"]?.numberText?.contains(".") == true }),
        ("a decimal special price", { $0["special_price"]?.numberText?.contains(".") == true }),
        ("no price", { $0["price"]?.isNull == true }), ("a final price of 0", { $0["final_price"]?.integer == 0 }),
        ("new", { $0["ribbon"]?.string == "new" }), ("a campaign", { $0["ribbon"]?.string == "campaign" }),
        ("no ribbon", { $0["ribbon"]?.isNull == true }), ("an empty ribbon", { $0["ribbon"]?.string == "" }),
        ("price rules", { ($0["cart_price_rules"]?.count ?? 0) > 0 }),
        ("no price rules", { $0["cart_price_rules"]?.isNull == true }),
        ("no images", { $0["_embedded"]?["images"]?.isNull == true }),
        (
            "an empty list of images",
            { $0["_embedded"]?["images"]?.count == 0 && $0["_embedded"]?["images"]?.kind == .array }
        ),
        ("a picture without a scheme", { $0["_embedded"]?["images"]?[0]?["url"]?.string?.hasPrefix("//") == true }),
        ("an empty address", { $0["_embedded"]?["images"]?[0]?["url"]?.string == "" }),
        ("a null brand", { $0["_embedded"]?["brand"]?.isNull == true }),
        ("no brand", { $0["_embedded"]?.kind == .object && $0["_embedded"]?["brand"] == nil }),
        ("nothing embedded", { $0["_embedded"]?.isNull == true }), ("no name", { $0["name"] == nil }),
        ("no description", { $0["short_description"] == nil }),
        ("bold", { $0["short_description"]?.string?.contains("<b>") == true }),
        ("breaks", { $0["short_description"]?.string?.contains("<br />") == true }),
        ("styled paragraphs", { $0["short_description"]?.string?.contains("<p style=") == true }),
        ("entities", { $0["short_description"]?.string?.contains("&#039;") == true }),
        ("an entity in the name", { $0["name"]?.string?.contains("&amp;") == true }),
        (
            "a final sale at the full price",
            { $0["final_sale"]?.bool == true && $0["final_price"]?.numberText == $0["price"]?.numberText }
        ),
        ("Chinese", { $0["name"]?.string?.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } == true }),
        ("Korean", { $0["name"]?.string?.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } == true }),
        ("for kids", { $0["_embedded"]?["gender"]?["name"]?.string == "kids" }),
    ]

    @Test("there is a product of each kind", arguments: kinds.map(\.id))
    func kind(_ id: String) throws {
        let holds = try #require(Self.kinds.first { $0.id == id }?.holds)
        #expect(rows.contains(where: holds))
    }

    @Test("several products have the same name and brand, and different skus")
    func equalNames() throws {
        let fields = Item.shop.fields
        let products = try rows.compactMap { try Item.read(JSONValue($0)) }.filter {
            $0[fields.name] == "Essential Tee"
        }
        #expect(products.count >= 2 && Set(products.map(\.key)).count == products.count)
        #expect(Dictionary(grouping: products) { $0[fields.brand] }.contains { $0.value.count >= 2 })
    }

    @Test("pages hold the products in order, with counts, and a link to the last page that is wrong")
    func pages() throws {
        var all: [String] = []
        for page in 1...9 {
            let body = try body(["catalog", "products"], [("page_size", "30"), ("page", String(page))])
            #expect(skus(body).count == (page < 9 ? 30 : rows.count - 240))
            #expect(body["total_items"]?.integer == rows.count)
            #expect(body["page_count"] == 9 && body["page_size"] == 30 && body["page"] == .integer(page))
            #expect((body["_links"]?["next"] == nil) == (page == 9))
            #expect(body["_links"]?["last"]?["href"]?.string?.contains("page=10000000&") == true)
            all += skus(body)
        }
        #expect(all == rows.compactMap { $0["sku"]?.string })
        #expect(skus(try body(["catalog", "products"], [("page_size", "30"), ("page", "10")])) == [])
    }

    @Test("a gender chooses, a sort orders, as the upstream's do")
    func choices() throws {
        let page = [("page_size", "100"), ("page", "1")]
        let kids = skus(try body(["catalog", "products"], page + [("gender", "kids")]))
        #expect(!kids.isEmpty && kids.count < 100)
        for (order, ascending) in [("price_low", true), ("price_high", false)] {
            let rows =
                try body(["catalog", "products"], page + [("sort", order)])["_embedded"]?["product"]?.array ?? []
            let prices = rows.map { $0["final_price"]?.double ?? 0 }
            #expect(prices == prices.sorted { ascending ? $0 < $1 : $0 > $1 })
        }
        let brands = try body(["catalog", "products"], page + [("sort", "brand_desc")])["_embedded"]?["product"]?.array
        #expect(brands?.first?["_embedded"]?["brand"]?["name"] == "Verve Athletics")
        #expect(
            skus(try body(["catalog", "products"], page + [("sort", "new")]))
                != skus(try body(["catalog", "products"], page)))
    }

    @Test("every product is answered by its sku, byte by byte")
    func details() throws {
        for row in rows {
            let sku = try #require(row["sku"]?.string)
            #expect(try body(["catalog", "products", sku]) == JSONValue(row))
        }
        for sku in ["nothing", "bl204dr17klm", "BL204DR17\u{212A}LM", ""] {
            #expect(try answer(["catalog", "products", sku])?.status == 404)
        }
    }

    @Test("every description is text without a tag or an entity, and every picture can be asked for")
    func readable() throws {
        for row in rows {
            let fields = Item.shop.fields
            let detail = try #require(try Item.detail(JSONValue(row)))
            let description = detail[fields.description] ?? ""
            #expect(!description.contains("<br") && !description.contains("&nbsp;") && !description.contains("alert("))
            #expect(detail[fields.images].allSatisfy { webAddress($0) == $0 })
            #expect(detail[fields.images].first == detail[fields.imageURL])
        }
    }

    @Test("other requests have no sample, and wrong pages are refused as by the upstream")
    func others() throws {
        for path in [[], ["catalog"], ["catalog", "brands"], ["catalog", "products", "a", "videos"], ["products"]] {
            #expect(try answer(path) == nil)
        }
        for query in [
            [], [("page_size", "0"), ("page", "1")], [("page_size", "x"), ("page", "1")], [("page_size", "30")],
            [("page_size", "30"), ("page", "0")], [("page_size", "101"), ("page", "1")],
        ] {
            #expect(try answer(["catalog", "products"], query)?.status == 400)
        }
    }
}

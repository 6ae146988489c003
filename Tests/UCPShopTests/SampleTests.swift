import Foundation
import HTTP
import JSON
import Testing

@testable import UCPShop

/// The sample shop: every shape that the schemas of UCP allow, and each answer valid by them.
@Suite("The sample shop")
struct SampleTests {
    private static let base = "https://shop.example"

    private static func answer(_ tool: ShopTool, _ arguments: JSONValue) throws -> JSONValue {
        let root = try JSONDocument(parsing: arguments.serialized()).root
        return SampleDesk(base: base).answer(tool, root)
    }

    private static func products() throws -> [JSONValue] {
        try SampleGoods.all.map { good in
            try #require(try answer(.getProduct, ["catalog": ["id": .string(good.id)]])["product"])
        }
    }

    /// Answers of all tools: products, pages, carts with what is there and what is not, checkouts at each step.
    private static func answers() throws -> [(tool: String, content: JSONValue)] {
        var all: [(String, JSONValue)] = []
        func take(_ tool: ShopTool, _ arguments: JSONValue) throws -> JSONValue {
            let content = try answer(tool, arguments)
            all.append((tool.rawValue, content))
            return content
        }
        for good in SampleGoods.all { _ = try take(.getProduct, ["catalog": ["id": .string(good.id)]]) }
        _ = try take(.getProduct, ["catalog": ["id": "nothing"]])
        _ = try take(.searchCatalog, ["catalog": ["query": "bag"]])
        _ = try take(.searchCatalog, ["catalog": ["query": "", "pagination": ["limit": 50]]])
        _ = try take(.searchCatalog, ["catalog": ["query": "", "pagination": ["limit": 5, "cursor": "5"]]])
        _ = try take(.searchCatalog, ["catalog": ["query": "no such thing"]])
        let lines: JSONValue = [
            ["item": ["id": "pier-backpack-olive"], "quantity": 2], ["item": ["id": "nothing"], "quantity": 1],
        ]
        let cart = try take(.createCart, ["cart": ["line_items": lines]])
        _ = try take(.getCart, ["id": cart["id"] ?? .null])
        _ = try take(.getCart, ["id": "nothing"])
        _ = try take(.updateCart, ["id": cart["id"] ?? .null, "cart": ["line_items": []]])
        _ = try take(.cancelCart, ["id": cart["id"] ?? .null])
        let checkout = try take(.createCheckout, ["checkout": ["line_items": lines]])
        _ = try take(.getCheckout, ["id": checkout["id"] ?? .null])
        _ = try take(
            .updateCheckout,
            [
                "id": checkout["id"] ?? .null,
                "checkout": ["line_items": lines, "buyer": ["email": "ada@example.com"]],
            ])
        return all
    }

    private static let python = ProcessInfo.processInfo.environment["GALLERIA_PYTHON"]

    @Test("each answer is valid by the schemas", .enabled("GALLERIA_PYTHON names no python") { python != nil })
    func valid() throws {
        let answers = try Self.answers()
        let folder = FileManager.default.temporaryDirectory.appending(path: "galleria-samples-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "answers.json")
        let text = JSONValue.array(answers.map { [.string($0.tool), $0.content] }).serialized()
        try Data(text).write(to: file)
        let judges = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "EndToEndTests/Shops")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = [
            "-B", "-c",
            """
            import json, sys
            sys.path.insert(0, sys.argv[1])
            import judge
            for tool, content in json.load(open(sys.argv[2], encoding="utf-8")):
                for finding in judge.result(tool, content):
                    print(finding)
            """, judges.path(percentEncoded: false), file.path(percentEncoded: false),
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let found = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && found.isEmpty, "\(found.prefix(2_000))")
        #expect(answers.count > 30)
    }

    /// Members that a schema names, and those that the samples have: `availability.status`, and `media[]` of an array.
    private static func paths(_ value: JSONValue, _ prefix: String = "") -> Set<String> {
        if let members = value.members {
            return members.reduce(into: []) { all, member in
                let path = prefix.isEmpty ? member.key : "\(prefix).\(member.key)"
                all.insert(path)
                all.formUnion(paths(member.value, path))
            }
        }
        return (value.array ?? []).reduce(into: []) { $0.formUnion(paths($1, prefix)) }
    }

    @Test("every optional member is there in some product and missing in another")
    func shapes() throws {
        let products = try Self.products()
        let all = products.map { Self.paths($0) }
        for path in [
            "handle", "url", "categories", "list_price_range", "media", "options", "rating", "tags", "metadata",
            "categories.taxonomy", "media.width", "rating.count", "rating.scale_min", "variants.sku",
            "variants.barcodes",
            "variants.handle", "variants.url", "variants.categories", "variants.list_price", "variants.unit_price",
            "variants.availability", "variants.availability.status", "variants.options", "variants.media",
            "variants.rating", "variants.tags", "variants.metadata", "variants.seller", "variants.seller.links",
            "description.plain", "description.html", "description.markdown",
        ] {
            let count = all.count { $0.contains(path) }
            #expect(count > 0 && count < products.count, "\(path) is in \(count)")
        }
        let variants = products.flatMap { $0["variants"]?.array ?? [] }
        let statuses = Set(variants.compactMap { $0["availability"]?["status"]?.string })
        #expect(statuses == ["in_stock", "out_of_stock", "backorder", "preorder", "discontinued"])
        let kinds = Set(products.flatMap { $0["media"]?.array ?? [] }.compactMap { $0["type"]?.string })
        #expect(kinds == ["image", "video"])
    }

    @Test("a product's range of prices is that of its variants, before and after they were reduced")
    func ranges() throws {
        var spans = 0
        for product in try Self.products() {
            let variants = product["variants"]?.array ?? []
            for (range, price) in [("price_range", "price"), ("list_price_range", "list_price")] {
                let amounts = variants.compactMap { $0[price]?["amount"]?.integer }
                #expect(product[range]?["min"]?["amount"]?.integer == amounts.min(), "\(product["id"] ?? .null)")
                #expect(product[range]?["max"]?["amount"]?.integer == amounts.max(), "\(product["id"] ?? .null)")
                if amounts.min() != amounts.max() { spans += 1 }
            }
        }
        #expect(spans >= 3, "some have several prices")
    }

    @Test("a cart adds up what its variants cost")
    func sums() throws {
        for good in SampleGoods.all {
            for variant in good.variantIDs {
                let cart = try Self.answer(
                    .createCart, ["cart": ["line_items": [["item": ["id": .string(variant)], "quantity": 3]]]])
                let price = good.price(of: variant)
                #expect(cart["line_items"]?[0]?["item"]?["price"]?.integer == price)
                #expect(cart["totals"]?.array?.last?["amount"]?.integer == 3 * price)
            }
        }
    }
}

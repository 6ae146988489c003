import TestSupport
import Testing

/// Questions over a catalogue of 79,000 products, as the original's upstream has, which says nothing of how fresh its pages are.
@Suite("A list too long to be read") struct LongListTests {
    private static let count = 79_000
    private let server: ScriptedServer
    private let home: TemporaryHome

    init() throws {
        (server, home) = (try ScriptedServer(), try TemporaryHome())
        for page in 1...Self.count / 100 { server.answer(Self.target(page, 100), .json(Self.page(page, 100))) }
        for page in 1...45 { server.answer(Self.target(page, 30), .json(Self.page(page, 30))) }
        server.answer("/shop/catalog/products/P70000", .json(Self.product(70_000)))
    }

    private static func target(_ page: Int, _ size: Int) -> String {
        "/shop/catalog/products?page_size=\(size)&page=\(page)"
    }

    /// Every hundredth is red; prices rise from page to page and fall within each.
    private static func product(_ number: Int) -> String {
        let name = "\(number % 100 == 0 ? "Red" : "Grey") Dress \(number)"
        let brand = #"{"brand":{"name":"Brand \#(number % 7)"}}"#
        return #"{"sku":"P\#(number)","name":"\#(name)","price":\#(number + 100 - number % 100),"_embedded":\#(brand)}"#
    }

    private static func page(_ page: Int, _ size: Int) -> String {
        let rows = ((page - 1) * size..<page * size).map(product).joined(separator: ",")
        return #"{"_embedded":{"product":[\#(rows)]},"total_items":\#(count)}"#
    }

    private func galleria(pageSize: Int) throws -> GalleriaProcess {
        let settings = [
            "network.data=live", "modules.catalog.pageSize=\(pageSize)",
            "modules.catalog.endpoint=\(server.endpoint("shop"))",
            "modules.productDetail.endpoint=\(server.endpoint("shop"))",
        ]
        let galleria = try GalleriaProcess(["serve"] + settings.flatMap { ["--set", $0] }, home: home)
        try galleria.initialize()
        return galleria
    }

    private func list(_ galleria: GalleriaProcess, _ arguments: String) throws -> (result: WireValue, text: String) {
        let answer = try galleria.call("tools/call", #"{"name":"catalog_list","arguments":\#(arguments)}"#)
        let result = try #require(answer["result"]?["structuredContent"], "\(answer)")
        return (result, answer["result"]?["content"]?.elements?.first?["text"]?.text ?? "")
    }

    @Test(
        "a question reads 40 pages or 2,000 rows, says so, and the next asks nothing, in another process as well",
        arguments: [(30, 40, 1_200), (100, 20, 2_000)])
    func bounds(_ pageSize: Int, _ pages: Int, _ rows: Int) throws {
        let galleria = try galleria(pageSize: pageSize)
        let (first, text) = try list(galleria, #"{"query":"red dress","sort":"-price","limit":3}"#)
        #expect(first["total"]?.integer == rows / 100)
        #expect(first["read"]?["rows"]?.integer == rows && first["read"]?["of"]?.integer == Self.count)
        #expect(text.contains("Looked through the first \(rows) of \(Self.count) products."))
        #expect(!text.contains("Sample data."))
        let asked = Set((1...pages).map { Self.target($0, pageSize) })
        #expect(server.targets.count == pages && Set(server.targets) == asked)

        let (second, _) = try list(galleria, #"{"brand":"Brand 3","maxPrice":500,"sort":"price"}"#)
        #expect(second["read"] == first["read"] && second["items"]?.elements?.count == 20)
        let other = try self.galleria(pageSize: pageSize)
        let (third, _) = try list(other, #"{"query":"red dress","sort":"-price","limit":3}"#)
        #expect(third["items"] == first["items"])
        #expect(server.targets.count == pages, "asked again")
        #expect(try galleria.finish().isEmpty && other.finish().isEmpty)
    }

    @Test("a row far behind is asked for by its key, one that is nowhere is not there: neither reads the list")
    func keys() throws {
        let galleria = try galleria(pageSize: 100)
        let (found, _) = try list(galleria, #"{"skus":["P3","P70000","P1234567"]}"#)
        #expect(found.keys("sku") == ["P3", "P70000"])
        #expect(found["missing"] == .array([.string(Array("P1234567".unicodeScalars))]) && found["read"] == nil)
        #expect(
            Set(server.targets) == [
                Self.target(1, 100), "/shop/catalog/products/P70000", "/shop/catalog/products/P1234567",
            ])
        #expect(try galleria.finish().isEmpty)
    }
}

import Foundation
import Testing

/// Texts that are read once say so where their facts are sample data: answers, resources, prompts, `open`.
@Suite("Texts of sample data") struct SampleTextTests {
    private static let routes = [
        "galleria://catalog", "galleria://product/BL204DR17KLM", "galleria://bag", "galleria://friends",
        "galleria://mall", "galleria://mall/1493", "galleria://shelf", "galleria://book/9781617294136",
        "galleria://forecast?place=Seoul",
    ]

    /// Arguments of each prompt.
    private static let prompts = [
        "catalog_outfit": #"{"budget":"250"}"#, "product_detail_is_it_worth_it": #"{"sku":"BL204DR17KLM"}"#,
        "friends_who_to_answer": "{}", "shopping_mall_baby_gift": #"{"months":"3","budget":"50000"}"#,
        "book_shelf_reading_plan": #"{"topic":"swift"}"#, "forecast_pack_for_a_trip": #"{"place":"Seoul"}"#,
    ]

    private func read(_ route: String, _ galleria: GalleriaProcess) throws -> String {
        try galleria.call("resources/read", #"{"uri":"\#(route)"}"#)["result"]?["contents"]?.elements?.first?["text"]?
            .text ?? ""
    }

    @Test("a resource ends in the line; home, which is of no module, does not")
    func resources() throws {
        let galleria = try GalleriaProcess()
        try galleria.initialize()
        for route in Self.routes {
            let text = try read(route, galleria)
            #expect(text.hasSuffix("\n\nSample data.\n"), "\(route): \(text.suffix(80))")
            #expect(text.components(separatedBy: "Sample data.").count == 2, "\(route)")
        }
        #expect(try !read("galleria://home", galleria).contains("Sample data."))
        #expect(try galleria.finish().isEmpty)
    }

    @Test("the facts of a prompt end in the line, what is asked does not")
    func facts() throws {
        let galleria = try GalleriaProcess()
        try galleria.initialize()
        let listed = try galleria.call("prompts/list")["result"]?["prompts"]?.elements ?? []
        #expect(Set(listed.compactMap { $0["name"]?.text }) == Set(Self.prompts.keys))
        for (name, arguments) in Self.prompts {
            let answer = try galleria.call("prompts/get", #"{"name":"\#(name)","arguments":\#(arguments)}"#)
            let contents = (answer["result"]?["messages"]?.elements ?? []).compactMap { $0["content"] }
            let texts = contents.compactMap { ($0["resource"]?["text"] ?? $0["text"])?.text }
            #expect(texts.count > 1, "\(name)")
            for (index, text) in texts.enumerated() {
                #expect(text.hasSuffix("\n\nSample data.\n") == (index > 0), "\(name): \(text.suffix(80))")
            }
        }
        #expect(try galleria.finish().isEmpty)
    }

    @Test("so does `open`; what a module that asks its upstream has kept is not sample data")
    func open() throws {
        let printed = try GalleriaProcess(["open", "galleria://bag"])
        printed.closeInput()
        #expect(try printed.readToEnd().suffix(2) == ["", "Sample data."])
        let live = try GalleriaProcess(["open", "galleria://bag", "--set", "modules.productDetail.data=offline"])
        live.closeInput()
        let lines = try live.readToEnd()
        #expect(lines.contains { $0.contains("The bag is empty.") } && !lines.contains("Sample data."))
    }
}

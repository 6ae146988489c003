import AppViews
import Foundation
import Testing

/// The views of MCP Apps in a browser, against the server: `Apps/browser/views_test.py` is their host and their user.
@Suite("Views in a browser") struct AppViewTests {
    @Test("every view shows its result, acts by the server, and is held to looks, keyboard, policy and protocol")
    func views() throws {
        let home = try TemporaryHome()
        let pages = "\(home.path)/pages"
        try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
        for uri in AppViews.uris {
            let page = try #require(AppViews.page(uri))
            try page.write(
                toFile: "\(pages)/\(uri.split(separator: "/").last ?? "").html", atomically: true, encoding: .utf8)
        }
        var environment = home.environment
        environment["GALLERIA_PHOTOGRAPHS"] = ProcessInfo.processInfo.environment["GALLERIA_PHOTOGRAPHS"]
        let process = try ChildProcess(
            "/usr/bin/python3",
            [
                Repository.path("Tests/EndToEndTests/Apps/browser/views_test.py"), pages, GalleriaProcess.executable,
                "serve", "--set", Self.shop,
            ],
            environment: environment, directory: home.path)
        process.closeInput()
        // The script waits itself, and says for what.
        let line = try process.readLine(within: .seconds(600))
        let ending = try process.waitForEnd()
        try #require(ending == .exited(0), "the script failed:\n\(process.errorText)")
        let summary = try #require(line.flatMap { WireValue($0) })
        let failures = (summary["failures"]?.elements ?? [.null]).map { $0.text ?? "the summary names no failures" }
        #expect(failures == [])
        #expect(summary["scenes"] == .number("111"))
    }

    @Test("each tool with a view has a page for it, and each page a tool; without the extension no tool tells of one")
    func tools() throws {
        let plain = try tools(capabilities: "{}")
        let list = try tools(capabilities: Self.extensions)
        func views(_ list: [WireValue]) -> [String] { list.compactMap { $0["_meta"]?["ui"]?["resourceUri"]?.text } }
        // A shop that speaks UCP has the view of shops.
        let goods = "ui://galleria/goods"
        #expect(Set(views(list)) == Set(AppViews.uris).subtracting([goods]))
        let withShop = try tools(["--set", Self.shop], capabilities: Self.extensions)
        let own = withShop.filter { $0["_meta"]?["ui"]?["resourceUri"]?.text == goods }.compactMap { $0["name"]?.text }
        #expect(own == ["keyboards_search", "keyboards_show", "keyboards_cart"])
        #expect(Set(views(withShop)) == Set(AppViews.uris))
        #expect(plain.count == list.count)
        #expect(plain.allSatisfy { $0["_meta"] == nil })
    }

    private static let extensions =
        #"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}"#

    /// A shop with sample data.
    private static let shop = #"modules.keyboards={ucp: "https://shop.example", data: sample}"#

    private func tools(_ arguments: [String] = [], capabilities: String) throws -> [WireValue] {
        let process = try GalleriaProcess(["serve"] + arguments)
        try process.send(
            line: #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#
                + #""capabilities":\#(capabilities),"clientInfo":{"name":"t","version":"1"}}}"#)
        try process.send(line: #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#)
        process.closeInput()
        _ = try process.readLine()
        let line = try #require(try process.readLine())
        let tools = try #require(WireValue(line)?["result"]?["tools"]?.elements)
        // A model reads all of it.
        if capabilities == "{}" { #expect(line.utf8.count <= 28_000) }
        return tools
    }
}

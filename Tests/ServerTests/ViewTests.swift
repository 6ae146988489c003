import JSON
import Testing

/// MCP Apps: who is told of the views of results.
@Suite("Views") struct ViewTests {
    private static let extensions =
        #"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}"#

    @Test("a client with the extension is told of the views that are there, others of none", arguments: [true, false])
    func views(_ shows: Bool) throws {
        let client = try Client()
        try client.initialize(capabilities: shows ? Self.extensions : "{}")
        let tools = try #require(try client.call("tools/list")["result"]?["tools"]?.array)
        for tool in tools {
            let view: JSONValue = [
                "ui": ["resourceUri": "ui://galleria/catalog", "visibility": ["model", "app"]]
            ]
            let wanted = shows && tool["name"] == "probe_list"
            #expect((tool["_meta"] == view) == wanted)
            #expect((tool["_meta"] != nil) == wanted)
        }
        #expect(tools.contains { $0["name"] == "probe_list" })
    }

    @Test("T2: but for the views, both lists are the same bytes, and each is so every time")
    func bytes() throws {
        let client = try Client()
        var lists: [String] = []
        for capabilities in ["{}", Self.extensions, Self.extensions, "{}", #"{"extensions":{}}"#] {
            try client.initialize(capabilities: capabilities)
            client.send(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
            lists.append(try #require(try client.line()))
        }
        #expect(lists[0] == lists[3] && lists[0] == lists[4] && lists[1] == lists[2])
        let meta = #","_meta":{"ui":{"resourceUri":"ui://galleria/catalog","visibility":["model","app"]}}"#
        #expect(lists[1].replacing(meta, with: "") == lists[0])
        #expect(lists[1] != lists[0])
    }
}

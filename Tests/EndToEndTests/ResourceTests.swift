import Foundation
import Testing

/// Routes as resources of MCP, in both eras, over the sample data.
@Suite("Resources") struct ResourceTests {
    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    private func handshake(_ process: ChildProcess) throws {
        _ = try process.call(
            "initialize",
            #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#,
            id: 0)
    }

    private func uris(_ result: WireValue?, _ list: String, _ name: String) -> [String] {
        result?[list]?.elements?.compactMap { $0[name]?.text } ?? []
    }

    @Test("home, catalog, friends, mall and shelf are listed; product, book, forecast and day are templates")
    func lists() throws {
        let process = try GalleriaProcess(["serve"])
        try handshake(process)
        let listed = uris(try process.call("resources/list", "{}", id: 1)["result"], "resources", "uri")
        #expect(Set(listed).isSuperset(of: ["home", "catalog", "friends", "mall", "shelf"].map { "galleria://\($0)" }))
        #expect(listed.allSatisfy { !$0.contains("{") })
        let templates = try process.call("resources/templates/list", "{}", id: 2)["result"]
        let templated = uris(templates, "resourceTemplates", "uriTemplate")
        #expect(templated.allSatisfy { $0.contains("{") })
        #expect(
            Set(templated).isSuperset(of: [
                "galleria://product/{sku}", "galleria://book/{isbn13}", "galleria://forecast{?place}",
                "galleria://forecast/{place}/{date}", "galleria://friends{?scenario}",
            ]))
    }

    @Test(
        "every route can be read as Markdown",
        arguments: [
            ("galleria://home", "Book shelf"), ("galleria://catalog", "THE ICONIC"), ("galleria://friends", "KOKO"),
            ("galleria://friends?scenario=noFriends", "KOKO"), ("galleria://mall", "₩"),
            ("galleria://shelf", "New books"),
            ("galleria://book/9781617294136", "Swift Without Ceremony"),
            ("galleria://product/BL204DR17KLM", "BL204DR17KLM"), ("galleria://bag", "Bag"),
            ("galleria://forecast?place=Ho%20Chi%20Minh%20City", "°C"),
        ])
    func read(_ uri: String, _ word: String) throws {
        let process = try GalleriaProcess(["serve"])
        let result = try process.call("resources/read", #"{"uri":"\#(uri)",\#(Self.meta)}"#, id: 1)["result"]
        let contents = result?["contents"]?.elements?.first
        #expect(contents?["uri"]?.text == uri && contents?["mimeType"]?.text == "text/markdown")
        #expect(contents?["text"]?.text?.contains(word) == true, "\(contents?["text"]?.text ?? "nothing")")
        #expect(result?["resultType"]?.text == "complete" && result?["cacheScope"]?.text == "private")
        // What was opened for it is no screen of the client's.
        #expect(try process.call("screen.list", "{}", id: 2)["result"]?["screens"]?.elements?.isEmpty == true)
        #expect(try process.finish() == [])
    }

    @Test("what a tool's answer is about is linked, and every link can be read")
    func links() throws {
        let process = try GalleriaProcess(["serve"])
        let calls = [
            ("catalog_list", "{}", nil),
            ("catalog_like", #"{"skus":"BL204DR17KLM","liked":true}"#, nil),
            ("product_detail_show", #"{"skus":"BL204DR17KLM"}"#, "galleria://product/BL204DR17KLM"),
            ("product_detail_bag", "{}", nil),
            ("friends_list", "{}", nil),
            ("friends_respond", #"{"answers":[{"fid":"001","action":"accept"}]}"#, nil),
            ("shopping_mall_list", "{}", nil),
            ("book_shelf_list", "{}", nil),
            ("book_shelf_search", #"{"query":"swift"}"#, nil),
            ("book_shelf_show", #"{"isbn13s":["9781617294136"]}"#, "galleria://book/9781617294136"),
            ("book_shelf_set_memo", #"{"isbn13":"9781617294136","text":"a"}"#, "galleria://book/9781617294136"),
            ("forecast_daily", #"{"places":"London,GB"}"#, "galleria://forecast?place=London%2CGB"),
        ]
        for (index, (tool, arguments, route)) in calls.enumerated() {
            let params = #"{"name":"\#(tool)","arguments":\#(arguments),\#(Self.meta)}"#
            let content = try process.call("tools/call", params, id: 2 * index)["result"]?["content"]?.elements ?? []
            #expect(content.first?["type"]?.text == "text")
            // 17.16: no links; the text of a single item ends with its route, then says what sample data are.
            #expect(content.count == 1, "\(tool)")
            let text = content.first?["text"]?.text ?? ""
            if let route {
                #expect(
                    text.hasSuffix("\n\(route)\n\nSample data.") || text.hasSuffix("\n\(route)\nSample data."),
                    "\(tool)")
            }
            guard let link = route else { continue }
            let read = try process.call("resources/read", #"{"uri":"\#(link)",\#(Self.meta)}"#, id: 2 * index + 1)
            #expect(read["result"]?["contents"]?.elements?.first?["uri"]?.text == link, "\(tool)")
        }
        #expect(try process.finish() == [])
    }

    @Test("17.17: a route that is invalid is -32602; what is not there -32002 after a handshake; each with its uri")
    func unknown() throws {
        let process = try GalleriaProcess(["serve"])
        let modern = try process.call("resources/read", #"{"uri":"galleria://mal",\#(Self.meta)}"#, id: 1)["error"]
        #expect(modern?["code"]?.integer == -32602 && modern?["data"]?["uri"]?.text == "galleria://mal")
        #expect(modern?["message"]?.text?.contains("galleria://mall") == true)
        try handshake(process)
        let ordinary = try process.call("resources/read", #"{"uri":"galleria://mal"}"#, id: 2)["error"]
        #expect(ordinary?["code"]?.integer == -32602 && ordinary?["data"]?["uri"]?.text == "galleria://mal")
        #expect(try process.call("resources/subscribe", #"{"uri":"x"}"#, id: 3)["error"]?["code"]?.integer == -32602)
        for (index, uri) in [
            "galleria://product/NONE", "galleria://book/0000000000000", "galleria://book/x",
            "galleria://forecast/London/1999-01-01",
        ].enumerated() {
            let error = try process.call("resources/read", #"{"uri":"\#(uri)"}"#, id: 10 + 2 * index)["error"]
            #expect(error?["code"]?.integer == -32002 && error?["data"]?["uri"]?.text == uri, "\(uri)")
            #expect(error?["message"]?.text?.lowercased().contains("try again") == false, "\(uri)")
            let params = #"{"uri":"\#(uri)",\#(Self.meta)}"#
            let modern = try process.call("resources/read", params, id: 11 + 2 * index)["error"]
            #expect(modern?["code"]?.integer == -32602, "\(uri)")
        }
        #expect(try process.call("resources/read", "{}", id: 4)["error"]?["code"]?.integer == -32602)
    }

    @Test("a like updates every route that shows it, until the client unsubscribes")
    func updated() throws {
        let process = try GalleriaProcess(["serve"])
        try handshake(process)
        let routes = ["galleria://catalog", "galleria://product/BL204DR17KLM"]
        for (index, uri) in routes.enumerated() {
            #expect(try process.call("resources/subscribe", #"{"uri":"\#(uri)"}"#, id: 1 + index)["result"] != nil)
        }
        // The first change may come while a route still loads, and is nobody's news then; a later one is.
        var updated: Set<String> = []
        var likes = 0
        while updated.count < 2, likes < 1_000 {
            likes += 1
            try process.send(line: Self.like(likes % 2 == 1, id: 9))
            var isAnswered = false
            while !isAnswered {
                let message = try process.answer()
                if message["method"]?.text == "notifications/resources/updated" {
                    updated.insert(message["params"]?["uri"]?.text ?? "")
                    #expect(message["params"]?["_meta"] == nil)
                }
                isAnswered = message["id"]?.integer == 9
            }
        }
        #expect(updated == Set(routes))
        try process.send(
            line: ChildProcess.request("resources/unsubscribe", #"{"uri":"galleria://catalog"}"#, id: 10))
        _ = try updates(from: process, untilAnswer: 10)
        try process.send(line: Self.like(likes % 2 == 0, id: 11))
        let rest = try process.finish()
        let told = rest.filter { $0["method"]?.text == "notifications/resources/updated" }.compactMap {
            $0["params"]?["uri"]?.text
        }
        #expect(Set(told) == ["galleria://product/BL204DR17KLM"])
    }

    @Test("a subscription outlives its module's absence: it tells that the route is gone, that it is back, and changes")
    func outlives() throws {
        let process = try GalleriaProcess(["serve"])
        try handshake(process)
        let route = "galleria://catalog"
        #expect(try process.call("resources/subscribe", #"{"uri":"\#(route)"}"#, id: 1)["result"] != nil)
        for (turn, isEnabled) in [false, true].enumerated() {
            try process.send(
                line: #"{"jsonrpc":"2.0","id":\#(10 + turn),"method":"host.setModule","#
                    + #""params":{"id":"catalog","enabled":\#(isEnabled)}}"#)
            _ = try updates(from: process, until: 1)
        }
        var told: [String] = []
        var likes = 0
        while told.isEmpty, likes < 1_000 {
            likes += 1
            try process.send(line: Self.like(likes % 2 == 1, id: 20))
            told = try updates(from: process, untilAnswer: 20)
        }
        #expect(told.first == route)
        _ = try process.finish()
    }

    private static func like(_ isLiked: Bool, id: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"catalog.like","params":{"skus":["BL204DR17KLM"],"liked":\#(isLiked)}}"#
    }

    /// The routes told of as changed, until an answer or a number of them came.
    private func updates(
        from process: GalleriaProcess, untilAnswer id: Int? = nil, until count: Int = .max
    ) throws -> [String] {
        var told: [String] = []
        while true {
            let message = try process.answer()
            if message["method"]?.text == "notifications/resources/updated" {
                told.append(message["params"]?["uri"]?.text ?? "")
            }
            if told.count >= count || (id != nil && message["id"]?.integer == id) { return told }
        }
    }
}

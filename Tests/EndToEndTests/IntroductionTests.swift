import Foundation
import Testing

/// Texts that a client's model reads before its first call name what is there in this configuration, and nothing else.
@Suite("What a server says of itself") struct IntroductionTests {
    private static let modules = [
        "catalog": "Catalogue", "productDetail": "Product and bag", "friends": "Friends",
        "shoppingMall": "Shopping mall", "bookShelf": "Book shelf", "forecast": "Forecast",
    ]

    private static let configurations: [[String]] =
        [[], ["--read-only"], ["--modules", "catalog,productDetail"], ["--modules", "forecast,friends"]]
        + modules.keys.sorted().map { ["--modules", $0] }

    /// A server's introduction and lists.
    private struct Introduction {
        let instructions: String
        let tools: [WireValue]
        let prompts: [WireValue]
        let addresses: [String]
        let on: Set<String>

        init(_ options: [String]) throws {
            let galleria = try GalleriaProcess(["serve"] + options)
            let answer = try galleria.call(
                "initialize",
                #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#)
            instructions = answer["result"]?["instructions"]?.text ?? ""
            func list(_ method: String, _ member: String) throws -> [WireValue] {
                try galleria.call(method)["result"]?[member]?.elements ?? []
            }
            tools = try list("tools/list", "tools")
            prompts = try list("prompts/list", "prompts")
            addresses =
                try list("resources/list", "resources").compactMap { $0["uri"]?.text }
                + list("resources/templates/list", "resourceTemplates").compactMap { $0["uriTemplate"]?.text }
            let information = try galleria.call("host.info")["result"]?["modules"]?.elements ?? []
            on = Set(information.filter { $0["enabled"] == .bool(true) }.compactMap { $0["id"]?.text })
            #expect(try galleria.finish().isEmpty)
        }

        var names: Set<String> { Set((tools + prompts).compactMap { $0["name"]?.text }) }

        /// Names of the arguments of all tools and of the members of their results.
        var members: Set<String> {
            Set(
                tools.flatMap { tool in
                    ["inputSchema", "outputSchema"].flatMap { schema -> [String] in
                        guard case .object(let members)? = tool[schema]?["properties"] else { return [] }
                        return members.map { String(String.UnicodeScalarView($0.name)) }
                    }
                })
        }

        /// Tools, prompts and routes that a text names and that are not there.
        func unknown(in text: String) -> [String] {
            let named = text.matches(of: #/[a-z]+(?:_[a-z0-9]+)+/#).map { String($0.output) }.filter {
                !names.contains($0)
            }
            let routes = text.matches(of: #/galleria://[a-z]+[^\s`”,;)]*/#).map { String($0.output) }
                .filter { route in !addresses.contains { $0.hasPrefix(String(route.prefix { $0 != "{" && $0 != "?" })) }
                }
            return named + routes
        }
    }

    @Test("the instructions name what is there, and nothing of a module that is off", arguments: configurations)
    func instructions(_ options: [String]) throws {
        let server = try Introduction(options)
        #expect(!server.on.isEmpty)
        #expect(server.unknown(in: server.instructions) == [])
        for (id, title) in Self.modules {
            #expect(server.instructions.contains("\(title): ") == server.on.contains(id), "\(id)")
        }
        // Parameters and members that they speak of are there where a list with prices is.
        guard !server.on.isDisjoint(with: ["catalog", "shoppingMall", "bookShelf"]) else { return }
        for name in [
            "query", "sort", "limit", "fields", "cursor", "minPrice", "maxPrice", "nextCursor", "total", "read",
        ] {
            #expect(server.instructions.contains(name) && server.members.contains(name), "\(name)")
        }
    }

    @Test("descriptions of tools, arguments and prompts name what is there", arguments: configurations)
    func descriptions(_ options: [String]) throws {
        let server = try Introduction(options)
        for one in server.tools + server.prompts {
            let name = one["name"]?.text ?? "?"
            #expect(server.unknown(in: one["description"]?.text ?? "") == [], "\(name)")
            guard case .object(let members)? = one["inputSchema"]?["properties"] else { continue }
            for member in members {
                #expect(server.unknown(in: member.value["description"]?.text ?? "") == [], "\(name)")
            }
        }
    }

    /// Bytes of compact JSON of the answer to `tools/list` (its `result`), with and without the schemas of results.
    @Test("the list of tools is small enough to be read each time")
    func size() throws {
        let galleria = try GalleriaProcess(["serve"])
        _ = try galleria.call(
            "initialize",
            #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#)
        try galleria.send(line: ChildProcess.request("tools/list", id: 9))
        let line = try #require(try galleria.readLine())
        let answer = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        var result = try #require(answer["result"] as? [String: Any])
        func bytes() throws -> Int {
            try JSONSerialization.data(withJSONObject: result, options: .withoutEscapingSlashes).count
        }
        #expect(try bytes() <= 28_000)
        let tools = try #require(result["tools"] as? [[String: Any]])
        #expect(!tools.isEmpty)
        result["tools"] = tools.map { $0.filter { $0.key != "outputSchema" } }
        #expect(try bytes() <= 18_000)
    }
}

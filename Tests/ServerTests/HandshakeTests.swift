import JSON
import Testing

/// `initialize`, and what each revision of MCP allows afterwards.
@Suite("Handshake") struct HandshakeTests {
    @Test(
        "a revision that is served is answered with itself",
        arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
    func revision(_ revision: String) throws {
        let client = try Client()
        let answer = try client.initialize(revision)
        #expect(answer["result"]?["protocolVersion"] == .string(revision))
        #expect(answer["result"]?["serverInfo"]?["name"] == "galleria")
        #expect(answer["result"]?["capabilities"]?["tools"]?["listChanged"] == true)
        #expect(try client.call("ping")["result"] == .object([]))
    }

    @Test("another revision is answered with the latest", arguments: ["1999-12-31", "", "2025-11-25 ", "２０２５-11-25"])
    func unknownRevision(_ revision: String) throws {
        #expect(try Client().initialize(revision)["result"]?["protocolVersion"] == "2025-11-25")
    }

    @Test(
        "initialize without a revision is -32602",
        arguments: ["{}", "null", "[]", #"{"protocolVersion":7}"#, #"{"protocolVersion":null}"#])
    func noRevision(_ params: String) throws {
        #expect(try Client().call("initialize", params)["error"]?["code"] == -32602)
    }

    @Test(
        "MCP's methods before the handshake are -32602 and say what is missing",
        arguments: ["tools/list", "tools/call"])
    func early(_ method: String) throws {
        let client = try Client()
        let error = try client.call(method, #"{"name":"probe_echo","arguments":{"text":"a"}}"#)["error"]
        #expect(error?["code"] == -32602)
        #expect(error?["message"]?.string?.contains("initialize") == true)
        try client.initialize()
        #expect(try client.call(method, #"{"name":"probe_echo","arguments":{"text":"a"}}"#)["result"] != nil)
    }

    @Test("ping and the modules' own methods need no handshake")
    func withoutHandshake() throws {
        let client = try Client()
        #expect(try client.call("ping")["result"] == .object([]))
        #expect(try client.call("probe.echo", #"{"text":"a"}"#)["result"] == ["text": "a"])
    }

    @Test(
        "tools are listed with the same bytes, however often and among whatever else they are asked for",
        arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
    func listedAgain(_ revision: String) throws {
        let client = try Client()
        try client.initialize(revision)
        let lists = try (1...4).map { _ in try client.call("tools/list")["result"]?.serialized() }
        #expect(Set(lists).count == 1 && (lists[0]?.count ?? 0) > 1_000)
        #expect(try client.call("resources/list")["result"]?["resources"]?.array?.isEmpty == false)
        #expect(try client.call("tools/list")["result"]?.serialized() == lists[0])
        // Lines that come at once are answered in their order.
        client.send(
            #"{"jsonrpc":"2.0","id":5,"method":"tools/list"}"#, #"{"jsonrpc":"2.0","id":6,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#)
        for id in 5...7 {
            let answer = try client.message()
            #expect(answer["id"] == .integer(id))
            #expect(answer["result"]?.serialized() == (id == 6 ? Array("{}".utf8) : lists[0]))
        }
    }

    @Test("one process serves both eras in turn, each with its own fields")
    func bothEras() throws {
        let client = try Client()
        let modern =
            #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#
        for round in 0..<2 {
            let stateless = try client.call("tools/list", modern)["result"]
            #expect(stateless?["resultType"] == "complete" && stateless?["cacheScope"] == "private")
            if round == 0 { try client.initialize() }
            let ordinary = try client.call("tools/list")["result"]
            #expect(ordinary?["tools"] == stateless?["tools"])
            for name in ["resultType", "ttlMs", "cacheScope", "_meta"] { #expect(ordinary?[name] == nil, "\(name)") }
        }
    }

    @Test("the instructions of the server fit into what hosts keep of them")
    func instructions() throws {
        let text = try #require(try Client().initialize()["result"]?["instructions"]?.string)
        #expect(text.utf8.count < 2048)
        #expect(text.contains("nextCursor"))
    }
}

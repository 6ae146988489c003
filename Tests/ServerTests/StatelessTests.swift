import JSON
import Testing

/// MCP 2026-07-28: every request says its revision and what its client can do.
@Suite("Stateless requests") struct StatelessTests {
    private func params(_ members: String = "", capabilities: String = "{}") -> String {
        #"{\#(members.isEmpty ? "" : members + ",")"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
            + #""io.modelcontextprotocol/clientCapabilities":\#(capabilities)}}"#
    }

    /// Sends a request whose answer need not come next.
    private func ask(_ client: Client, _ method: String, _ params: String, id: String) throws -> JSONValue {
        try client.ask(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
    }

    @Test("discovery tells the revisions, what there is, and who answers")
    func discover() throws {
        let result = try Client().call("server/discover", params())["result"]
        #expect(result?["supportedVersions"] == ["2026-07-28"])
        #expect(result?["capabilities"]?["resources"] == ["subscribe": true, "listChanged": true])
        #expect(result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "galleria")
        #expect(result?["ttlMs"]?.integer != nil && result?["resultType"] == "complete")
    }

    @Test(
        "what the era does not have is -32601 with the revisions that are supported",
        arguments: [
            "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "shutdown",
        ])
    func gone(_ method: String) throws {
        let error = try Client().call(method, params())["error"]
        #expect(error?["code"] == -32601 && error?["data"]?["supported"] == ["2026-07-28"])
    }

    @Test("what the handshake's era does not have is -32601", arguments: ["server/discover", "subscriptions/listen"])
    func notYet(_ method: String) throws {
        let client = try Client()
        #expect(try client.call(method)["error"]?["code"] == -32602, "before the handshake")
        try client.initialize()
        #expect(try client.call(method)["error"]?["code"] == -32601)
    }

    @Test("an id that is null, and a cursor that nobody gave, are refused")
    func refused() throws {
        let client = try Client()
        #expect(try client.call("tools/list", params(), id: "null")["error"]?["code"] == -32600)
        for cursor in [#""x""#, #""""#, "7"] {
            #expect(try client.call("tools/list", params(#""cursor":\#(cursor)"#))["error"]?["code"] == -32602)
        }
        #expect(try client.call("tools/list", params(#""cursor":null"#))["result"] != nil)
    }

    @Test("a tool's result is complete; one that fails is as well, and says so")
    func tools() throws {
        let client = try Client()
        let good = try client.call("tools/call", params(#""name":"probe_echo","arguments":{"text":"a"}"#))["result"]
        #expect(good?["resultType"] == "complete" && good?["structuredContent"] == ["text": "a"])
        #expect(good?["ttlMs"] == nil)
        let bad = try client.call("tools/call", params(#""name":"probe_echo","arguments":{}"#))["result"]
        #expect(bad?["isError"] == true && bad?["resultType"] == "complete")
    }

    @Test("messages are told only to a request that asked for them")
    func logging() throws {
        let client = try Client()
        let call = #""name":"probe_echo","arguments":{"text":"a"}"#
        #expect(try client.call("tools/call", params(call))["result"] != nil)
        let asking = params(call).replacing(
            #""io.modelcontextprotocol/clientCap"#,
            with: #""io.modelcontextprotocol/logLevel":"debug","io.modelcontextprotocol/clientCap"#)
        let told = try ask(client, "tools/call", asking, id: "2")
        #expect(told["method"] == "notifications/message" && told["params"]?["level"] == "debug")
        #expect(try client.message()["id"] == 2)
    }

    @Test("a subscription is acknowledged first, tells what was asked for alone, and ends with its result")
    func subscription() throws {
        let client = try Client()
        let ack = try ask(
            client, "subscriptions/listen", params(#""notifications":{"toolsListChanged":true}"#), id: #""sub""#)
        #expect(ack["method"] == "notifications/subscriptions/acknowledged")
        #expect(ack["params"]?["notifications"] == ["toolsListChanged": true])
        let subscription: JSONValue = "sub"
        #expect(ack["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == subscription)
        #expect(try client.call("ping", id: #""sub""#)["error"]?["code"] == -32600, "its id is taken while it is open")
        client.endInput()
        let end = try client.message()
        #expect(
            end["id"] == subscription
                && end["result"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == subscription)
        #expect(try client.exitStatus() == 0)
    }

    @Test("a subscription that its client cancels is not answered, and its id is free again")
    func cancelled() throws {
        let client = try Client()
        for _ in 0..<2 {
            let ack = try ask(client, "subscriptions/listen", params(#""notifications":{}"#), id: "5")
            #expect(ack["method"] == "notifications/subscriptions/acknowledged")
            client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#)
            #expect(try client.call("ping", id: "6")["id"] == 6)
        }
    }

    @Test("a filter that is invalid, and more subscriptions than may be, are refused")
    func tooMany() throws {
        let client = try Client()
        #expect(try client.call("subscriptions/listen", params())["error"]?["code"] == -32602)
        for id in 1...64 {
            _ = try ask(client, "subscriptions/listen", params(#""notifications":{}"#), id: "\(id)")
        }
        #expect(
            try client.call("subscriptions/listen", params(#""notifications":{}"#), id: "65")["error"]?["code"]
                == -32600)
    }
}

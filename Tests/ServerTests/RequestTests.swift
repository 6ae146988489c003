import JSON
import Testing

/// Plain JSON-RPC 2.0: requests, ids, notifications, batches.
@Suite("Requests") struct RequestTests {
    @Test(
        "W9: ids come back as they were sent",
        arguments: [
            "0", "-1", "1.5", "1e2", "9007199254740993", "9223372036854775808", "123456789012345678901234567890",
            #""""#, #""é""#, #""e\u0301""#, #""\u0000\u001b""#, #""a\u2028b""#,
        ])
    func ids(_ id: String) throws {
        let client = try Client()
        client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
        let line = try #require(try client.line())
        #expect(try JSONValue(parsing: line)["id"] == JSONValue(parsing: id))
        for raw: Unicode.Scalar in ["\u{2028}", "\u{0}", "\u{1b}"] { #expect(!line.unicodeScalars.contains(raw)) }
    }

    @Test("W9: an id of a megabyte comes back")
    func longID() throws {
        let id = String(repeating: "x", count: 1_000_000)
        #expect(try Client().ask(#"{"jsonrpc":"2.0","id":"\#(id)","method":"ping"}"#)["id"] == .string(id))
    }

    @Test("a null id is answered to a plain client, and refused from an MCP client")
    func nullID() throws {
        let client = try Client()
        let line = #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#
        #expect(try client.ask(line) == ["jsonrpc": "2.0", "id": nil, "result": [:]])
        try client.initialize()
        let refused = try client.ask(line)
        #expect(refused["id"] == .some(.null))
        #expect(refused["error"]?["code"] == -32600)
    }

    @Test(
        "W2: JSON that is not a request is -32600, with the id where there is one",
        arguments: [
            ("a number", "1", "null"), ("text", #""ping""#, "null"), ("an empty object", "{}", "null"),
            ("no version", #"{"id":2,"method":"ping"}"#, "2"),
            ("a version that is a number", #"{"jsonrpc":2.0,"id":3,"method":"ping"}"#, "3"),
            ("another version", #"{"jsonrpc":"1.0","id":"4","method":"ping"}"#, #""4""#),
            ("an id that is an object", #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, "null"),
            ("an id that is true", #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, "null"),
            ("a method that is a number", #"{"jsonrpc":"2.0","id":5,"method":1}"#, "5"),
            ("params that are text", #"{"jsonrpc":"2.0","id":6,"method":"ping","params":"bar"}"#, "6"),
        ])
    func notRequests(_ name: String, _ line: String, _ id: String) throws {
        let client = try Client()
        let answer = try client.ask(line)
        #expect(answer["id"] == (try JSONValue(parsing: id)))
        #expect(answer["error"]?["code"] == -32600)
        #expect(try client.call("ping")["result"] == .object([]))
    }

    @Test(
        "W1 W5 W12: what is not JSON is -32700 with a null id, and the next line is served",
        arguments: [
            "{", "hello", #"{"a":1,"a":2}"#, #"{"id":"\ud800"}"#, "{} {}", #"{'a':1}"#, "[1,]", "{}\u{feff}",
        ])
    func notJSON(_ line: String) throws {
        let client = try Client()
        let answer = try client.ask(line)
        #expect(answer["id"] == .some(.null))
        #expect(answer["error"]?["code"] == -32700)
        #expect(try client.call("ping")["result"] == .object([]))
    }

    @Test("W6: limits.depth is the deepest message", arguments: [(8, true), (9, false)])
    func depth(_ levels: Int, _ isServed: Bool) throws {
        let client = try Client([("limits.depth", "8")])
        let nested = String(repeating: "[", count: levels - 2) + String(repeating: "]", count: levels - 2)
        let answer = try client.ask(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":\#(nested)}}"#)
        #expect((answer["result"] != nil) == isServed)
        if !isServed { #expect(answer["error"]?["code"] == -32700) }
    }

    @Test("W7: a line over limits.messageBytes is one -32600 with a null id")
    func longLine() throws {
        let client = try Client([("limits.messageBytes", "1KiB")])
        let answer = try client.ask(String(repeating: "x", count: 5_000))
        #expect(answer["id"] == .some(.null))
        #expect(answer["error"]?["code"] == -32600)
        #expect(try client.call("ping")["result"] == .object([]))
    }

    @Test(
        "W3 W15: unknown methods are -32601",
        arguments: ["foo", "PING", #"ping\u0301"#, "probe.Echo", "rpc.discover", ""])
    func unknownMethod(_ method: String) throws {
        #expect(try Client().call(method)["error"]?["code"] == -32601)
    }

    @Test("an unknown method that is nearly one says which")
    func suggestion() throws {
        let error = try Client().call("probe.ecko")["error"]
        #expect(error?["code"] == -32601)
        #expect(error?["data"]?["suggestions"] == ["probe.echo"])
    }

    @Test("W3: notifications and responses are not answered, known or not")
    func silence() throws {
        let client = try Client()
        client.send(
            #"{"jsonrpc":"2.0","method":"ping"}"#, #"{"jsonrpc":"2.0","method":"foo"}"#,
            #"{"jsonrpc":"2.0","method":"probe.echo","params":{"text":7}}"#, #"{"jsonrpc":"2.0","method":"$/foo"}"#,
            #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
            #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"probe_echo"}}"#, "", " \t")
        #expect(try client.call("ping", id: "7")["result"] == .object([]))
        client.endInput()
        #expect(try client.rest() == [])
    }

    @Test(
        "a notification's method sent as a request is -32601",
        arguments: ["exit", "$/cancelRequest", "notifications/cancelled"])
    func notificationWithID(_ method: String) throws {
        let client = try Client()
        #expect(try client.call(method)["error"]?["code"] == -32601)
        #expect(try client.call("ping")["result"] == .object([]))
    }

    @Test("params by name, absent, null and [] alike; by position is refused", arguments: ["null", "[]", "{}"])
    func absentParams(_ params: String) throws {
        let client = try Client()
        #expect(try client.call("probe.list", params)["result"]?["items"]?.array?.count == 2)
        #expect(try client.call("probe.list", "[1]")["error"]?["code"] == -32602)
    }

    @Test(
        "each fault has its JSON-RPC number and its facts as data",
        arguments: [
            ("invalid_argument", -32602), ("module_disabled", -32601), ("not_found", 1000), ("upstream_timeout", 1001),
            ("upstream_unavailable", 1002), ("upstream_rejected", 1003), ("upstream_malformed", 1004),
            ("too_large", 1005), ("blocked_address", 1006), ("offline", 1007), ("storage_failed", 1008),
            ("busy", 1009), ("cancelled", 1010), ("internal", 1011), ("client_incapable", 1012),
        ])
    func faults(_ code: String, _ number: Int) throws {
        let error = try Client().call("probe.fail", #"{"code":"\#(code)"}"#)["error"]
        #expect(error?["code"] == .integer(number))
        #expect(error?["message"] == "It failed on request. Ask for less.")
        #expect(
            error?["data"] == [
                "code": .string(code), "message": "It failed on request.", "hint": "Ask for less.", "module": "probe",
                "retryable": false,
            ])
    }
}

import JSON
import Testing

/// `tools/list` and `tools/call`.
@Suite("Tools") struct ToolTests {
    private static let revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

    @Test("T2: the list is the same bytes every time, in every session, whatever was called", arguments: revisions)
    func sameBytes(_ revision: String) throws {
        var lists: Set<String> = []
        for _ in 0..<2 {
            let client = try Client()
            try client.initialize(revision)
            for _ in 0..<2 {
                client.send(#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#)
                lists.insert(try #require(try client.line()))
                _ = try client.call("tools/call", #"{"name":"probe_echo","arguments":{"text":"a"}}"#)
            }
        }
        #expect(lists.count == 1)
        #expect((lists.first?.utf8.count ?? .max) <= 20_480)
    }

    @Test("every tool operation is listed once, screens and host switches are not")
    func names() throws {
        let tools = try list("2025-11-25")
        let names = tools.compactMap { $0["name"]?.string }
        #expect(
            names.sorted() == [
                "host_info", "images_show", "probe_echo", "probe_fail", "probe_forget", "probe_hold", "probe_list",
            ])
    }

    @Test("a client gets the fields of its revision", arguments: zip(revisions, [false, true, true, true]))
    func annotations(_ revision: String, _ hasAnnotations: Bool) throws {
        let isStructured = revision >= "2025-06-18"
        for tool in try list(revision) {
            #expect((tool["annotations"]?.members?.count ?? 0) == (hasAnnotations ? 4 : 0))
            #expect((tool["title"] != nil) == isStructured)
            // What gives image content has no structured content, so no schema of it either.
            #expect((tool["outputSchema"] != nil) == (isStructured && tool["name"] != "images_show"))
            #expect(tool["inputSchema"]?["type"] == "object")
            #expect(tool["description"]?.string?.isEmpty == false)
        }
    }

    @Test("T2: the hints are the operation's effect")
    func hints() throws {
        let tools = try list("2025-11-25")
        let echo = tools.first { $0["name"] == "probe_echo" }?["annotations"]
        let hold = tools.first { $0["name"] == "probe_hold" }?["annotations"]
        #expect(echo?["readOnlyHint"] == true && echo?["destructiveHint"] == false && echo?["idempotentHint"] == true)
        #expect(hold?["readOnlyHint"] == false && hold?["destructiveHint"] == true && hold?["idempotentHint"] == false)
    }

    @Test("no schema of a parameter has a union or a reference at its top", arguments: revisions)
    func portableSchemas(_ revision: String) throws {
        for tool in try list(revision) {
            for schema in [tool["inputSchema"], tool["outputSchema"]].compactMap({ $0 }) {
                for word in ["anyOf", "oneOf", "allOf", "$ref"] { #expect(schema[word] == nil) }
            }
        }
    }

    @Test("a call gives text and, where the revision has it, the structured result", arguments: revisions)
    func call(_ revision: String) throws {
        let client = try Client()
        try client.initialize(revision)
        let result = try client.call("tools/call", #"{"name":"probe_echo","arguments":{"text":"hello"}}"#)["result"]
        #expect(result?["isError"] == false)
        #expect(result?["content"]?[0]?["type"] == "text")
        #expect(result?["content"]?[0]?["text"]?.string?.contains("hello") == true)
        #expect(result?["structuredContent"] == (revision >= "2025-06-18" ? ["text": "hello"] : nil))
    }

    @Test(
        "W14: arguments that are refused are results that name the field",
        arguments: [
            ("missing", "{}", "text"), ("none", "null", "text"), ("wrong type", #"{"text":[1]}"#, "text"),
            ("unknown", #"{"text":"a","colour":"red"}"#, "colour"),
            ("lookalike", #"{"te\u0445t":"a","text":"a"}"#, "te\u{445}t"),
        ])
    func badArguments(_ id: String, _ arguments: String, _ field: String) throws {
        let client = try Client()
        try client.initialize()
        let result = try client.call("tools/call", #"{"name":"probe_echo","arguments":\#(arguments)}"#)["result"]
        #expect(result?["isError"] == true)
        #expect(result?["_meta"]?["galleria/error"]?["code"] == "invalid_argument")
        #expect(result?["_meta"]?["galleria/error"]?["field"] == .string(field))
        #expect(result?["_meta"]?["galleria/error"]?["module"] == "probe")
        #expect(result?["content"]?[0]?["text"]?.string?.contains(field) == true)
    }

    @Test("a failure of the operation is a result with its code")
    func failure() throws {
        let client = try Client()
        try client.initialize()
        let answer = try client.call("tools/call", #"{"name":"probe_fail","arguments":{"code":"upstream_timeout"}}"#)
        #expect(answer["result"]?["isError"] == true)
        #expect(answer["result"]?["_meta"]?["galleria/error"]?["code"] == "upstream_timeout")
    }

    @Test(
        "W15: an unknown tool is -32602: names are compared byte by byte",
        arguments: ["nope", "probe.echo", "PROBE_ECHO", #"probe_echo\u0301"#, #"probe_ech\u043e"#, "", "screen_open"])
    func unknownTool(_ name: String) throws {
        let client = try Client()
        try client.initialize()
        let answer = try client.call("tools/call", #"{"name":"\#(name)","arguments":{"text":"a"}}"#)
        #expect(answer["error"]?["code"] == -32602)
    }

    @Test(
        "a call that names no tool is -32602",
        arguments: ["{}", "null", "[]", "[1]", #"{"name":7}"#, #"{"name":null}"#, #"{"arguments":{}}"#])
    func noName(_ params: String) throws {
        let client = try Client()
        try client.initialize()
        #expect(try client.call("tools/call", params)["error"]?["code"] == -32602)
    }

    private func list(_ revision: String) throws -> [JSONValue] {
        let client = try Client()
        try client.initialize(revision)
        return try #require(try client.call("tools/list")["result"]?["tools"]?.array)
    }
}

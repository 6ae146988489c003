import JSON
import JSONRPC
import Testing

@testable import MCP

@Suite("A request that says its revision itself")
struct ClientTests {
    private static let version = "io.modelcontextprotocol/protocolVersion"
    private static let capabilities = "io.modelcontextprotocol/clientCapabilities"

    private func client(_ meta: String) throws -> Result<MCPClient?, RPCError> {
        let params = try read(#"{"_meta":\#(meta)}"#)
        do throws(RPCError) {
            return .success(try MCPClient.stateless(params))
        } catch {
            return .failure(error)
        }
    }

    @Test("without a version it is of another era", arguments: ["null", "{}", "[]", "7", #"{"progressToken":1}"#])
    func anotherEra(_ meta: String) throws {
        #expect(try client(meta).get() == nil)
        #expect(try MCPClient.stateless(nil) == nil)
    }

    @Test(
        "what it can do is said again in every request",
        arguments: [
            ("{}", false, []), (#"{"elicitation":{}}"#, true, []), (#"{"elicitation":{"form":{}}}"#, true, []),
            (#"{"elicitation":{"url":{}}}"#, false, []), (#"{"elicitation":{"url":{},"form":{}}}"#, true, []),
            (#"{"elicitation":null}"#, false, []), (#"{"elicitation":true}"#, false, []),
            (
                #"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app",7]}}}"#, false,
                ["text/html;profile=mcp-app"]
            ), (#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":"text/html"}}}"#, false, []),
            (#"{"extensions":[]}"#, false, []),
        ] as [(String, Bool, [String])])
    func abilities(_ capabilities: String, _ canElicit: Bool, _ views: [String]) throws {
        let meta = #"{"\#(Self.version)":"2026-07-28","\#(Self.capabilities)":\#(capabilities)}"#
        let client = try #require(try client(meta).get())
        #expect(client.revision == .july2026 && client.logLevel == nil)
        #expect(client.capabilities.canElicit == canElicit)
        #expect(client.capabilities.viewTypes == views)
    }

    @Test(
        "what else it declares by an object is there by its name",
        arguments: [
            ("{}", []), ("null", []), (#"{"sampling":{}}"#, ["sampling"]),
            (#"{"roots":{"listChanged":true}}"#, ["roots"]),
            (#"{"sampling":null,"roots":true}"#, []), (#"{"elicitation":{},"extensions":{}}"#, []),
            (#"{"sampling":{"tools":{}},"roots":{}}"#, ["sampling", "roots"]),
        ] as [(String, [String])])
    func further(_ capabilities: String, _ names: [String]) throws {
        #expect(MCPClientCapabilities(try read(capabilities)).further == names)
    }

    @Test(
        "a log level is one of the eight",
        arguments: [("debug", MCPLogLevel.debug), ("emergency", .emergency), ("Debug", nil)])
    func logLevel(_ name: String, _ level: MCPLogLevel?) throws {
        let meta =
            #"{"\#(Self.version)":"2026-07-28","\#(Self.capabilities)":{},"io.modelcontextprotocol/logLevel":"\#(name)"}"#
        #expect(try client(meta).get()?.logLevel == level)
    }

    @Test(
        "what is not whole is -32602, a revision that is not served is -32022 with those that are",
        arguments: [
            (#"{"V":7,"C":{}}"#, -32602), (#"{"V":null,"C":{}}"#, -32602), (#"{"V":"2026-07-28"}"#, -32602),
            (#"{"V":"2026-07-28","C":null}"#, -32602), (#"{"V":"2026-07-28","C":[]}"#, -32602),
            (#"{"V":"2025-11-25","C":{}}"#, -32022), (#"{"V":"2030-01-01"}"#, -32022), (#"{"V":"","C":{}}"#, -32022),
        ])
    func refused(_ short: String, _ code: Int) throws {
        let meta = short.replacing(#""V""#, with: "\"\(Self.version)\"").replacing(
            #""C""#, with: "\"\(Self.capabilities)\"")
        guard case .failure(let error) = try client(meta) else {
            Issue.record("\(meta) was taken")
            return
        }
        #expect(error.code == code)
        if code == -32022 {
            let write = try #require(error.data)
            let data = try read(written { write(&$0) })
            #expect(data["supported"]?.elements.compactMap(\.string) == ["2026-07-28"])
            #expect(data["requested"]?.string != nil)
        }
    }
}

@Suite("What a subscription asks for")
struct SubscriptionFilterTests {
    private func filter(_ notifications: String) throws -> MCPSubscriptionFilter? {
        try? MCPSubscriptionFilter(try read(#"{"notifications":\#(notifications)}"#))
    }

    @Test("each type is opted into by itself")
    func types() throws {
        let none = try #require(try filter("{}"))
        #expect(
            !none.toolsListChanged && !none.promptsListChanged && !none.resourcesListChanged && none.resources.isEmpty)
        let some = try #require(
            try filter(
                #"{"toolsListChanged":true,"promptsListChanged":false,"resourcesListChanged":1,"other":true,"resourceSubscriptions":["a","b"]}"#
            ))
        #expect(some.toolsListChanged && !some.promptsListChanged && !some.resourcesListChanged)
        #expect(some.resources == ["a", "b"])
        let id = try #require(RPCIdentifier(try read("\"x\"")))
        #expect(
            written { some.write(for: id, into: &$0) }
                == #"{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["a","b"]},"_meta":{"io.modelcontextprotocol/subscriptionId":"x"}}"#
        )
    }

    @Test(
        "what is no filter is refused",
        arguments: ["null", "[]", "7", #"{"resourceSubscriptions":"a"}"#, #"{"resourceSubscriptions":[1]}"#])
    func refused(_ notifications: String) throws {
        #expect(try filter(notifications) == nil)
        #expect((try? MCPSubscriptionFilter(nil)) == nil)
    }

    @Test("no more routes than a subscription may have")
    func limit() throws {
        func many(_ count: Int) -> String {
            #"{"resourceSubscriptions":["# + (0..<count).map { "\"u\($0)\"" }.joined(separator: ",") + "]}"
        }
        #expect(try filter(many(64))?.resources.count == 64)
        #expect(try filter(many(65)) == nil)
    }
}

@Suite("Results")
struct ResultTests {
    private let server = MCPServer.sample

    private func members(_ revision: MCPRevision, _ cache: MCPCacheHint?, meta: Bool) throws -> [String] {
        let id = try #require(RPCIdentifier(try read("1")))
        let bytes = RPCReply.mcp(
            id, revision, from: server, cache: cache,
            meta: meta
                ? { writer in
                    writer.key("a")
                    writer.bool(true)
                } : nil
        ) { writer in
            writer.key("b")
            writer.bool(true)
        }
        let result = try #require(try read(String(decoding: bytes, as: UTF8.self))["result"])
        return result.members.map(\.key) + (result["_meta"]?.members.map(\.key) ?? [])
    }

    @Test("those of the stateless era say what they are, and how long they may be kept; others never do")
    func fields() throws {
        let info = "io.modelcontextprotocol/serverInfo"
        #expect(
            try members(.july2026, .lists, meta: true) == [
                "resultType", "b", "ttlMs", "cacheScope", "_meta", "a", info,
            ])
        #expect(try members(.july2026, nil, meta: false) == ["resultType", "b", "_meta", info])
        let id = try #require(RPCIdentifier(try read("1")))
        for isIntroduction in [false, true] {
            let bytes = RPCReply.mcp(id, .july2026, from: server, isIntroduction: isIntroduction) { _ in }
            let told = try read(String(decoding: bytes, as: UTF8.self))["result"]?["_meta"]?[info]
            #expect(
                told?.members.map(\.key) == ["name", "title", "version"]
                    + (isIntroduction ? ["description", "websiteUrl", "icons"] : []))
        }
        for revision in MCPRevision.handshake {
            #expect(try members(revision, .lists, meta: false) == ["b"])
            #expect(try members(revision, .lists, meta: true) == ["b", "_meta", "a"])
        }
    }
}

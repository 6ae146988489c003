import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// Results as the clients in the field take them.
@Suite("17.16: Rules of clients") struct ClientRuleTests {
    private static let calls: [(name: String, arguments: String)] =
        FaultCode.allCases.map { ("probe_fail", #"{"code":"\#($0.rawValue)"}"#) } + [
            ("probe_fail", #"{"code":"none"}"#), ("probe_echo", "{}"), ("probe_echo", #"{"text":"a"}"#),
            ("probe_list", #"{"pages":2}"#), ("bazaar_show", #"{"id":"a"}"#), ("bazaar_show", #"{"id":"missing"}"#),
            ("bazaar_buy", #"{"id":"a"}"#), ("host_info", "{}"), ("images_show", "{}"),
        ]

    @Test(
        "no result is thrown away, turned into a file, or without its code and its hint",
        arguments: ["2025-06-18", nil])
    func results(_ revision: String?) throws {
        let client = try Client(features: [Feature(Probe.self), Feature(Bazaar.self)])
        if let revision { try client.initialize(revision) }
        let meta =
            #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
        let common = revision == nil ? meta : #""_meta":{}"#
        let tools = try #require(try client.call("tools/list", "{\(common)}")["result"]?["tools"]?.array)
        for (name, arguments) in Self.calls {
            let answer = try client.call("tools/call", #"{"name":"\#(name)","arguments":\#(arguments),\#(common)}"#)
            // Of the stateless revision's own errors.
            if arguments.contains("client_incapable"), revision == nil { continue }
            let result = try #require(answer["result"], "\(name) \(arguments)")
            let tool = try #require(tools.first { $0["name"] == .string(name) })
            let mistakes = ClientRules.mistakes(result, outputSchema: tool["outputSchema"])
            #expect(mistakes == [], "\(name) \(arguments)")
            #expect((result["structuredContent"] == nil) == (result["isError"] == true))
        }
    }

    @Test("the rules find what version 1 did")
    func rules() throws {
        let schema: JSONValue = ["type": "object", "properties": ["text": ["type": "string"]], "required": ["text"]]
        let old: JSONValue = [
            "content": [
                ["type": "text", "text": "No."], ["type": "resource_link", "uri": "galleria://a", "name": "a"],
            ],
            "structuredContent": ["code": "not_found"], "isError": true,
        ]
        #expect(!ClientRules.typeScript(old, outputSchema: schema).isEmpty)
        #expect(ClientRules.langChain(old) == ["a file part of a resource_link"])
        #expect(ClientRules.claudeCode(old).count == 3)
    }

    @Test("the text of a single item ends with its route, also for revisions without links")
    func route() throws {
        for revision in ["2024-11-05", "2025-11-25"] {
            let client = try Client(features: [Feature(Bazaar.self)])
            try client.initialize(revision)
            let result = try client.call("tools/call", #"{"name":"bazaar_show","arguments":{"id":"a b"}}"#)["result"]
            #expect(result?["content"]?.array?.count == 1)
            #expect(result?["content"]?[0]?["text"]?.string == "> a b\n\ngalleria://stall/a%20b")
        }
    }
}

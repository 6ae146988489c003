import DesignSystem
import FeatureKit
import HTTP
import JSON
import Settings
import TestSupport
import Testing

/// A feature that hands on what its upstream says, as a result or as a fault.
private struct Rumour: FeatureModule {
    static let manifest = ModuleManifest(
        id: "rumour", title: "Rumour", doc: "A feature for tests.",
        settings: ModuleSettings(id: "rumour", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { request in
            let texts = UntrustedTextTests.texts
            guard let number = request.path.last.flatMap({ Int($0) }), texts.indices.contains(number) else {
                return nil
            }
            let body: JSONValue = ["text": .string(texts[number])]
            return HTTPResponse(status: 200, body: body.serialized())
        })

    private let upstream: Upstream

    init(_ context: FeatureContext) throws(Fault) {
        upstream = context.upstream
    }

    func register(in registry: inout ModuleRegistration) {
        registry.add(tell(name: "tell", fails: false))
        registry.add(tell(name: "deny", fails: true))
    }

    private func tell(name: String, fails: Bool) -> Operation<Int, String> {
        Operation(
            name, title: "Tell a rumour", doc: "What is said.", effect: .reads, example: [JSONMember("number", 0)],
            parameters: ParameterShape(
                { $0 }, Parameter.required("number", .whole(0...1_000), "Which.", examples: [0])),
            result: ResultShape([ResultField("text", .text, "What is said.") { $0 }]),
            present: { Document([.heading(level: 1, Inline($0)), .text($0)]) }
        ) { number, _ throws(Fault) in
            let text = try await upstream.json([String(number)]) { $0.document.root["text"]?.string ?? "" }
            if fails { throw Fault(.upstreamRejected, "It said: \(text).", hint: "Ask \(text).") }
            return text
        }
    }
}

/// Texts of an upstream, as a client receives them.
@Suite("Untrusted text") struct UntrustedTextTests {
    static let texts = HostileText.all.map(\.text) + HostileText.lures

    @Test("T1 T2: hostile text of an upstream reaches no text of a result or an error, and changes no list of tools")
    func upstream() throws {
        let client = try Client([(key: "network.data", value: "sample")], features: [Feature(Rumour.self)])
        func list() throws -> String {
            client.send(#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#)
            return try #require(try client.line())
        }
        try client.initialize()
        let before = try list()
        for (number, hostile) in Self.texts.enumerated() {
            for (tool, isError) in [("tell", false), ("deny", true)] {
                let result = try client.call(
                    "tools/call", #"{"name":"rumour_\#(tool)","arguments":{"number":\#(number)}}"#)["result"]
                #expect(result?["isError"] == .bool(isError))
                let text = try #require(result?["content"]?[0]?["text"]?.string)
                #expect(text.forbiddenScalars == [], "\(hostile.debugDescription)")
                if isError {
                    #expect(!text.contains { $0.isNewline }, "\(hostile.debugDescription)")
                    // 17.13: no link, no picture, no element.
                    for mark in ["](", "][", "]:", "<img", "<script", "</", "<!", "`"] {
                        let rest = text.replacing("\\\(mark.prefix(1))", with: "")
                        #expect(!rest.contains(mark), "\(mark): \(text.debugDescription)")
                    }
                }
                // The data is what was said, to the scalar.
                let data =
                    (isError ? result?["_meta"]?["galleria/error"]?["message"] : result?["structuredContent"]?["text"])?
                    .string
                #expect(
                    data?.unicodeScalars.elementsEqual((isError ? "It said: \(hostile)." : hostile).unicodeScalars)
                        == true)
            }
            let answer = try client.call("rumour.deny", #"{"number":\#(number)}"#)
            #expect(answer["error"]?["message"]?.string?.forbiddenScalars == [], "\(hostile.debugDescription)")
        }
        #expect(try list() == before)
    }
}

/// The tools that belong to no feature, whose own conformance kit tries the same.
@Suite("Generated calls") struct GeneratedCallTests {
    private static let calls = 1_000

    private func client() throws -> Client {
        try Client([(key: "network.data", value: "sample")], features: [Feature(Gallery.self)])
    }

    /// The schemas of the tools' parameters.
    private func tools(_ client: Client) throws -> [(name: String, schema: JSONValue)] {
        try client.initialize()
        return try #require(try client.call("tools/list")["result"]?["tools"]?.array).map { tool in
            (try #require(tool["name"]?.string), try #require(tool["inputSchema"]))
        }
    }

    /// Calls a tool, and gives the fault; nil for a result.
    private func fault(_ client: Client, _ tool: String, _ arguments: JSONValue) throws -> JSONValue? {
        let params: JSONValue = ["name": .string(tool), "arguments": arguments]
        let answer = try client.call("tools/call", String(decoding: params.serialized(), as: UTF8.self))
        if answer["error"] != nil { return answer["error"] }
        let result = try #require(answer["result"])
        let text = result["content"]?.array?.compactMap { $0["text"]?.string }.joined() ?? ""
        #expect(text.forbiddenScalars == [], "\(tool) \(arguments)")
        return result["isError"] == true ? result["_meta"]?["galleria/error"] : nil
    }

    @Test("W13 W14: a wrong call of the host's own tools is refused by its parameter's name")
    func wrong() async throws {
        try await client().offPool { client in
            for (tool, schema) in try tools(client) {
                var calls = GeneratedCalls(schema, name: tool)
                for _ in 0..<Self.calls {
                    let wrong = calls.wrong()
                    let fault = try fault(client, tool, wrong.parameters)
                    #expect(fault?["code"] == "invalid_argument" || fault?["code"] == -32602, "\(tool) \(wrong)")
                    if let field = wrong.field { #expect(fault?["field"]?.string == field, "\(tool) \(wrong)") }
                }
            }
        }
    }

    @Test("W13 W14 F1: each parameter of the host's own tools takes or refuses any text and number")
    func naughty() async throws {
        try await client().offPool { client in
            for (tool, schema) in try tools(client) {
                for property in schema["properties"]?.members ?? [] {
                    for value in NaughtyTexts.all.map({ JSONValue.string($0) }) + OddNumbers.values {
                        let fault = try fault(client, tool, .object([JSONMember(property.key, value)]))
                        let isRefused = GeneratedCalls.takes(value, property.value) == false
                        #expect(fault?["code"] != "internal", "\(tool) \(value)")
                        #expect(!isRefused || fault?["field"]?.string == property.key, "\(tool) \(value)")
                    }
                }
            }
            #expect(try client.call("ping")["result"] != nil)
        }
    }
}

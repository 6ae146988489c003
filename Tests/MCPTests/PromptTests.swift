import JSON
import Testing

@testable import MCP

@Suite("Prompts on the wire")
struct PromptTests {
    private let prompt = MCPPrompt(
        name: "shelf_plan", title: "A plan", description: "Plans.",
        arguments: [
            MCPPromptArgument(name: "topic", description: "What.", required: true),
            MCPPromptArgument(name: "weeks", description: "How long.", required: false),
        ])

    @Test("A prompt is listed with the fields of its revision", arguments: Known.all)
    func listed(_ known: Known) {
        let title = known.structured ? #""title":"A plan","# : ""
        #expect(
            written { prompt.write(for: known.revision, into: &$0) }
                == #"{"name":"shelf_plan",\#(title)"description":"Plans.","arguments":["#
                + #"{"name":"topic","description":"What.","required":true},"#
                + #"{"name":"weeks","description":"How long.","required":false}]}"#)
    }

    @Test("The result has messages of the user: text, and facts as embedded resources")
    func result() {
        let result = MCPPromptResult(
            description: "Plans.",
            messages: [
                .text("Do \"it\"."),
                .resource(MCPContents(uri: "galleria://shelf", mimeType: "text/markdown", .text("# Shelf"))),
            ])
        #expect(
            object { result.writeFields(for: .november2024, into: &$0) }
                == #"{"description":"Plans.","messages":["#
                + #"{"role":"user","content":{"type":"text","text":"Do \"it\"."}},"#
                + #"{"role":"user","content":{"type":"resource","resource":{"uri":"galleria://shelf","#
                + ##""mimeType":"text/markdown","text":"# Shelf"}}}]}"##)
    }

    @Test(
        "What names no prompt is no request",
        arguments: [nil, "null", "[]", "{}", #"{"name":7}"#, #"{"Name":"a"}"#, #"{"arguments":{"name":"a"}}"#])
    func noRequest(_ params: String?) throws {
        #expect(MCPPromptRequest(try params.map(read)) == nil)
    }

    @Test("A request has a name and maybe arguments")
    func request() throws {
        let request = try #require(MCPPromptRequest(try read(#"{"name":"a","arguments":{"b":"c"}}"#)))
        #expect(request.name == "a" && request.arguments?["b"]?.string == "c")
        #expect(try #require(MCPPromptRequest(try read(#"{"name":""}"#))).arguments == nil)
    }

    @Test("The handshake offers prompts, and completions since they are a capability", arguments: Known.all)
    func capabilities(_ known: Known) throws {
        let handshake = try #require(
            MCPHandshake(
                params: try read(#"{"protocolVersion":"\#(known.revision.rawValue)"}"#),
                server: .sample, instructions: ""))
        let capabilities = try read(written { handshake.write(into: &$0) })["capabilities"]
        #expect(capabilities?["prompts"]?["listChanged"]?.bool == true)
        #expect((capabilities?["completions"] != nil) == (known.revision != .november2024))
        #expect(capabilities?["completions"]?.count ?? 0 == 0)
    }
}

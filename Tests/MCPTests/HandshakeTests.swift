import JSON
import Testing

@testable import MCP

@Suite("The handshake")
struct HandshakeTests {
    private func handshake(_ params: String?) throws -> MCPHandshake? {
        MCPHandshake(
            params: try params.map(read), server: .sample,
            instructions: "Search first.")
    }

    private func answer(_ params: String) throws -> String {
        let handshake = try #require(try handshake(params))
        return written { handshake.write(into: &$0) }
    }

    @Test("A served revision is agreed on as asked", arguments: MCPRevision.handshake)
    func served(_ revision: MCPRevision) throws {
        let answer = try answer(#"{"protocolVersion":"\#(revision.rawValue)","capabilities":{}}"#)
        #expect(try read(answer)["protocolVersion"]?.string == revision.rawValue)
    }

    @Test(
        "Any other revision is answered with the latest one",
        arguments: [
            "2026-07-28", "2025-11-26", "1999-01-01", "", "latest", "DRAFT-2026-v1", "2025-11-25 ", " 2024-11-05",
            "2024-11-05\\u0301", "２０２４-11-05", "2024-11-5",
        ])
    func unknown(_ asked: String) throws {
        let handshake = try #require(try handshake(#"{"protocolVersion":"\#(asked)"}"#))
        #expect(handshake.revision == .november2025)
        #expect(handshake.revision == MCPRevision.handshake.max())
    }

    @Test(
        "Without a text as protocolVersion there is no handshake",
        arguments: [
            nil, "null", "{}", "[]", #"["2025-11-25"]"#, #"{"protocolVersion":null}"#, #"{"protocolVersion":20251125}"#,
            #"{"protocolversion":"2025-11-25"}"#, #"{"capabilities":{"protocolVersion":"2025-11-25"}}"#,
        ])
    func missing(_ params: String?) throws {
        #expect(try handshake(params) == nil)
    }

    @Test(
        "What clients say of themselves does not matter",
        arguments: [
            #""capabilities":null"#, #""capabilities":{}"#, #""capabilities":{"roots":{"listChanged":true}}"#,
            #""clientInfo":null"#, #""clientInfo":{"name":"x","version":"1"}"#, #""capabilities":[],"clientInfo":7"#,
            #""_meta":{"a":1},"unknown":true"#,
        ])
    func leniency(_ members: String) throws {
        let plain = try answer(#"{"protocolVersion":"2025-06-18"}"#)
        #expect(try answer(#"{"protocolVersion":"2025-06-18",\#(members)}"#) == plain)
    }

    @Test("The answer has the fields of its revision and no others", arguments: Known.all)
    func fields(_ known: Known) throws {
        let answer = try answer(#"{"protocolVersion":"\#(known.revision.rawValue)"}"#)
        #expect(try names(answer) == ["protocolVersion", "capabilities", "serverInfo", "instructions"])
        let info = try #require(try read(answer)["serverInfo"])
        let introduction = known.revision == .november2025 ? ["description", "websiteUrl", "icons"] : []
        #expect(info.members.map(\.key) == ["name"] + (known.structured ? ["title"] : []) + ["version"] + introduction)
        if known.revision == .november2025 {
            #expect(info["description"]?.string == "Sells." && info["websiteUrl"]?.string == "https://e.example/")
            let icon: JSONValue = ["src": "data:image/png;base64,AA==", "mimeType": "image/png", "sizes": ["48x48"]]
            #expect(info["icons"].map(JSONValue.init) == [icon])
        }
        #expect(info["name"]?.string == "galleria")
        #expect(info["version"]?.string == "1.2.3")
        #expect(info["title"]?.string == (known.structured ? "Galleria" : nil))
        #expect(try read(answer)["instructions"]?.string == "Search first.")
        #expect(try read(answer)["capabilities"]?["tools"]?["listChanged"]?.bool == true)
        for modern in ["resultType", "supportedVersions", "ttlMs", "cacheScope", "_meta"] {
            #expect(try read(answer)[modern] == nil)
        }
    }

    @Test("17.17: views are advertised since 2025-11-25, and before to clients that show them", arguments: Known.all)
    func views(_ known: Known) throws {
        let views = #""extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}"#
        for (isShown, capabilities) in [(false, "{}"), (true, "{\(views)}")] {
            let answer = try answer(
                #"{"protocolVersion":"\#(known.revision.rawValue)","capabilities":\#(capabilities)}"#)
            let told = try read(answer)["capabilities"]?["extensions"].map(JSONValue.init)
            let expected: JSONValue = ["io.modelcontextprotocol/ui": ["mimeTypes": ["text/html;profile=mcp-app"]]]
            #expect(told == (isShown || known.revision == .november2025 ? .some(expected) : .none))
        }
    }

    @Test("What each revision can do", arguments: Known.all)
    func abilities(_ known: Known) {
        #expect(known.revision.allowsBatches == known.batches)
        #expect(known.revision.hasAnnotations == known.annotations)
        #expect(known.revision.hasStructuredContent == known.structured)
    }

    @Test("Revisions are in the order of their dates, and each is known")
    func order() {
        #expect(MCPRevision.allCases.sorted() == MCPRevision.allCases)
        #expect(MCPRevision.handshake == Known.all.map(\.revision))
        #expect(MCPRevision.latestHandshake == .november2025)
        #expect(MCPRevision.handshake + MCPRevision.stateless == MCPRevision.allCases)
        #expect(MCPRevision.allCases.filter(\.isStateless) == MCPRevision.stateless)
    }
}

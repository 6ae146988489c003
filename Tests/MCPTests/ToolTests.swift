import JSON
import Testing

@testable import MCP

@Suite("Tools as they are listed")
struct ToolTests {
    private static let input: JSONValue = ["type": "object", "properties": ["query": ["type": "string"]]]

    private func text(
        for revision: MCPRevision, hasOutput: Bool = true, hints: [Bool] = [true, false, true, false]
    ) -> String {
        let tool = MCPTool(
            name: "book_shelf_search", title: "Search books", description: "Finds books.",
            annotations: MCPToolAnnotations(
                readOnly: hints[0], destructive: hints[1], idempotent: hints[2], openWorld: hints[3]))
        return written { writer in
            tool.write(for: revision, hasOutput: hasOutput, into: &writer) {
                $0.value(Self.input)
            } output: {
                $0.schema(.object)
            }
        }
    }

    @Test("A tool has the fields of the revision and no others", arguments: Known.all)
    func fields(_ known: Known) throws {
        let text = text(for: known.revision)
        let expected =
            ["name"] + (known.structured ? ["title"] : []) + ["description", "inputSchema"]
            + (known.structured ? ["outputSchema"] : []) + (known.annotations ? ["annotations"] : [])
        #expect(try names(text) == expected)
        let root = try read(text)
        #expect(root["name"]?.string == "book_shelf_search")
        #expect(root["description"]?.string == "Finds books.")
        #expect(root["inputSchema"].map(JSONValue.init) == Self.input)
        #expect(root["outputSchema"].map(JSONValue.init) == (known.structured ? ["type": "object"] : nil))
    }

    @Test("A tool without an output schema has none in any revision", arguments: MCPRevision.allCases)
    func noOutput(_ revision: MCPRevision) throws {
        let text = text(for: revision, hasOutput: false)
        #expect(try !names(text).contains("outputSchema"))
    }

    @Test("All four annotations are written, whatever they say", arguments: 0..<16)
    func annotations(_ bits: Int) throws {
        let hints = (0..<4).map { bits & (1 << $0) != 0 }
        let text = text(for: .march2025, hints: hints)
        let members = try #require(try read(text)["annotations"]).members.map { ($0.key, $0.value.bool) }
        #expect(members.map(\.0) == ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"])
        #expect(members.map(\.1) == hints)
    }
}

@Suite("The results of tools")
struct ToolResultTests {
    @Test("A result has the fields of the revision and no others", arguments: Known.all)
    func fields(_ known: Known) throws {
        let result = MCPToolResult(text: { $0.string("1 book\n") }) { $0.value(["total": 1]) }
        let structured = known.structured ? #""structuredContent":{"total":1},"# : ""
        #expect(
            object { result.writeFields(for: known.revision, into: &$0) }
                == #"{"content":[{"type":"text","text":"1 book\n"}],\#(structured)"isError":false}"#)
    }

    @Test("17.16: A failure has its text and no structured content, whatever the revision", arguments: Known.all)
    func failure(_ known: Known) throws {
        let result = MCPToolResult(failure: "not_found: No.") { writer in
            writer.key("a")
            writer.bool(true)
        }
        #expect(
            object { result.writeFields(for: known.revision, into: &$0) }
                == #"{"content":[{"type":"text","text":"not_found: No."}],"isError":true}"#)
        #expect(object { result.meta?(&$0) } == #"{"a":true}"#)
    }

    @Test(
        "W11: hostile text stays inside its string",
        arguments: [
            "\u{2028}", "\n", "\"", "\\", "\u{1B}[31m", "\u{0}", "]}", "\u{85}", "e\u{301}", "",
        ])
    func hostile(_ text: String) throws {
        let result = MCPToolResult(text: { $0.string(text) }) { $0.value(["t": .string(text)]) }
        let line = object { result.writeFields(for: .november2025, into: &$0) }
        let root = try read(line)
        #expect(root["content"]?[0]?["text"].map(JSONValue.init) == .string(text))
        #expect(root["structuredContent"]?["t"].map(JSONValue.init) == .string(text))
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || [0x7F, 0x85, 0x2028, 0x2029].contains($0.value) })
    }
}

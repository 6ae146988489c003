import JSON
import Testing

@testable import MCP

/// Blocks of results and messages, and what stands at an address.
@Suite("Content") struct ContentTests {
    private static let blocks: [(MCPContent, String)] = [
        (.text("# a"), ##"{"type":"text","text":"# a"}"##),
        (.image(mimeType: "image/png", data: "AA=="), #"{"type":"image","data":"AA==","mimeType":"image/png"}"#),
        (.audio(mimeType: "audio/wav", data: "AA=="), #"{"type":"audio","data":"AA==","mimeType":"audio/wav"}"#),
        (
            .resource(MCPContents(uri: "a://b", mimeType: "text/plain", .text("c"))),
            #"{"type":"resource","resource":{"uri":"a://b","mimeType":"text/plain","text":"c"}}"#
        ),
        (
            .resource(MCPContents(uri: "a://b", mimeType: "image/png", .blob("AA=="), meta: ["x": 1])),
            #"{"type":"resource","resource":{"uri":"a://b","mimeType":"image/png","blob":"AA==","_meta":{"x":1}}}"#
        ),
    ]

    @Test("a block is written as its type wants it", arguments: [MCPRevision.march2025, .november2025, .july2026])
    func written(_ revision: MCPRevision) {
        for (block, expected) in Self.blocks {
            #expect(MCPTests.written { block.write(for: revision, into: &$0) } == expected)
        }
    }

    @Test("a sound is a text where there are no sounds, and all else is as it is")
    func noSound() throws {
        for (block, expected) in Self.blocks {
            let text = MCPTests.written { block.write(for: .november2024, into: &$0) }
            guard case .audio = block else {
                #expect(text == expected)
                continue
            }
            #expect(text == #"{"type":"text","text":"A sound (audio/wav)."}"#)
        }
    }

    @Test("a result of blocks is these alone, in their order")
    func result() {
        let result = MCPToolResult(content: [.text("a"), .text("b")])
        #expect(
            object { result.writeFields(for: .july2026, into: &$0) }
                == #"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"isError":false}"#)
    }

    @Test("what is read is a list of one")
    func contents() {
        #expect(
            object { MCPContents(uri: "a://b", mimeType: "c/d", .blob("AA==")).write(into: &$0) }
                == #"{"contents":[{"uri":"a://b","mimeType":"c/d","blob":"AA=="}]}"#)
    }
}

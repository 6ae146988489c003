import JSON
import Testing

@testable import MCP

/// One row of a table: `id` names it in the test's report.
struct Case<Expected: Sendable>: Sendable, CustomTestStringConvertible {
    let id: String
    let text: String
    let expected: Expected

    init(_ id: String, _ text: String, _ expected: Expected) {
        self.id = id
        self.text = text
        self.expected = expected
    }

    var testDescription: String { id }
}

/// The value that `text` is.
func read(_ text: String) throws -> JSONNode { try JSONDocument(parsing: text).root }

/// Text that `write` writes.
func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// The object whose members `write` writes, as text.
func object(_ write: (inout JSONWriter) -> Void) -> String {
    written { writer in
        writer.beginObject()
        write(&writer)
        writer.endObject()
    }
}

/// The names of an object's members, in their order.
func names(_ text: String) throws -> [String] { try read(text).members.map(\.key) }

extension MCPServer {
    static let sample = MCPServer(
        name: "galleria", title: "Galleria", version: "1.2.3", description: "Sells.", website: "https://e.example/",
        icons: [MCPIcon(source: "data:image/png;base64,AA==", mimeType: "image/png", sizes: ["48x48"])],
        viewTypes: ["text/html;profile=mcp-app"])
}

/// A revision with what it is known to have.
struct Known: Sendable, CustomTestStringConvertible {
    let revision: MCPRevision
    let batches: Bool
    let annotations: Bool
    let structured: Bool

    var testDescription: String { revision.rawValue }

    /// From the changelogs of the specification.
    static let all = [
        Known(revision: .november2024, batches: true, annotations: false, structured: false),
        Known(revision: .march2025, batches: true, annotations: true, structured: false),
        Known(revision: .june2025, batches: false, annotations: true, structured: true),
        Known(revision: .november2025, batches: false, annotations: true, structured: true),
    ]
}

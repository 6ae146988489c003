package import JSON

/// The result of `tools/call`.
package struct MCPToolResult: Sendable {
    private typealias Write = @Sendable (inout JSONWriter) -> Void

    /// Blocks; empty for a result that is facts.
    private let content: [MCPContent]
    /// Writers of the facts as text, one JSON string, and as one JSON object; nil for blocks, and for a failure.
    private let facts: (text: Write, structured: Write)?
    private let isError: Bool
    /// Writes members of `_meta`; nil for none.
    package var meta: (@Sendable (inout JSONWriter) -> Void)?

    /// - Parameter text: writes one JSON string, for models that read text: the same facts as `structured`.
    package init(
        text: @escaping @Sendable (inout JSONWriter) -> Void,
        structured: @escaping @Sendable (inout JSONWriter) -> Void
    ) {
        content = []
        facts = (text, structured)
        isError = false
    }

    /// A failed call. It has no structured content: clients check that against the tool's output schema, and
    /// `@modelcontextprotocol/sdk` 1.x then throws the text away with it.
    /// - Parameters:
    ///   - text: everything that a model needs to go on.
    ///   - meta: writes members of `_meta`: the same for programs.
    package init(failure text: String, meta: @escaping @Sendable (inout JSONWriter) -> Void) {
        content = [.text(text)]
        facts = nil
        isError = true
        self.meta = meta
    }

    /// Blocks that are the whole result, such as a picture with its facts as text. What hosts show or give to the model
    /// are the blocks, so there is no structured content that would carry them a second time.
    package init(content: [MCPContent]) {
        self.content = content
        facts = nil
        isError = false
    }

    /// Writes the whole result, as it stands inside another one (2026-07-28).
    package func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("resultType")
        writer.string("complete" as StaticString)
        writeFields(for: .july2026, into: &writer)
        if let meta {
            writer.key("_meta")
            writer.beginObject()
            meta(&writer)
            writer.endObject()
        }
        writer.endObject()
    }

    /// Writes the members of a result that is facts, without braces and without `_meta`.
    /// - Parameters:
    ///   - text: writes one JSON string.
    ///   - structured: writes one JSON object.
    package static func writeFacts(
        for revision: MCPRevision, into writer: inout JSONWriter, text: (inout JSONWriter) -> Void,
        structured: (inout JSONWriter) -> Void
    ) {
        writer.begin(#""content":["#)
        MCPContent.writeText(into: &writer, text)
        writer.endArray()
        if revision.hasStructuredContent {
            writer.begin(#""structuredContent":"#)
            structured(&writer)
        }
        writer.members(#""isError":false"#)
    }

    /// Writes the members of the result that `revision` knows, without braces and without `_meta`.
    package func writeFields(for revision: MCPRevision, into writer: inout JSONWriter) {
        if let facts {
            return Self.writeFacts(for: revision, into: &writer, text: facts.text, structured: facts.structured)
        }
        writer.key("content")
        writer.beginArray()
        for block in content { block.write(for: revision, into: &writer) }
        writer.endArray()
        writer.key("isError")
        writer.bool(isError)
    }
}

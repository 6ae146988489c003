package import JSON

/// The result of `tools/call`.
package struct MCPToolResult: Sendable {
    package let content: [MCPContent]
    /// Writes one JSON object; nil for a tool without an output schema.
    package let structured: (@Sendable (inout JSONWriter) -> Void)?
    package let isError: Bool
    /// Where what the result is about can be read and watched; nil for nowhere. Comes after the text.
    package var link: MCPResource?
    /// Writes members of `_meta`; nil for none.
    package var meta: (@Sendable (inout JSONWriter) -> Void)?

    /// - Parameter text: for models that read text: the same facts as `structured`.
    package init(text: String, structured: @escaping @Sendable (inout JSONWriter) -> Void, isError: Bool) {
        content = [.text(text)]
        self.structured = structured
        self.isError = isError
    }

    /// Blocks that are the whole result, such as a picture with its facts as text. What hosts show or give to the model
    /// are the blocks, so there is no structured content that would carry them a second time.
    package init(content: [MCPContent]) {
        self.content = content
        structured = nil
        isError = false
    }

    /// Writes the whole result, as it stands inside another one (2026-07-28).
    func write(into writer: inout JSONWriter) {
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

    /// Writes the members of the result that `revision` knows, without braces and without `_meta`.
    package func writeFields(for revision: MCPRevision, into writer: inout JSONWriter) {
        writer.key("content")
        writer.beginArray()
        for block in content { block.write(for: revision, into: &writer) }
        link?.writeLink(for: revision, into: &writer)
        writer.endArray()
        if revision.hasStructuredContent, let structured {
            writer.key("structuredContent")
            structured(&writer)
        }
        writer.key("isError")
        writer.bool(isError)
    }
}

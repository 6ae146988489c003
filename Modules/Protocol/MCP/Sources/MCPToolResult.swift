package import JSON

/// The result of `tools/call`.
package struct MCPToolResult: Sendable {
    /// For models that read text: the same facts as `structured`.
    package let text: String
    /// Writes one JSON object.
    package let structured: @Sendable (inout JSONWriter) -> Void
    package let isError: Bool

    package init(text: String, structured: @escaping @Sendable (inout JSONWriter) -> Void, isError: Bool) {
        self.text = text
        self.structured = structured
        self.isError = isError
    }

    /// Writes the result with the fields that `revision` knows.
    package func write(for revision: MCPRevision, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("content")
        writer.beginArray()
        writer.beginObject()
        writer.key("type")
        writer.string("text" as StaticString)
        writer.key("text")
        writer.string(text)
        writer.endObject()
        writer.endArray()
        if revision.hasStructuredContent {
            writer.key("structuredContent")
            structured(&writer)
        }
        writer.key("isError")
        writer.bool(isError)
        writer.endObject()
    }
}

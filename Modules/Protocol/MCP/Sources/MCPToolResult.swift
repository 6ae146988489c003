package import JSON

/// The result of `tools/call`.
package struct MCPToolResult: Sendable {
    /// For models that read text: the same facts as `structured`.
    package let text: String
    /// Comes before the text.
    package let image: MCPImage?
    /// Writes one JSON object; nil for a tool without an output schema.
    package let structured: (@Sendable (inout JSONWriter) -> Void)?
    package let isError: Bool
    /// Where what the result is about can be read and watched; nil for nowhere. Comes after the text.
    package var link: MCPResource?
    /// Writes members of `_meta`; nil for none.
    package var meta: (@Sendable (inout JSONWriter) -> Void)?

    package init(text: String, structured: @escaping @Sendable (inout JSONWriter) -> Void, isError: Bool) {
        self.text = text
        self.image = nil
        self.structured = structured
        self.isError = isError
    }

    /// A picture, with its facts as text. What hosts show or give to the model is the picture, so there is no structured
    /// content that would carry it a second time.
    package init(image: MCPImage, text: String) {
        self.text = text
        self.image = image
        self.structured = nil
        self.isError = false
    }

    /// Writes the members of the result that `revision` knows, without braces and without `_meta`.
    package func writeFields(for revision: MCPRevision, into writer: inout JSONWriter) {
        writer.key("content")
        writer.beginArray()
        image?.write(into: &writer)
        writer.beginObject()
        writer.key("type")
        writer.string("text" as StaticString)
        writer.key("text")
        writer.string(text)
        writer.endObject()
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

/// Image content of a tool's result.
package struct MCPImage: Sendable {
    package let mimeType: String
    /// Base64 with padding.
    package let data: String

    package init(mimeType: String, data: String) {
        self.mimeType = mimeType
        self.data = data
    }

    fileprivate func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("type")
        writer.string("image" as StaticString)
        writer.key("data")
        writer.string(data)
        writer.key("mimeType")
        writer.string(mimeType)
        writer.endObject()
    }
}

package import JSON

/// A resource, or a template of resources, as the lists show it.
package struct MCPResource: Sendable {
    /// A URI, or an RFC 6570 template of URIs.
    package let uri: String
    package let isTemplate: Bool
    package let name: String
    package let title: String
    package let description: String
    package let mimeType: String

    package init(
        uri: String, isTemplate: Bool, name: String, title: String, description: String, mimeType: String
    ) {
        self.uri = uri
        self.isTemplate = isTemplate
        self.name = name
        self.title = title
        self.description = description
        self.mimeType = mimeType
    }

    /// Writes the entry with the fields that `revision` knows.
    package func write(for revision: MCPRevision, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key(isTemplate ? "uriTemplate" : "uri")
        writer.string(uri)
        writer.name(name, title: title, for: revision)
        writer.key("description")
        writer.string(description)
        writer.key("mimeType")
        writer.string(mimeType)
        writer.endObject()
    }
}

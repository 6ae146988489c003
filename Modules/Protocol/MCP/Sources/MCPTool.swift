package import JSON

/// A tool as `tools/list` shows it.
package struct MCPTool: Sendable {
    package let name: String
    package let title: String
    package let description: String
    package let inputSchema: JSONValue
    package let outputSchema: JSONValue?
    package let annotations: MCPToolAnnotations
    /// The `ui://` resource that shows its results (MCP Apps 2026-01-26); nil for none, and for clients that show none.
    package let viewURI: String?

    package init(
        name: String, title: String, description: String, inputSchema: JSONValue, outputSchema: JSONValue?,
        annotations: MCPToolAnnotations,
        viewURI: String? = nil
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.inputSchema = inputSchema
        self.outputSchema = outputSchema
        self.annotations = annotations
        self.viewURI = viewURI
    }

    /// Writes the tool with the fields that `revision` knows.
    package func write(for revision: MCPRevision, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(name, title: title, for: revision)
        writer.key("description")
        writer.string(description)
        writer.key("inputSchema")
        writer.value(inputSchema)
        if revision.hasStructuredContent, let outputSchema {
            writer.key("outputSchema")
            writer.leanSchema(outputSchema)
        }
        if revision.hasAnnotations {
            writer.key("annotations")
            annotations.write(into: &writer)
        }
        if let viewURI {
            writer.key("_meta")
            writer.value(["ui": ["resourceUri": .string(viewURI), "visibility": ["model", "app"]]])
        }
        writer.endObject()
    }
}

extension JSONWriter {
    /// A schema with the `required` of its top alone: what the rows of a list always have costs a tenth of all tools' bytes.
    fileprivate mutating func leanSchema(_ schema: JSONValue, isTop: Bool = true) {
        switch schema {
        case .object(let members):
            beginObject()
            for member in members {
                // A property of this name has an object here.
                if !isTop, member.key == "required", case .array = member.value { continue }
                key(member.key)
                leanSchema(member.value, isTop: false)
            }
            endObject()
        case .array(let elements):
            beginArray()
            for element in elements { leanSchema(element, isTop: false) }
            endArray()
        default: value(schema)
        }
    }
}

/// The hints of a tool. All four are always written: hosts differ in what they assume of a missing one.
package struct MCPToolAnnotations: Sendable, Equatable {
    package let readOnly: Bool
    package let destructive: Bool
    package let idempotent: Bool
    /// Whether the tool reaches beyond this process.
    package let openWorld: Bool

    package init(readOnly: Bool, destructive: Bool, idempotent: Bool, openWorld: Bool) {
        self.readOnly = readOnly
        self.destructive = destructive
        self.idempotent = idempotent
        self.openWorld = openWorld
    }

    fileprivate func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("readOnlyHint")
        writer.bool(readOnly)
        writer.key("destructiveHint")
        writer.bool(destructive)
        writer.key("idempotentHint")
        writer.bool(idempotent)
        writer.key("openWorldHint")
        writer.bool(openWorld)
        writer.endObject()
    }
}

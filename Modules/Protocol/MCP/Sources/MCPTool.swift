package import JSON

/// A tool as `tools/list` shows it.
package struct MCPTool: Sendable {
    package let name: String
    package let title: String
    package let description: String
    package let annotations: MCPToolAnnotations
    /// The `ui://` resource that shows its results (MCP Apps 2026-01-26); nil for none, and for clients that show none.
    package let viewURI: String?

    package init(
        name: String, title: String, description: String, annotations: MCPToolAnnotations, viewURI: String? = nil
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.annotations = annotations
        self.viewURI = viewURI
    }

    /// Writes the tool with the fields that `revision` knows.
    /// - Parameters:
    ///   - hasOutput: false for a tool whose results have no schema.
    ///   - input: writes the schema of its arguments.
    ///   - output: writes the schema of its results.
    package func write(
        for revision: MCPRevision, hasOutput: Bool = true, into writer: inout JSONWriter,
        input: (inout JSONWriter) -> Void, output: (inout JSONWriter) -> Void
    ) {
        writer.beginObject()
        writer.name(name, title: title, for: revision)
        writer.key("description")
        writer.string(description)
        writer.key("inputSchema")
        input(&writer)
        if revision.hasStructuredContent, hasOutput {
            writer.key("outputSchema")
            output(&writer)
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

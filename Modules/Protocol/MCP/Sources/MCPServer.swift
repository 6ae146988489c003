package import JSON

/// Description of the server.
package struct MCPServer: Sendable {
    package let name: String
    package let title: String
    package let version: String
    let description: String
    let website: String
    let icons: [MCPIcon]
    let viewTypes: [String]
    /// True if it has tools, and nothing else.
    private let hasToolsAlone: Bool

    /// - Parameters:
    ///   - description: one sentence for people who choose among servers.
    ///   - website: an address.
    ///   - viewTypes: the media types of its tools' views (MCP Apps); empty for none.
    ///   - hasToolsAlone: whether it has tools, and nothing else.
    package init(
        name: String, title: String, version: String, description: String, website: String, icons: [MCPIcon],
        viewTypes: [String], hasToolsAlone: Bool = false
    ) {
        self.name = name
        self.title = title
        self.version = version
        self.description = description
        self.website = website
        self.icons = icons
        self.viewTypes = viewTypes
        self.hasToolsAlone = hasToolsAlone
    }

    /// Writes an `Implementation` with the fields that `revision` knows.
    /// - Parameter isBrief: whether what only introduces it is left out, as in the results that follow the first.
    func write(for revision: MCPRevision, isBrief: Bool = false, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(name, title: title, for: revision)
        writer.key("version")
        writer.string(version)
        if revision.hasIcons, !isBrief {
            writer.key("description")
            writer.string(description)
            writer.key("websiteUrl")
            writer.string(website)
            writer.key("icons")
            writer.beginArray()
            for icon in icons { icon.write(into: &writer) }
            writer.endArray()
        }
        writer.endObject()
    }

    /// Capabilities for a client of a revision.
    /// - Parameters:
    ///   - showsViews: whether the client said that it shows views, which is known to the revisions since 2025-11-25.
    ///   - hasTasks: whether some tool may go on as a task, for clients that know what these are.
    func writeCapabilities(
        for revision: MCPRevision, showsViews: Bool = false, hasTasks: Bool = false, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        if hasToolsAlone {
            writer.members(#""tools":{}"#)
            return writer.endObject()
        }
        writer.members(
            #""logging":{},"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"tools":{"listChanged":true}"#
        )
        if revision.hasCompletionsCapability { writer.members(#""completions":{}"#) }
        let hasViews = !viewTypes.isEmpty && (showsViews || revision.hasExtensions)
        if hasViews || revision.isStateless {
            writer.key("extensions")
            writer.beginObject()
            if hasViews {
                writer.key(Self.viewExtension)
                writer.beginObject()
                writer.key("mimeTypes")
                writer.beginArray()
                for type in viewTypes { writer.string(type) }
                writer.endArray()
                writer.endObject()
            }
            // Its files are resources: what it adds are two methods of the stateless revision.
            if revision.isStateless { writeExtension(MCPSkill.extensionName, into: &writer) }
            if hasTasks, revision.isStateless { writeExtension(Self.taskExtension, into: &writer) }
            writer.endObject()
        }
        writer.endObject()
    }

    private func writeExtension(_ name: String, into writer: inout JSONWriter) {
        writer.key(name)
        writer.beginObject()
        writer.endObject()
    }

    /// MCP Apps, by its name among the capabilities of both sides.
    static let viewExtension = "io.modelcontextprotocol/ui"

    /// Calls that go on as tasks: the extension's name among the capabilities of both sides.
    package static let taskExtension = "io.modelcontextprotocol/tasks"

    /// Writes the result of `server/discover`, without what every result has.
    /// - Parameter hasTasks: whether some tool may go on as a task.
    package func writeDiscovery(instructions: String, hasTasks: Bool, into writer: inout JSONWriter) {
        writer.statelessRevisions("supportedVersions")
        writer.key("capabilities")
        writeCapabilities(for: .july2026, hasTasks: hasTasks, into: &writer)
        writer.key("instructions")
        writer.string(instructions)
    }
}

/// A picture that stands for the server in a client's lists.
package struct MCPIcon: Sendable {
    let source: String
    let mimeType: String
    let sizes: [String]

    /// - Parameters:
    ///   - source: an address, also one that holds the picture (`data:`).
    ///   - sizes: in pixels, such as `48x48`.
    package init(source: String, mimeType: String, sizes: [String]) {
        self.source = source
        self.mimeType = mimeType
        self.sizes = sizes
    }

    fileprivate func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("src")
        writer.string(source)
        writer.key("mimeType")
        writer.string(mimeType)
        writer.key("sizes")
        writer.beginArray()
        for size in sizes { writer.string(size) }
        writer.endArray()
        writer.endObject()
    }
}

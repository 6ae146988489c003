package import JSON

/// What the server says of itself.
package struct MCPServer: Sendable {
    package let name: String
    package let title: String
    package let version: String

    package init(name: String, title: String, version: String) {
        self.name = name
        self.title = title
        self.version = version
    }

    /// Writes an `Implementation` with the fields that `revision` knows.
    func write(for revision: MCPRevision, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(name, title: title, for: revision)
        writer.key("version")
        writer.string(version)
        writer.endObject()
    }

    /// What a client of a revision may use.
    /// - Parameter hasTasks: whether some tool may go on as a task, for clients that know what these are.
    static func capabilities(for revision: MCPRevision, hasTasks: Bool = false) -> JSONValue {
        let tasks: JSONValue = .object([JSONMember(MCPTask.extensionName, .object([]))])
        let extensions = hasTasks && revision.isStateless ? [JSONMember("extensions", tasks)] : []
        let completions = revision.hasCompletionsCapability ? [JSONMember("completions", .object([]))] : []
        return .object(
            [
                JSONMember("logging", .object([])), JSONMember("prompts", ["listChanged": true]),
                JSONMember("resources", ["subscribe": true, "listChanged": true]),
                JSONMember("tools", ["listChanged": true]),
            ] + completions + extensions)
    }

    /// Writes the result of `server/discover`, without what every result has.
    /// - Parameter hasTasks: whether some tool may go on as a task.
    package func writeDiscovery(instructions: String, hasTasks: Bool, into writer: inout JSONWriter) {
        writer.statelessRevisions("supportedVersions")
        writer.key("capabilities")
        writer.value(Self.capabilities(for: .july2026, hasTasks: hasTasks))
        writer.key("instructions")
        writer.string(instructions)
    }
}

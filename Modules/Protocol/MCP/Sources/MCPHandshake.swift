package import JSON

/// The answer to `initialize`.
package struct MCPHandshake: Sendable {
    package let revision: MCPRevision
    package let serverName: String
    package let serverTitle: String
    package let serverVersion: String
    /// How the tools work together, under 2 KB since hosts cut what is longer.
    package let instructions: String

    /// - Parameters:
    ///   - params: of the request: `protocolVersion`, `capabilities` (null counts as `{}`), `clientInfo`.
    /// - Returns: nil when `protocolVersion` is missing or not text.
    package init?(
        params: JSONNode?, serverName: String, serverTitle: String, serverVersion: String, instructions: String
    ) {
        guard let asked = params?["protocolVersion"]?.string else { return nil }
        // A revision that is not served is answered with the latest one; the client decides whether it can go on.
        self.revision = MCPRevision.allCases.first { $0.rawValue.utf8.elementsEqual(asked.utf8) } ?? .latest
        self.serverName = serverName
        self.serverTitle = serverTitle
        self.serverVersion = serverVersion
        self.instructions = instructions
    }

    package func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("protocolVersion")
        writer.string(revision.rawValue)
        writer.key("capabilities")
        let completions = revision.hasCompletionsCapability ? [JSONMember("completions", .object([]))] : []
        writer.value(.object(["tools", "prompts"].map { JSONMember($0, ["listChanged": true]) } + completions))
        writer.key("serverInfo")
        writer.beginObject()
        writer.key("name")
        writer.string(serverName)
        if revision.hasStructuredContent {
            writer.key("title")
            writer.string(serverTitle)
        }
        writer.key("version")
        writer.string(serverVersion)
        writer.endObject()
        writer.key("instructions")
        writer.string(instructions)
        writer.endObject()
    }
}

package import JSON

/// The answer to `initialize`.
package struct MCPHandshake: Sendable {
    package let revision: MCPRevision
    package let capabilities: MCPClientCapabilities
    package let server: MCPServer
    /// Instructions for the tools, under 2 KB since hosts cut longer texts.
    package let instructions: String

    /// - Parameters:
    ///   - params: of the request: `protocolVersion`, `capabilities` (null counts as `{}`), `clientInfo`.
    /// - Returns: nil when `protocolVersion` is missing or not text.
    package init?(
        params: JSONNode?, server: MCPServer, instructions: String
    ) {
        guard let asked = params?["protocolVersion"]?.string else { return nil }
        // A revision that is not served is answered with the latest one; the client decides whether it can go on.
        self.revision =
            MCPRevision.handshake.first { $0.rawValue.utf8.elementsEqual(asked.utf8) }
            ?? .latestHandshake
        self.capabilities = MCPClientCapabilities(params?["capabilities"])
        self.server = server
        self.instructions = instructions
    }

    package func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("protocolVersion")
        writer.string(revision.rawValue)
        writer.key("capabilities")
        server.writeCapabilities(for: revision, showsViews: !capabilities.viewTypes.isEmpty, into: &writer)
        writer.key("serverInfo")
        server.write(for: revision, into: &writer)
        writer.key("instructions")
        writer.string(instructions)
        writer.endObject()
    }
}

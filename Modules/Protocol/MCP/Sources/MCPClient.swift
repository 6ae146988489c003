package import JSON
package import JSONRPC

/// Facts about a client during one of its requests: from the handshake, or from the request. An object, since each request holds it.
package final class MCPClient: Sendable {
    package let revision: MCPRevision
    package let capabilities: MCPClientCapabilities
    /// The least severe message that it wants to hear; nil for none.
    package let logLevel: MCPLogLevel?

    package init(revision: MCPRevision, capabilities: MCPClientCapabilities, logLevel: MCPLogLevel? = nil) {
        self.revision = revision
        self.capabilities = capabilities
        self.logLevel = logLevel
    }

    /// The same client with another level.
    package func hearing(_ logLevel: MCPLogLevel?) -> MCPClient {
        MCPClient(revision: revision, capabilities: capabilities, logLevel: logLevel)
    }

    /// Whether a call of it may go on as a task: the extension is of the stateless revision.
    package var followsTasks: Bool { revision.isStateless && capabilities.followsTasks }

    private static let versionKey = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

    /// Hint for a client that has not sent its revision.
    package static let introductions =
        "send initialize first, or _meta with \(versionKey) and \(capabilitiesKey)"

    /// Whether a request says its revision itself.
    package static func isStateless(_ params: JSONNode?) -> Bool { params?["_meta"]?[versionKey] != nil }

    /// The client of a stateless request, by its `_meta` (2026-07-28).
    /// - Returns: nil for a request of another era: its `_meta` has no protocol version.
    /// - Throws: -32602 for a `_meta` that is not whole, -32022 for a revision that is not served this way.
    package static func stateless(_ params: JSONNode?) throws(RPCError) -> MCPClient? {
        guard let meta = params?["_meta"], let version = meta[versionKey] else { return nil }
        guard let asked = version.string else { throw .invalidParams("\(versionKey) in _meta is text") }
        guard let revision = MCPRevision.stateless.first(where: { $0.rawValue.utf8.elementsEqual(asked.utf8) }) else {
            throw .unsupportedRevision(asked)
        }
        guard let capabilities = meta[capabilitiesKey], capabilities.kind == .object else {
            throw .invalidParams("_meta needs \(capabilitiesKey), an object")
        }
        let level = meta["io.modelcontextprotocol/logLevel"]?.string
        return MCPClient(
            revision: revision, capabilities: MCPClientCapabilities(capabilities),
            logLevel: level.flatMap(MCPLogLevel.init(exactly:)))
    }
}

/// Capabilities of a client that the server uses.
package struct MCPClientCapabilities: Sendable, Equatable {
    /// True if the client can ask its user by a form.
    package let canElicit: Bool
    /// Names of the other capabilities that it declares by an object, for extensions.
    package let further: [String]
    /// The media types of the views that it shows (MCP Apps); empty for none.
    package let viewTypes: [String]
    /// True if the client polls tasks (the extension of that name).
    package let followsTasks: Bool

    /// - Parameter node: `capabilities` of a handshake or a request; null and nil count as none.
    package init(_ node: JSONNode?) {
        let elicitation = node?["elicitation"]
        // `{}` means forms; one that only opens pages can't be asked by a form.
        canElicit = elicitation?.kind == .object && (elicitation?["form"] != nil || elicitation?["url"] == nil)
        further =
            node?.members.compactMap { member in
                let isKnown = member.key == "elicitation" || member.key == "extensions"
                return isKnown || member.value.kind != .object ? nil : member.key
            } ?? []
        followsTasks = node?["extensions"]?[MCPServer.taskExtension]?.kind == .object
        let views = node?["extensions"]?[MCPServer.viewExtension]?["mimeTypes"]
        viewTypes = views.map { $0.kind == .array ? $0.elements.compactMap(\.string) : [] } ?? []
    }
}

extension RPCError {
    /// -32022 of MCP 2026-07-28.
    fileprivate static func unsupportedRevision(_ requested: String) -> RPCError {
        RPCError(code: -32022, message: "Unsupported protocol version") { writer in
            writer.beginObject()
            writer.statelessRevisions("supported")
            writer.key("requested")
            writer.string(requested)
            writer.endObject()
        }
    }

    /// -32601 for a method that the client's era does not have; it can go on with what is supported.
    package static func goneSince(_ method: String, _ revision: MCPRevision) -> RPCError {
        .methodNotFound("MCP \(revision.rawValue) has no \(method)") { writer in
            writer.beginObject()
            writer.statelessRevisions("supported")
            writer.endObject()
        }
    }
}

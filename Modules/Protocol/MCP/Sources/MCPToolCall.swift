package import JSON

/// The params of `tools/call`.
package struct MCPToolCall: Sendable {
    package let name: String
    /// An object, or nil when the call has none.
    package let arguments: JSONNode?
    package let progressToken: MCPProgressToken?

    /// - Returns: nil when there is no `name`.
    package init?(_ params: JSONNode?) {
        guard let params else { return nil }
        let (namePlace, argumentsPlace, metaPlace, _) = params.places("name", "arguments", "_meta", "task")
        guard let name = params.string(at: namePlace) else { return nil }
        self.name = name
        self.arguments = params.member(at: argumentsPlace)
        self.progressToken = metaPlace == 0 ? nil : MCPProgressToken(params)
    }
}

/// The token under which a client wants to hear how far its call is: a string or an integer, echoed as sent.
package struct MCPProgressToken: Sendable {
    private let node: JSONNode

    /// - Parameter params: of a request; the token is its `_meta.progressToken`.
    package init?(_ params: JSONNode?) {
        guard let node = params?["_meta"]?["progressToken"], node.kind == .string || node.integer != nil else {
            return nil
        }
        self.node = node
    }

    /// Writes the params of `notifications/progress`.
    /// - Parameters:
    ///   - done: must rise from one notification to the next, together with `thousandths`.
    ///   - message: shown to people; left out before 2025-03-26.
    ///   - revision: of the client; nil for one without a handshake.
    package func write(
        done: Int, thousandths: Int = 0, total: Int?, message: String?, for revision: MCPRevision? = nil,
        into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.key("progressToken")
        writer.node(node)
        writer.key("progress")
        if thousandths == 0 { writer.integer(done) } else { writer.double(Double(done) + Double(thousandths) / 1000) }
        if let total {
            writer.key("total")
            writer.integer(total)
        }
        if let message, revision?.hasProgressMessage ?? true {
            writer.key("message")
            writer.string(message)
        }
        writer.endObject()
    }
}

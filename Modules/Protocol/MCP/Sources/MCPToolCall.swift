package import JSON

/// The params of `tools/call`.
package struct MCPToolCall: Sendable {
    /// A table that is looked up has four names.
    private static let names = MemberTable(["name", "arguments", "_meta", "task"])

    private let params: JSONNode
    private let places: InlineArray<4, JSONPlace>

    /// - Returns: nil when there is no `name`.
    package init?(_ params: JSONNode?) {
        guard let params else { return nil }
        let places = params.find(Self.names)
        guard places[0].isText else { return nil }
        self.params = params
        self.places = places
    }

    package var name: String { params.string(at: places[0]) ?? "" }

    /// Gives `body` the name's UTF-8.
    package func withName(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { params.withUTF8(at: places[0], body) }

    /// The arguments as they were sent, whatever they are; nil when the call has none.
    package var arguments: JSONNode? { params.found(at: places[1]) }

    /// True if it has metadata, in which a stateless request says what its client is.
    package var hasMeta: Bool { !places[2].isMissing }

    package var progressToken: MCPProgressToken? { hasMeta ? MCPProgressToken(params) : nil }
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

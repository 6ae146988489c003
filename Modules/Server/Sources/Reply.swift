import FeatureKit
package import JSON
package import JSONRPC
package import MCP
import StdioTransport
import Values

/// Answer to one message.
enum Reply: Sendable {
    /// The bytes to send.
    case now([UInt8])
    /// The bytes lie on the session's desk until the next message.
    case onDesk
    /// Given by a call in flight.
    case later(LaterAnswer)
    /// Given when the subscription under this id ends.
    case subscription(RPCIdentifier, MCPSubscriptionFilter)
    /// Nothing is sent: the message was a notification or a response.
    case none
}

/// Answer that a call in flight gives.
struct LaterAnswer: Sendable {
    let id: RPCIdentifier
    /// Form of the refusal when too many calls wait already.
    let face: Face
    /// Ends with the call, whether it ran or not; nil when the client did not ask for progress.
    let progress: ProgressReport?
    /// Gives the answer, which is not sent if the client cancelled in the meantime.
    let work: @Sendable () async -> InsetText

    /// - Parameter bytes: gives the answer.
    init(id: RPCIdentifier, _ bytes: @escaping @Sendable () async -> [UInt8]) {
        self.init(id: id, progress: nil, text: { InsetText(await bytes()) })
    }

    /// - Parameter text: gives the answer.
    init(
        id: RPCIdentifier, face: Face = .plain, progress: ProgressReport?,
        text: @escaping @Sendable () async -> InsetText
    ) {
        (self.id, self.face, self.progress, work) = (id, face, progress, text)
    }
}

/// Form in which a client gets the outcome of an operation.
enum Face: Sendable {
    /// A JSON-RPC result or error.
    case plain
    /// An MCP tool result.
    case tool(MCPRevision, ToolNames)

    /// The answer to a call.
    func reply(_ id: RPCIdentifier, _ outcome: Result<Answer, Fault>) -> InsetText {
        switch self {
        case .plain: RPCReply.plain(id, outcome)
        case .tool(let revision, let names): RPCReply.tool(id, outcome, for: revision, names)
        }
    }
}

/// Destination of an answer. Holds the message until it is answered, so that what is kept of it (an id of a megabyte) is
/// counted.
struct ReplyPlace: Sendable {
    let message: JSONDocument
    /// The batch that collects the answer, the member's index and id; nil for a message of its own.
    let batch: (reply: BatchReply, index: Int, id: RPCIdentifier)?
    let transport: StdioTransport

    /// Sends the answer, or leaves it to its batch.
    /// - Parameter answer: nil when there is none; exactly one is taken.
    func take(_ answer: [UInt8]?) { take(text: answer.map { InsetText($0) }) }

    /// The same of a text, which a batch spells.
    func take(text answer: InsetText?) {
        guard let (batch, index, id) = batch else {
            if let answer { transport.send(answer) }
            return
        }
        let whole = batch.end(index, answer?.whole) { RPCReply.error(id, RPCError(Fault.tooMuchAtOnce)) }
        if let whole { transport.send(InsetText(whole)) }
    }
}

/// A request of an MCP client.
package struct MCPRequest: Sendable {
    package let id: RPCIdentifier
    package let call: RPCCall
    package let client: MCPClient

    package var params: JSONNode? { call.params }
    var revision: MCPRevision { client.revision }

    /// The result in the form of the client's revision.
    package func result(
        cache: MCPCacheHint? = nil, isIntroduction: Bool = false, from server: MCPServer = .galleria,
        _ fields: (inout JSONWriter) -> Void = { _ in }
    ) -> [UInt8] {
        RPCReply.mcp(id, revision, from: server, isIntroduction: isIntroduction, cache: cache, fields: fields)
    }

    /// Writes the same as a message.
    func write(cache: MCPCacheHint, into writer: inout JSONWriter, _ fields: (inout JSONWriter) -> Void) {
        RPCReply.write(mcp: id, revision, from: MCPServer.galleria, cache: cache, into: &writer, fields: fields)
    }
}

import DesignSystem
package import FeatureKit
import JSON
package import JSONRPC
package import MCP
package import Values

/// Outcome of an operation, for each protocol.
extension RPCReply {
    /// To a plain JSON-RPC client: the result itself, or an error whose data is the fault.
    static func plain(_ id: RPCIdentifier, _ outcome: Result<Answer, Fault>) -> InsetText {
        switch outcome {
        case .success(let answer): text(ofResult: id, reserving: 2048) { writer in answer.writeTelling(&writer) }
        case .failure(let fault): InsetText(error(id, RPCError(fault)))
        }
    }

    /// To an MCP client: a tool result; a fault is one as well, so that the model can read it and act.
    ///
    /// What the client lacks is an error of the protocol's own to one that says with each request what it can do.
    /// - Parameter tools: the names by which the client knows operations.
    package static func tool(
        _ id: RPCIdentifier, _ outcome: Result<Answer, Fault>, for revision: MCPRevision, _ tools: ToolNames
    ) -> InsetText {
        switch outcome {
        case .success(let answer):
            if answer.isFacts {
                var writer = JSONWriter(reserving: 8192)
                writeFacts(id, answer, for: revision, into: &writer)
                return writer.text
            }
        case .failure(let fault):
            if let error = RPCError(incapable: fault, for: revision) { return InsetText(RPCReply.error(id, error)) }
        }
        let toolResult = MCPToolResult(outcome, tools)
        // A row whole takes 3,000 bytes.
        return text(ofMCP: id, revision, from: MCPServer.galleria, reserving: 4096, meta: toolResult.meta) { writer in
            toolResult.writeFields(for: revision, into: &writer)
        }
    }

    /// Writes the same of an answer that is facts, without a value in between.
    static func writeFacts(
        _ id: RPCIdentifier, _ answer: Answer, for revision: MCPRevision, into writer: inout JSONWriter
    ) {
        begin(mcp: id, revision, into: &writer)
        MCPToolResult.writeFacts(for: revision, into: &writer) { writer in
            answer.writeModelText(&writer)
        } structured: { writer in
            answer.write(&writer)
        }
        guard let origin = answer.origin else { return end(revision, from: MCPServer.galleria, into: &writer) }
        end(revision, from: MCPServer.galleria, into: &writer) { writer in
            writer.key(AnswerOrigin.metaKey)
            origin.write(into: &writer)
        }
    }

    /// To a client that must be asked first: the questions.
    static func inputRequired(
        _ id: RPCIdentifier, _ pending: RoundTrips.Pending, for revision: MCPRevision
    ) -> [UInt8] {
        let requests = pending.questions.all.map { name, question in
            MCPInputRequired.Request(name, question.method, params: question.params)
        }
        return mcp(id, revision, from: MCPServer.galleria, resultType: MCPInputRequired.resultType) { writer in
            MCPInputRequired.write(requests, state: pending.state, into: &writer)
        }
    }
}

extension MCPToolResult {
    /// Result of a tool: a fault is a result as well.
    /// - Parameter tools: the names by which the client knows operations.
    package init(_ outcome: Result<Answer, Fault>, _ tools: ToolNames) {
        switch outcome {
        case .success(let answer): self.init(answer)
        case .failure(let fault):
            let fault = tools.named(in: fault)
            self.init(failure: "\(fault.code.rawValue): \(fault.markdown)") { writer in
                writer.key(Fault.metaKey)
                Fault.shape.write(fault, into: &writer)
            }
        }
    }

    private init(_ answer: Answer) {
        self =
            if let content = answer.content {
                MCPToolResult(content: content.map { MCPContent($0) })
            } else if let picture = answer.picture {
                MCPToolResult(content: [
                    .picture(mimeType: picture.mimeType, picture.bytes),
                    .text(answer.modelText()),
                ])
            } else {
                MCPToolResult(text: answer.writeModelText, structured: answer.write)
            }
        if let origin = answer.origin {
            meta = { writer in
                writer.key(AnswerOrigin.metaKey)
                origin.write(into: &writer)
            }
        }
    }
}

extension RPCError {
    /// A fault as a JSON-RPC error: the text says what happened and what to do next, the data holds the facts.
    package init(_ fault: Fault) {
        self.init(code: fault.code.number, message: fault.text) { writer in Fault.shape.write(fault, into: &writer) }
    }

    /// The fault as a client of a revision knows it.
    init(_ fault: Fault, for revision: MCPRevision) {
        self = RPCError(incapable: fault, for: revision) ?? RPCError(fault)
    }

    /// -32021; nil for every other fault, and for a revision that does not know it.
    package init?(incapable fault: Fault, for revision: MCPRevision) {
        guard fault.code == .clientIncapable, revision.isStateless else { return nil }
        self = .missingCapabilities(fault.requires.map(\.name), fault.text)
    }
}

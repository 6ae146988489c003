import JSON
import JSONRPC
import MCP
import UCPFace

/// Answering requests to a shop that speaks UCP: its tools, and what MCP needs around them. Nothing else is served: no module's
/// method, screen or resource.
extension ClientSession {
    /// Answers a request.
    ///
    /// Tools are called without a handshake as well: UCP's own request is `tools/call` alone.
    /// - Throws: the error to answer with.
    func faceRequested(_ call: RPCCall, id: RPCIdentifier, of face: UCPFace) throws(RPCError) -> Reply {
        let method = ProtocolMethod(exactly: call.method)
        if let client = try MCPClient.stateless(call.params) {
            if id.isNull { throw .nullID }
            return try answer(method, MCPRequest(id: id, call: call, client: client), of: face)
        }
        switch method {
        case .ping: return .now(RPCReply.result(id) { $0.emptyObject() })
        case .initialize: return .now(try initialize(call, id: id, as: .ucpShop, instructions: UCPFace.instructions))
        case .shutdown:
            ending.shutDown()
            return .now(RPCReply.result(id) { $0.null() })
        default:
            let client = client ?? MCPClient(revision: .latestHandshake, capabilities: MCPClientCapabilities(nil))
            return try answer(method, MCPRequest(id: id, call: call, client: client), of: face)
        }
    }

    private func answer(
        _ method: ProtocolMethod?, _ request: MCPRequest, of face: UCPFace
    ) throws(RPCError) -> Reply {
        let revision = request.revision
        switch method {
        case .discover where revision.isStateless:
            return .now(
                request.result(cache: .lists, isIntroduction: true, from: .ucpShop) { writer in
                    MCPServer.ucpShop.writeDiscovery(
                        instructions: UCPFace.instructions, hasTasks: false, into: &writer)
                })
        case .toolsList:
            return .now(
                request.result(cache: .lists, from: .ucpShop) { writer in
                    writer.key("tools")
                    writer.beginArray()
                    for tool in face.tools {
                        MCPTool(tool).write(for: revision, into: &writer) {
                            $0.value(tool.inputSchema)
                        } output: {
                            $0.leanSchema(tool.outputSchema)
                        }
                    }
                    writer.endArray()
                })
        case .toolsCall: return try callTool(request, of: face)
        default:
            throw .methodNotFound("serve --face ucp has tools/list and tools/call, and no \(request.call.method)")
        }
    }

    private func callTool(_ request: MCPRequest, of face: UCPFace) throws(RPCError) -> Reply {
        guard let call = MCPToolCall(request.params) else { throw .invalidParams("tools/call needs name") }
        let id = request.id
        return .later(
            LaterAnswer(id: id) {
                do throws(FaceError) {
                    let content = try await face.call(call.name, call.arguments)
                    return request.result(from: .ucpShop) { writer in
                        MCPToolResult.writeFacts(for: request.revision, into: &writer) { writer in
                            writer.string(String(decoding: content.serialized(), as: UTF8.self))
                        } structured: { writer in
                            writer.value(content)
                        }
                    }
                } catch {
                    return RPCReply.error(id, RPCError(error))
                }
            })
    }
}

extension MCPTool {
    fileprivate init(_ tool: FaceTool) {
        self.init(
            name: tool.rawValue, title: tool.title, description: tool.doc,
            annotations: MCPToolAnnotations(
                readOnly: !tool.changes, destructive: tool.isDestructive, idempotent: tool.isIdempotent, openWorld: true
            ))
    }
}

extension RPCError {
    fileprivate init(_ error: FaceError) {
        guard let data = error.data else {
            self.init(code: error.code, message: error.message)
            return
        }
        self.init(code: error.code, message: error.message) { writer in writer.value(data) }
    }
}

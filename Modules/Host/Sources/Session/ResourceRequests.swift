import AppViews
import DesignSystem
import FeatureKit
import JSON
import JSONRPC
import MCP

/// Answering what concerns resources: the routes of the screens.
extension ClientSession {
    /// `resources/read`
    func readResource(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient, reply: @escaping Reply) {
        guard let uri = call.params?["uri"]?.string else {
            return reply(RPCReply.error(id, .invalidParams("resources/read needs uri")))
        }
        let revision = client.revision
        if let view = AppViews.contents(uri, theme: host.screenOptions.theme, scale: host.screenOptions.scale) {
            let contents = MCPContents(uri: uri, mimeType: AppViews.mimeType, .text(view.html), meta: AppResource.meta)
            return reply(
                RPCReply.mcp(id, revision, from: Host.server, cache: .lists) { contents.write(into: &$0) })
        }
        let resource = host.router.registry.resource(at: uri)
        let names = toolNames
        answer(id, reply: reply) { [host] in
            do throws(Fault) {
                let contents =
                    if let (resource, parameters) = resource {
                        MCPContents(try await resource.contents(at: uri, parameters))
                    } else {
                        MCPContents(
                            uri: uri, mimeType: ResourceCatalog.mimeType,
                            .text(try await host.routes.markdown(at: uri)))
                    }
                return RPCReply.mcp(id, revision, from: Host.server, cache: .contents) { contents.write(into: &$0) }
            } catch {
                return RPCReply.error(id, .unread(uri, names.named(in: error), host.router, for: revision))
            }
        }
    }

    /// `resources/subscribe` of the handshake revisions.
    func subscribe(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient) -> [UInt8] {
        guard let uri = call.params?["uri"]?.string else {
            return RPCReply.error(id, .invalidParams("resources/subscribe needs uri"))
        }
        do throws(Fault) {
            try subscriptions.subscribe(uri)
            return RPCReply.mcp(id, client.revision, from: Host.server) { _ in }
        } catch {
            return RPCReply.error(id, .unread(uri, toolNames.named(in: error), host.router, for: client.revision))
        }
    }

    /// `resources/unsubscribe` of the handshake revisions; for a route that is not subscribed to it does nothing.
    func unsubscribe(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient) -> [UInt8] {
        guard let uri = call.params?["uri"]?.string else {
            return RPCReply.error(id, .invalidParams("resources/unsubscribe needs uri"))
        }
        subscriptions.unsubscribe(uri)
        return RPCReply.mcp(id, client.revision, from: Host.server) { _ in }
    }

    /// `subscriptions/listen` of the stateless revision: answered when it ends.
    func listen(_ call: RPCCall, id: RPCIdentifier, from client: MCPClient, reply: @escaping Reply) {
        do throws(RPCError) {
            var wanted = try MCPSubscriptionFilter(call.params)
            wanted.tasks = client.followsTasks ? wanted.tasks.filter { tasks.task($0) != nil } : []
            let filter = try subscriptions.listen(id, wanted, reply: reply)
            send(
                RPCReply.notification("notifications/subscriptions/acknowledged") { writer in
                    filter.write(for: id, into: &writer)
                })
        } catch {
            reply(RPCReply.error(id, error))
        }
    }
}

extension RPCError {
    /// Why a route can't be read: -32602 for one that no module serves; where something could be there and is not, -32002
    /// before 2026-07-28 and -32602 since; the failure's own number otherwise.
    fileprivate static func unread(
        _ uri: String, _ fault: Fault, _ router: Router, for revision: MCPRevision
    ) -> RPCError {
        let isServed = router.existingScreen(at: uri) != nil || router.registry.resource(at: uri) != nil
        let code =
            switch fault.code {
            case .invalidArgument, .notFound, .moduleDisabled: isServed && !revision.isStateless ? -32002 : -32602
            default: fault.code.number
            }
        return RPCError(code: code, message: fault.text) { writer in
            (Fault.shape + [ResultField("uri", .text, "What was to be read.") { _ in uri }]).write(fault, into: &writer)
        }
    }
}

import AppViews
import Composition
import DesignSystem
import FeatureKit
import JSON
import JSONRPC
import MCP

/// Answering what concerns resources: the routes of the screens.
extension ClientSession {
    /// `resources/read`
    func readResource(_ request: MCPRequest) throws(RPCError) -> Reply {
        let uri = try request.uri
        if let view = AppViews.contents(
            uri, theme: storefront.screenOptions.theme, scale: storefront.screenOptions.scale)
        {
            let contents = MCPContents(uri: uri, mimeType: AppViews.mimeType, .text(view.html), meta: AppResource.meta)
            return .now(request.result(cache: .lists) { contents.write(into: &$0) })
        }
        if let skill = skills.skill(at: uri) {
            let contents = MCPContents(uri: uri, mimeType: MCPSkill.mimeType, .text(skill.text))
            return .now(request.result(cache: .lists) { contents.write(into: &$0) })
        }
        let resource = storefront.router.registry.resource(at: uri)
        let names = toolNames
        return .later(
            LaterAnswer(id: request.id) { [storefront] in
                do throws(Fault) {
                    let contents =
                        if let (resource, parameters) = resource {
                            MCPContents(try await resource.contents(at: uri, parameters))
                        } else {
                            MCPContents(
                                uri: uri, mimeType: ResourceCatalog.mimeType,
                                .text(try await storefront.routes.markdown(at: uri)))
                        }
                    return request.result(cache: .contents) { contents.write(into: &$0) }
                } catch {
                    return RPCReply.error(
                        request.id, .unread(uri, names.named(in: error), storefront.router, for: request.revision))
                }
            })
    }

    /// `skills/get`
    func getSkill(_ request: MCPRequest) throws(RPCError) -> [UInt8] {
        let uri = try request.uri
        guard let skill = skills.skill(at: uri) else {
            throw .invalidParams("there is no skill at this uri; skills/list has them all")
        }
        return request.result(cache: .lists) { writer in
            writer.key("skill")
            SkillCatalog.write(skill, into: &writer)
        }
    }

    /// `resources/subscribe` of the handshake revisions.
    func subscribe(_ request: MCPRequest) throws(RPCError) -> [UInt8] {
        let uri = try request.uri
        do throws(Fault) {
            try subscriptions.subscribe(uri)
        } catch {
            throw .unread(uri, toolNames.named(in: error), storefront.router, for: request.revision)
        }
        return request.result()
    }

    /// `resources/unsubscribe` of the handshake revisions; for a route that is not subscribed to it does nothing.
    func unsubscribe(_ request: MCPRequest) throws(RPCError) -> [UInt8] {
        subscriptions.unsubscribe(try request.uri)
        return request.result()
    }

    /// `subscriptions/listen` of the stateless revision: answered when it ends.
    func listen(_ request: MCPRequest) throws(RPCError) -> Reply {
        var wanted = try MCPSubscriptionFilter(request.params)
        wanted.tasks = wanted.tasks.filter { request.client.followsTasks && tasks?.has($0) ?? false }
        return .subscription(request.id, wanted)
    }
}

extension MCPRequest {
    /// The parameter `uri`.
    fileprivate var uri: String {
        get throws(RPCError) {
            guard let uri = params?["uri"]?.string else { throw .invalidParams("\(call.method) needs uri") }
            return uri
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

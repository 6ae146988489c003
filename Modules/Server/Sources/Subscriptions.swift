import FeatureKit
import JSON
import JSONRPC
import MCP
import Synchronization

/// Subscriptions of one client: routes subscribed to after its handshake, and its open `subscriptions/listen`, each
/// under the id of its request.
final class Subscriptions: Sendable {
    private struct Listening {
        let id: RPCIdentifier
        let filter: MCPSubscriptionFilter
        let place: ReplyPlace
    }

    private struct State {
        var routes: [String] = []
        var listening: [Listening] = []
    }

    /// Open `subscriptions/listen` of one client.
    private static let limit = 64

    private let watches: RouteWatches
    /// True for an address without a screen: its feature reports changes.
    private let isStill: @Sendable (String) -> Bool
    private let state = Mutex(State())
    /// Whether a `subscriptions/listen` is open: asked for each message, without the lock.
    private let isListening = Atomic(false)

    init(_ watches: RouteWatches, isStill: @escaping @Sendable (String) -> Bool = { _ in false }) {
        self.watches = watches
        self.isStill = isStill
    }

    // MARK: - Of the handshake revisions

    /// - Throws: why the route can't be watched. Idempotent.
    func subscribe(_ uri: String) throws(Fault) {
        let isNew = state.withLock { state in !state.routes.contains { $0.utf8.elementsEqual(uri.utf8) } }
        guard isNew else { return }
        if !isStill(uri) { try watches.add(uri) }
        state.withLock { $0.routes.append(uri) }
    }

    func unsubscribe(_ uri: String) {
        let wasThere = state.withLock { state in
            let index = state.routes.firstIndex { $0.utf8.elementsEqual(uri.utf8) }
            if let index { state.routes.remove(at: index) }
            return index != nil
        }
        if wasThere { watches.remove(uri) }
    }

    // MARK: - Of the stateless revision

    /// Opens a subscription.
    /// - Parameter place: destination of the answer at its end.
    /// - Returns: what is honoured: the routes that there are.
    /// - Throws: -32600 when too many are open.
    func listen(
        _ id: RPCIdentifier, _ wanted: MCPSubscriptionFilter, to place: ReplyPlace
    ) throws(RPCError) -> MCPSubscriptionFilter {
        guard state.withLock({ $0.listening.count < Self.limit }) else {
            throw .invalidRequest("at most \(Self.limit) subscriptions may be open; cancel one first")
        }
        var filter = wanted
        filter.resources = wanted.resources.filter { uri in isStill(uri) || (try? watches.add(uri)) != nil }
        state.withLock { state in
            state.listening.append(Listening(id: id, filter: filter, place: place))
            isListening.store(true, ordering: .releasing)
        }
        return filter
    }

    /// No `subscriptions/listen` is open.
    var isEmpty: Bool { !isListening.load(ordering: .acquiring) }

    /// Whether a subscription is open under this id.
    func contains(_ id: RPCIdentifier) -> Bool {
        !isEmpty && state.withLock { $0.listening.contains { $0.id == id } }
    }

    /// Ends a subscription as its client asked.
    /// - Returns: the destination of its answer; nil when none is open under this id.
    func cancel(_ id: RPCIdentifier) -> ReplyPlace? {
        let ended = state.withLock { state in
            defer { isListening.store(!state.listening.isEmpty, ordering: .releasing) }
            return state.listening.firstIndex { $0.id == id }.map { state.listening.remove(at: $0) }
        }
        for uri in ended?.filter.resources ?? [] { watches.remove(uri) }
        return ended?.place
    }

    /// Ends every subscription: the server is going.
    /// - Returns: their results.
    func end() -> [(result: [UInt8], place: ReplyPlace)] {
        let ended = state.withLock { state in
            defer {
                state = State()
                isListening.store(false, ordering: .releasing)
            }
            return state.listening
        }
        watches.closeAll()
        return ended.map { listening in
            let result = RPCReply.mcp(
                listening.id, .july2026, from: MCPServer.galleria, meta: { $0.subscriptionID(listening.id) },
                fields: { _ in })
            return (result, listening.place)
        }
    }

    // MARK: - News

    /// Changed lists of the modules.
    enum Lists: CaseIterable {
        case tools, prompts, resources

        var method: StaticString {
            switch self {
            case .tools: "notifications/tools/list_changed"
            case .prompts: "notifications/prompts/list_changed"
            case .resources: "notifications/resources/list_changed"
            }
        }

        fileprivate func isWanted(by filter: MCPSubscriptionFilter) -> Bool {
            switch self {
            case .tools: filter.toolsListChanged
            case .prompts: filter.promptsListChanged
            case .resources: filter.resourcesListChanged
            }
        }
    }

    /// The notifications that a list changed, for all who want to hear of it.
    /// - Parameter hasShakenHands: whether the client did: then it hears of it without a subscription.
    func changed(_ list: Lists, hasShakenHands: Bool) -> [[UInt8]] {
        let listening = state.withLock { $0.listening }.filter { list.isWanted(by: $0.filter) }
        let ordinary = hasShakenHands ? [RPCReply.notification(list.method) { $0.emptyObject() }] : []
        return ordinary
            + listening.map { listening in
                RPCReply.notification(list.method) { writer in
                    writer.beginObject()
                    writer.subscriptionMeta(listening.id)
                    writer.endObject()
                }
            }
    }

    /// The notifications of watched routes that changed since this was asked last.
    func takeUpdates() -> [[UInt8]] { updates(of: watches.takeChanged()) }

    /// Watches again the routes of modules that were switched off or created again, and reports them as changed.
    func modulesChanged(_ modules: Set<String>) -> [[UInt8]] { updates(of: watches.reopen(modules)) }

    /// The notifications that what stands at an address changed.
    func changed(_ uri: String) -> [[UInt8]] { updates(of: [uri]) }

    /// The notifications that a task changed, for all who want to hear of it.
    func changed(_ task: TaskNews) -> [[UInt8]] {
        let listening = state.withLock { $0.listening }
        return listening.filter { listening in
            listening.filter.tasks.contains { $0.utf8.elementsEqual(task.id.utf8) }
        }.map { listening in
            RPCReply.notification(task.notification) { writer in task.write(listening.id, &writer) }
        }
    }

    private func updates(of uris: [String]) -> [[UInt8]] {
        guard !uris.isEmpty else { return [] }
        let state = state.withLock { $0 }
        return uris.flatMap { uri in
            let isSubscribed = state.routes.contains { $0.utf8.elementsEqual(uri.utf8) }
            let ids = state.listening.filter { listening in
                listening.filter.resources.contains { $0.utf8.elementsEqual(uri.utf8) }
            }.map(\.id)
            let receivers: [RPCIdentifier?] = (isSubscribed ? [nil] : []) + ids.map { $0 }
            return receivers.map { id in
                RPCReply.notification("notifications/resources/updated") { writer in
                    writer.beginObject()
                    writer.key("uri")
                    writer.string(uri)
                    writer.subscriptionMeta(id)
                    writer.endObject()
                }
            }
        }
    }
}

import Core
import Synchronization

/// What one client is told that there is: its tools, resources and prompts, made once for each set of modules.
///
/// The host tells it of other modules. It stands apart from the session so that the host need not hold on to a session: an
/// object with a weak reference to it is counted several times slower, and every message counts its session.
final class ClientCatalogs: Sendable {
    private struct Lists {
        let tools: ToolCatalog
        let resources: ResourceCatalog
        let prompts: PromptCatalog

        init(_ router: Router) {
            tools = ToolCatalog(router.registry)
            resources = ResourceCatalog(router)
            prompts = PromptCatalog(router)
        }
    }

    private let router: @Sendable () -> Router
    private let subscriptions: Subscriptions
    private let send: @Sendable ([UInt8]) -> Void
    private let lists: Mutex<Lists>
    private let hasShakenHands = Atomic(false)

    /// - Parameters:
    ///   - router: the modules as they are now.
    ///   - send: sends a message to the client.
    init(
        router: @escaping @Sendable () -> Router, subscriptions: Subscriptions,
        send: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.router = router
        self.subscriptions = subscriptions
        self.send = send
        lists = Mutex(Lists(router()))
    }

    /// The tools as they are now.
    var tools: ToolCatalog { lists.withLock { $0.tools } }

    /// The resources as they are now.
    var resources: ResourceCatalog { lists.withLock { $0.resources } }

    /// The prompts as they are now.
    var prompts: PromptCatalog { lists.withLock { $0.prompts } }

    /// The client speaks MCP from now on: it hears of other lists.
    func shookHands() { hasShakenHands.store(true, ordering: .relaxed) }

    /// Announces other lists to an MCP client; others see the modules by `host.info`.
    /// - Parameter ended: the modules that were on and are now off or made anew.
    func modulesChanged(ended: Set<String>) {
        let new = Lists(router())
        let old = lists.withLock { lists in
            defer { lists = new }
            return lists
        }
        var changed: [Subscriptions.Lists] = []
        if new.tools.names != old.tools.names { changed.append(.tools) }
        if new.prompts.names != old.prompts.names { changed.append(.prompts) }
        if new.resources.uris != old.resources.uris { changed.append(.resources) }
        let isTold = hasShakenHands.load(ordering: .relaxed)
        let news = changed.flatMap { subscriptions.changed($0, hasShakenHands: isTold) }
        for message in news + subscriptions.modulesChanged(ended) { send(message) }
    }
}

import FeatureKit
import Synchronization

/// Catalogs of one client: its tools, resources and prompts, made once for each set of modules.
///
/// The host tells it of other modules. It stands apart from the session so that the host need not hold on to a session: an
/// object with a weak reference to it is counted several times slower, and every message counts its session.
final class ClientCatalogs: Sendable {
    private final class Lists: Sendable {
        let tools: ToolCatalog
        let resources: ResourceCatalog
        let prompts: PromptCatalog
        let skills: SkillCatalog
        let toolNames: ToolNames

        init(_ router: Router) {
            toolNames = ToolNames(router)
            tools = ToolCatalog(router.registry, toolNames)
            resources = ResourceCatalog(router)
            prompts = PromptCatalog(router, toolNames)
            skills = SkillCatalog(router.registry, toolNames)
        }
    }

    private let router: @Sendable () -> Router
    private let subscriptions: Subscriptions
    private let send: @Sendable ([UInt8]) -> Void
    /// Nil until somebody asks.
    private let lists = Mutex<Lists?>(nil)
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
    }

    /// The tools as they are now.
    var tools: ToolCatalog { current.tools }

    /// The resources as they are now.
    var resources: ResourceCatalog { current.resources }

    /// The prompts as they are now.
    var prompts: PromptCatalog { current.prompts }

    /// The skills as they are now.
    var skills: SkillCatalog { current.skills }

    /// The names by which the client knows operations.
    var toolNames: ToolNames { current.toolNames }

    private var current: Lists {
        if let lists = lists.withLock({ $0 }) { return lists }
        let made = Lists(router())
        return lists.withLock { lists in
            if let lists { return lists }
            lists = made
            return made
        }
    }

    /// The client speaks MCP from now on: it hears of other lists.
    func shookHands() { hasShakenHands.store(true, ordering: .relaxed) }

    /// Announces other lists to an MCP client; others see the modules by `host.info`.
    /// - Parameters:
    ///   - ended: the modules that were on and are now off or created again.
    ///   - before: what was served until now.
    func modulesChanged(ended: Set<String>, from before: Router) {
        let new = Lists(router())
        let known = lists.withLock { lists in
            defer { lists = new }
            return lists
        }
        let old = known ?? Lists(before)
        var changed: [Subscriptions.Lists] = []
        if new.tools.names != old.tools.names { changed.append(.tools) }
        if new.prompts.names != old.prompts.names { changed.append(.prompts) }
        if new.resources.uris != old.resources.uris { changed.append(.resources) }
        let isTold = hasShakenHands.load(ordering: .relaxed)
        let news = changed.flatMap { subscriptions.changed($0, hasShakenHands: isTold) }
        for message in news + subscriptions.modulesChanged(ended) { send(message) }
    }
}

import Cassettes
package import DesignSystem
package import FeatureKit
import HTTP
package import ResponseCache
package import Runtime
package import Settings
import Storage
import Synchronization

/// The running modules with what they share, such as the state and the open screens: what every face (command line, JSON-RPC,
/// MCP) calls.
package final class Storefront: Sendable {
    package let loop: EventLoop
    package let screens: OpenScreens
    package let background: BackgroundWork
    /// True if nothing may be written.
    package let isReadOnly: Bool
    private let refreshes: Refreshes
    package let modules: RunningModules
    private let homes: HomeScreens
    private let state: any StateStore
    private let recordings = CassetteWriter()
    /// Changes of the features' resources.
    package let resourceNews = ResourceNews()
    private let listener = Mutex<ModulesListener>({ _, _ in })
    /// Reads routes as texts.
    package let routes: RouteReader
    /// Default rendering options of screens: their theme and scale are the views' as well.
    package let screenOptions: RenderOptions

    /// - Parameters:
    ///   - features: all features of the binary, in the order of their list.
    ///   - settings: loaded with the catalog of the same features.
    ///   - loadSettings: reads and validates the settings again, with the keys of these features; with a name, under that environment.
    ///   - loadFeatures: reads what declares features again; the same ones by default.
    ///   - judged: takes the digests of the files whose features stood together without a mistake.
    ///   - loop: whose thread runs everything.
    ///   - screenOptions: how a screen's text is rendered when its client does not say.
    ///   - restriction: what of the modules is served, whatever the settings say; all by default.
    ///   - followsState: whether what other processes change of the state is to be noticed after a first read.
    ///   - log: takes what no caller is told.
    ///   - failed: told when the modules can't be made at their first use, where `start` did not make them before.
    package init(
        features: [Feature], settings: Settings,
        loadSettings: @escaping RunningModules.LoadSettings,
        loadFeatures: RunningModules.LoadFeatures? = nil,
        judged: @escaping @Sendable ([UInt64]) -> Void = { _ in }, loop: EventLoop, screenOptions: RenderOptions,
        restriction: Restriction = .none, followsState: Bool = true, log: DiagnosticLog,
        failed: @escaping @Sendable (CompositionFault) -> Void
    ) {
        self.loop = loop
        self.screenOptions = screenOptions
        background = BackgroundWork(loop: loop)
        refreshes = Refreshes(background.starter)
        state = StatePlace(settings).store(
            takesWrites: !restriction.isReadOnly, isFollowed: followsState,
            timeout: settings[ProgramSettings.stateTimeout]
        ) { milliseconds, body in
            // The runtime's own timers need threads and descriptors that may not be there.
            let timer = loop.schedule(after: .milliseconds(milliseconds), body)
            return { loop.cancel(timer) }
        }
        isReadOnly = restriction.isReadOnly
        let state = state
        let resourceNews = resourceNews
        let parts = ModuleSet.Parts(
            features: features, restriction: restriction, state: state, background: background.starter,
            refreshes: refreshes, recordings: recordings, warn: { log.write(.warning, $0) },
            resourceChanged: { resourceNews.tell($0) }, judged: judged)
        modules = RunningModules(
            parts, settings: settings, loadSettings: loadSettings, loadFeatures: loadFeatures, failed: failed)
        // Weak: the modules hold the screens' operations.
        let router: @Sendable () -> Router = { [weak modules] in modules?.router ?? .empty }
        routes = RouteReader(router: router, ready: { await state.ready() })
        screens = OpenScreens(
            router: router, options: screenOptions,
            prefetch: PicturePrefetch { [weak modules] urls, module in
                modules?.current.images.prefetch(urls, module: module)
            },
            ready: { await state.ready() }
        ) { loop.wake() }
        homes = HomeScreens(registry: { router().registry })
        modules.serve { [screens, homes] in
            [screens.feature.proved, ProgramOperations.feature(homes.screen).proved, ImageOperations.feature.proved]
        }
        modules.listen { [weak self] ended, old in self?.modulesChanged(ended: ended, from: old) }
    }

    /// Makes the modules, if nothing needed them before.
    /// - Throws: a mistake in the features' declarations, or a feature that could not be made.
    package func start() throws(CompositionFault) { try modules.start() }

    /// The settings in force.
    package var settings: Settings { modules.settings }

    /// The operations and screens in force. A call takes it once and keeps it.
    package var router: Router { modules.router }

    /// The pictures under the settings in force.
    package var images: PictureSources { modules.current.images }

    /// The kept answers of upstreams under the settings in force.
    package var responses: ResponseCache { modules.current.responses }

    /// Takes the ids of the modules that were on and are now off or created again, and what was served before.
    package typealias ModulesListener = @Sendable (_ ended: Set<String>, _ old: Router) -> Void

    /// - Parameter listener: told after each change of the modules; replaces the one before.
    package func listen(_ listener: @escaping ModulesListener) { self.listener.withLock { $0 = listener } }

    private func modulesChanged(ended: Set<String>, from old: ModuleSet) {
        let anew = ended.intersection(modules.current.instances.keys)
        screens.closeAll(of: ended.subtracting(anew), reason: .moduleDisabled)
        screens.closeAll(of: anew, reason: .settingsChanged)
        homes.modulesChanged()
        listener.withLock { $0 }(ended, old.router)
    }

    /// Opens a screen in the default layout, and waits until it has loaded what it loads by itself.
    /// - Throws: what opening throws; a screen that failed to load says so in its state.
    package func loadedScreen(at route: String) async throws(Fault) -> ScreenReading {
        await state.ready()
        let (opened, work) = try screens.opening(route)
        await work.idle()
        return try screens.reading(opened.screen)
    }

    /// Fails writes that wait for somebody else's lock of the state, now and from now on: the session is ending.
    package func hurryState() { state.hurry() }

    /// Returns when what is asked beside kept answers is there: else a process of one call would never renew them.
    package func finishRefreshes() async { await refreshes.finish() }

    /// Ends every screen, lets their last writes end, and closes the state. A disk that takes no recording is waited for a
    /// second.
    package func close() async {
        screens.closeAll()
        refreshes.cancelAll()
        await background.idle()
        await state.close()
        await recordings.idle(within: .seconds(1))
    }
}

/// Why a storefront could not be made.
package enum CompositionFault: Error, Sendable {
    /// A feature's endpoint is not one, although the settings took it.
    case endpoint(module: String, text: String)
    case feature(String, Fault)
    case registry(RegistryMistakes)

    package var sentence: String {
        switch self {
        case .endpoint(let module, let text): "The endpoint \(text) of \(module) is not an http or https address."
        case .feature(let module, let fault): "The module \(module) could not start: \(fault.text)"
        case .registry(let mistakes):
            "The modules' declarations contradict each other: \(mistakes.mistakes.joined(separator: "; "))."
        }
    }
}

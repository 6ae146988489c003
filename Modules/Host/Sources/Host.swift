package import Core
package import DesignSystem
import HTTP
package import Settings
package import StdioTransport
import Storage

/// The modules of one set of settings, made and joined: what every face (command line, JSON-RPC, MCP) calls.
package final class Host: Sendable {
    package static let name = "galleria"
    package static let version = "0.1.0"

    package let settings: Settings
    package let router: Router
    package let loop: EventLoop
    package let screens: OpenScreens
    let background: BackgroundWork
    private let state: any StateStore

    /// - Parameters:
    ///   - features: all features of the binary, in the order of their list.
    ///   - settings: loaded with the catalog of the same features.
    ///   - home: the user's home directory, which a path of the defaults may begin with as `~`.
    ///   - loop: whose thread runs everything.
    ///   - screenOptions: how a screen's text is rendered when its client does not say.
    /// - Throws: a mistake in the features' declarations, or a feature that could not be made.
    package init(
        features: [any FeatureModule.Type], settings: Settings, home: String?, loop: EventLoop,
        screenOptions: RenderOptions
    ) throws(HostFault) {
        self.settings = settings
        self.loop = loop
        let background = BackgroundWork(loop: loop)
        self.background = background
        let state = Self.stateStore(path: settings[HostSettings.statePath], home: home)
        self.state = state

        var builder = RegistryBuilder()
        let upstreams = try Upstreams(features: features, settings: settings)
        for feature in features {
            let manifest = feature.manifest
            guard let upstream = upstreams[manifest.id] else {
                builder.addDisabled(manifest, reason: "modules.\(manifest.id).enabled is false")
                continue
            }
            let context = FeatureContext(
                settings: settings, upstream: upstream, state: state, clock: ContinuousClock(),
                background: background.starter)
            do throws(Fault) {
                builder.add(try feature.init(context), manifest: manifest)
            } catch {
                throw .feature(manifest.id, error)
            }
        }
        do throws(RegistryMistakes) {
            let features = Router(try builder.build())
            screens = OpenScreens(router: features, options: screenOptions) { loop.wake() }
            builder.add(screens.operations)
            builder.add(HostInformation(settings: settings, registry: features.registry).operations)
            router = Router(try builder.build())
        } catch {
            throw .registry(error)
        }
    }

    /// The store at `path`; without a home directory for its `~`, one that says so at the first use.
    private static func stateStore(path: String, home: String?) -> any StateStore {
        guard path.utf8.starts(with: "~/".utf8) else { return SQLiteStateStore(path: path) }
        guard let home, home.utf8.first == UInt8(ascii: "/") else {
            return UnavailableStateStore(reason: "HOME is not set; set it, or set state.path")
        }
        return SQLiteStateStore(path: home + path.dropFirst())
    }

    /// Opens a screen and waits until it has loaded what it loads by itself.
    /// - Throws: what opening throws; a screen that failed to load says so in its state.
    package func loadedScreen(at route: String, options: RenderOptions) async throws(Fault) -> ScreenReading {
        let opened = try screens.open(route, style: options.style, width: options.width)
        await background.idle()
        return try screens.reading(opened.screen)
    }

    /// Ends every screen, lets their last writes end, and closes the state.
    package func close() async {
        screens.closeAll()
        await background.idle()
        await state.close()
    }
}

/// Why a host could not be made.
package enum HostFault: Error, Sendable {
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

/// The upstream of each module that is on.
private struct Upstreams {
    private var byModule: [String: Upstream] = [:]

    init(features: [any FeatureModule.Type], settings: Settings) throws(HostFault) {
        var endpoints: [(manifest: ModuleManifest, endpoint: HTTPEndpoint)] = []
        for manifest in features.map({ $0.manifest }) where settings[manifest.settings.enabled] {
            let text = settings[manifest.settings.endpoint]
            do throws(HTTPEndpointFault) {
                endpoints.append((manifest, try HTTPEndpoint(parsing: text)))
            } catch {
                throw .endpoint(module: manifest.id, text: text)
            }
        }
        // One client for all: its connections, bounds and thread are shared; it loads nothing before the first request.
        let live = CurlHTTPClient(
            configuration: HostSettings.httpConfiguration(settings, endpoints: endpoints.map(\.endpoint)))
        for (manifest, endpoint) in endpoints {
            let own = settings[manifest.settings.data]
            let mode = DataMode(rawValue: own) ?? DataMode(rawValue: settings[HostSettings.data]) ?? .live
            let client: any HTTPClient =
                switch mode {
                case .live: live
                case .sample: SampleHTTPClient(manifest.sample)
                }
            byModule[manifest.id] = Upstream(
                module: manifest.id, endpoint: endpoint, timeout: settings[manifest.settings.timeout], data: mode,
                client: client)
        }
    }

    subscript(id: String) -> Upstream? { byModule[id] }
}

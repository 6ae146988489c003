import Cassettes
import DiskCache
import FeatureKit
import HTTP
import Masking
import ResponseCache
import Settings

/// The upstreams of the modules under one set of settings, each by the data mode of its module.
struct Upstreams {
    private let settings: Settings
    private let live: any HTTPClient
    private let recordings: CassetteWriter
    private let redaction: Redaction
    private let cache: ResponseCache
    private let refreshes: Refreshes
    private let warn: @Sendable (String) -> Void

    init(_ parts: ModuleSet.Parts, settings: Settings, cache: ResponseCache) {
        self.settings = settings
        self.cache = cache
        refreshes = parts.refreshes
        warn = parts.warn
        recordings = parts.recordings
        redaction = Redaction(of: settings)
        // One client for all: its connections, bounds and thread are shared; it loads nothing before the first request.
        // What each may reach is its requests' matter: a request trusts its own module's endpoint alone.
        live = CurlHTTPClient(configuration: ProgramSettings.httpConfiguration(settings))
    }

    /// - Throws: a module's endpoint that is invalid or missing.
    func upstream(of manifest: ModuleManifest) throws(CompositionFault) -> Upstream {
        guard let keys = manifest.settings, let endpoint = try Self.endpoint(of: manifest, settings) else {
            throw .endpoint(module: manifest.id, text: "")
        }
        let mode = ProgramSettings.dataMode(of: manifest, settings)
        return Upstream(
            module: manifest.id, endpoint: endpoint, timeout: settings[keys.timeout], data: mode,
            client: client(mode, of: manifest), hiding: { [settings] in settings.hiding($0) })
    }

    /// The upstream of a feature that has none: every request fails.
    static func none(of manifest: ModuleManifest) throws(CompositionFault) -> Upstream {
        Upstream(
            module: manifest.id, endpoint: try parsed("http://localhost", of: manifest), timeout: .seconds(1),
            client: SampleHTTPClient { _ in nil })
    }

    private func client(_ mode: DataMode, of manifest: ModuleManifest) -> any HTTPClient {
        switch mode {
        case .live: CachingHTTPClient(live, cache: cache, beside: refreshes.run)
        case .sample:
            SampleHTTPClient(
                isFixed: manifest.datedSample == nil, manifest.sample { Int(CacheClock.system.seconds) })
        case .record:
            RecordingHTTPClient(
                live, to: ProgramSettings.cassette(manifest.id, settings), redaction, writer: recordings, warn: warn)
        case .replay: ReplayingHTTPClient(ProgramSettings.cassette(manifest.id, settings), redaction)
        case .offline: CacheOnlyHTTPClient(cache)
        }
    }

    /// The endpoint in the settings; nil where there is none. Sample data needs none: then it is the declared one, which
    /// nobody contacts.
    static func address(of manifest: ModuleManifest, _ settings: Settings) -> String? {
        guard let key = manifest.settings?.endpoint else { return nil }
        if let address = settings[key] { return address }
        return ProgramSettings.dataMode(of: manifest, settings) == .sample ? key.defaultValue : nil
    }

    /// - Throws: an endpoint that is not an address, although the settings took it.
    static func endpoint(of manifest: ModuleManifest, _ settings: Settings) throws(CompositionFault) -> HTTPEndpoint? {
        guard let text = address(of: manifest, settings) else { return nil }
        return try parsed(text, of: manifest)
    }

    private static func parsed(
        _ text: String, of manifest: ModuleManifest
    ) throws(CompositionFault) -> HTTPEndpoint {
        do throws(HTTPEndpointFault) {
            return try HTTPEndpoint(parsing: text)
        } catch {
            throw .endpoint(module: manifest.id, text: text)
        }
    }
}

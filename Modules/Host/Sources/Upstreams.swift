import Cassettes
import Core
import HTTP
import Masking
import ResponseCache
import Settings

/// The upstreams of the modules under one set of settings, each by the data mode of its module.
struct Upstreams {
    private let settings: Settings
    private let live: any HTTPClient
    private let cassettes: String
    private let recordings: CassetteWriter
    private let redaction: Redaction
    private let cache: ResponseCache
    private let warn: @Sendable (String) -> Void

    /// - Throws: a module's endpoint that is not an address.
    init(_ parts: Composition.Parts, settings: Settings, cache: ResponseCache) throws(HostFault) {
        self.settings = settings
        self.cache = cache
        warn = parts.warn
        recordings = parts.recordings
        redaction = Redaction(of: settings)
        cassettes = settings[HostSettings.cassettes]
        var endpoints: [HTTPEndpoint] = []
        for feature in parts.features { endpoints.append(try Self.endpoint(of: feature.manifest, settings)) }
        // One client for all: its connections, bounds and thread are shared; it loads nothing before the first request.
        live = CurlHTTPClient(configuration: HostSettings.httpConfiguration(settings, endpoints: endpoints))
    }

    func upstream(of manifest: ModuleManifest) throws(HostFault) -> Upstream {
        let mode = HostSettings.dataMode(of: manifest, settings)
        return Upstream(
            module: manifest.id, endpoint: try Self.endpoint(of: manifest, settings),
            timeout: settings[manifest.settings.timeout], data: mode, client: client(mode, of: manifest),
            hiding: { [settings] in settings.hiding($0) })
    }

    private func client(_ mode: DataMode, of manifest: ModuleManifest) -> any HTTPClient {
        let cassette = Cassette(path: "\(cassettes)/\(manifest.id).jsonl")
        return switch mode {
        case .live: CachingHTTPClient(live, cache: cache)
        case .sample: SampleHTTPClient(manifest.sample)
        case .record: RecordingHTTPClient(live, to: cassette, redaction, writer: recordings, warn: warn)
        case .replay: ReplayingHTTPClient(cassette, redaction)
        case .offline: CacheOnlyHTTPClient(cache)
        }
    }

    /// - Throws: an endpoint that is not an address, although the settings took it.
    static func endpoint(of manifest: ModuleManifest, _ settings: Settings) throws(HostFault) -> HTTPEndpoint {
        let text = settings[manifest.settings.endpoint]
        do throws(HTTPEndpointFault) {
            return try HTTPEndpoint(parsing: text)
        } catch {
            throw .endpoint(module: manifest.id, text: text)
        }
    }
}

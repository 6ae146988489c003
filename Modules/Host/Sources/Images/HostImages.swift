import Core
import HTTP
package import Images
import Settings

/// The pictures of one set of settings. Live and sample ones have caches of their own: a URL means another picture in
/// each.
package struct HostImages: Sendable {
    private let live: ImageService
    private let sample: ImageService
    private let isPrefetching: Bool
    private let general: DataMode
    private let modules: [String: DataMode]
    /// By the origin of a module's endpoint.
    private let origins: [String: DataMode]

    /// The folder of the sample pictures, below that of the live ones.
    private static let sampleFolder = "sample"

    init(_ parts: Composition.Parts, settings: Settings) {
        let manifests = parts.features.map { $0.manifest }
        let endpoints = manifests.map { try? HTTPEndpoint(parsing: settings[$0.settings.endpoint]) }
        isPrefetching = settings[ImageSettings.prefetch]
        general = HostSettings.dataMode(settings)
        var modules: [String: DataMode] = [:]
        var origins: [String: DataMode] = [:]
        for (manifest, endpoint) in zip(manifests, endpoints) {
            let mode = HostSettings.dataMode(of: manifest, settings)
            modules[manifest.id] = mode
            if let endpoint { origins[endpoint.origin] = mode }
        }
        self.modules = modules
        self.origins = origins

        var network = HostSettings.httpConfiguration(settings, endpoints: endpoints.compactMap { $0 })
        network.maxBytes = settings[ImageSettings.maxBytes]
        network.allowHosts = Set(settings[ImageSettings.allowHosts].map { $0.lowercased() })
        let path = Composition.place(settings[ImageSettings.diskPath])
        let isReachable = ([general] + modules.values).contains(where: Self.isOnline)
        live = ImageService(
            ImageConfiguration(settings, diskPath: path),
            fetcher: HTTPImageFetcher(
                client: isReachable ? CurlHTTPClient(configuration: network) : OfflineHTTPClient()), log: parts.warn)

        // Nothing is contacted for them, so the addresses that the sample data has may be as the defaults are.
        let defaults = manifests.compactMap { try? HTTPEndpoint(parsing: $0.settings.endpoint.defaultValue) }
        var known = network
        known.trustedOrigins.formUnion(defaults.map(\.origin))
        let rules = known
        sample = ImageService(
            ImageConfiguration(settings, diskPath: path.map { "\($0)/\(Self.sampleFolder)" }),
            fetcher: SampleImageFetcher { rules.allows($0) }, log: parts.warn)
    }

    /// The service of an address.
    /// - Parameter module: the module whose data named it; nil when the caller gave it.
    func service(for address: ImageAddress, module: String?) -> ImageService {
        let mode = module.flatMap { modules[$0] } ?? origins[address.request.endpoint.origin] ?? general
        return mode == .sample ? sample : live
    }

    private static func isOnline(_ mode: DataMode) -> Bool { mode == .live || mode == .record }

    /// Fetches the pictures of a module's rows before somebody asks for them; what is asked for meanwhile comes first.
    /// Its failures are told to whoever asks for the picture.
    /// - Parameter urls: in their order; what is no address is left out.
    /// - Returns: nil where nothing is fetched ahead: the settings say so, or the module's data does not come from a
    ///   server. Cancelling the task gives up what is not there yet.
    func prefetch(_ urls: [String], module: String) -> Task<Void, Never>? {
        guard isPrefetching, modules[module].map(Self.isOnline) == true else { return nil }
        let addresses = urls.compactMap { try? ImageAddress($0) }
        return Task.detached(priority: .utility) { [live] in _ = await live.prefetch(addresses) }
    }

    /// Both services, with what they are called.
    package var services: [(name: String, service: ImageService)] { [("live", live), ("sample", sample)] }
}

import FeatureKit
import HTTP
package import Images
import Runtime
import Settings

/// The pictures of one set of settings: who may be asked for a picture, and by which data mode.
///
/// A picture's mode is that of the module whose row shows it. One that a caller names by its URL alone is of the module
/// that is on and has its endpoint there, or lies on an allowed host.
package struct PictureSources: Sendable {
    /// A module that is on.
    private struct Owner: Sendable {
        let mode: DataMode
        /// Trusted for this module's pictures that lie at its origin, and for nobody else's.
        let endpoint: HTTPEndpoint?
        /// Origins of its pictures besides the allowed hosts.
        let origins: [String]
    }

    private let service: PictureServices
    private let isPrefetching: Bool
    private let allowHosts: Set<String>
    /// Mode for pictures that belong to no module.
    private let general: DataMode
    private let owners: [(id: String, owner: Owner)]

    /// - Parameters:
    ///   - on: the modules that are on.
    ///   - samples: answers to requests for sample pictures; those of the parts' features by default.
    ///   - earlier: of the same settings: its caches and downloads go on.
    init(
        _ parts: ModuleSet.Parts, settings: Settings, on manifests: [ModuleManifest],
        samples: [@Sendable (HTTPRequest) -> HTTPResponse?]? = nil,
        reusing earlier: PictureSources? = nil
    ) {
        isPrefetching = settings[ImageSettings.prefetch]
        general = ProgramSettings.dataMode(settings)
        let allowHosts = Set(settings[ImageSettings.allowHosts].map { $0.lowercased() })
        self.allowHosts = allowHosts
        owners = manifests.map { manifest in
            let key = manifest.settings?.endpoint
            let endpoint = key.flatMap { settings[$0] }.flatMap { try? HTTPEndpoint(parsing: $0) }
            let mode = ProgramSettings.dataMode(of: manifest, settings)
            // Nobody is contacted for sample pictures, and sample data names them at the declared endpoint.
            let declared = key?.defaultValue.flatMap { try? HTTPEndpoint(parsing: $0) }
            let origins = [endpoint, mode == .sample ? declared : nil].compactMap { $0?.origin }
            return (manifest.id, Owner(mode: mode, endpoint: endpoint, origins: origins))
        }
        service =
            earlier?.service
            ?? PictureServices(
                settings, allowHosts: allowHosts, recordings: parts.recordings,
                samples: samples ?? parts.features.map(\.manifest.sample), warn: parts.warn)
    }

    /// Source of a URL's picture, and the address to request there.
    /// - Parameter module: the module whose row shows it; nil when a caller gave the URL.
    /// - Throws: `.notAnAddress`, or `.notAllowed` for what is neither at the module's endpoint nor on an allowed host.
    func source(
        of url: String, module: String?
    ) throws(ImageFailure) -> (service: ImageService, address: ImageAddress) {
        let found = try ImageAddress(url)
        let origin = found.request.endpoint.origin
        let owner =
            if let module {
                owners.first { $0.id == module }?.owner
            } else {
                owners.first { $0.owner.origins.contains(origin) }?.owner
            }
        let mode = owner?.mode ?? general
        if let owner, owner.origins.contains(origin) {
            return (service[mode], try ImageAddress(url, trusting: owner.endpoint))
        }
        let host = found.request.endpoint.host
        guard allowHosts.contains(host) else { throw .notAllowed(host: host) }
        return (service[mode], found)
    }

    /// Fetches the pictures of a module's rows before somebody asks for them; what is asked for meanwhile comes first.
    /// Its failures are told to whoever asks for the picture.
    /// - Parameter urls: in their order; what is no address, or may not be asked for, is left out.
    /// - Returns: nil where nothing is fetched ahead: the settings say so, or the module's data does not come from a
    ///   server. Cancelling the task gives up what is not there yet.
    func prefetch(_ urls: [String], module: String) -> Task<Void, Never>? {
        guard isPrefetching, let mode = owners.first(where: { $0.id == module })?.owner.mode,
            mode == .live || mode == .record, WorkerPool.isUsable
        else { return nil }
        let addresses = urls.compactMap { try? source(of: $0, module: module).address }
        return Task.detached(priority: .utility) { [service = service[mode]] in _ = await service.prefetch(addresses) }
    }

    /// Those that keep pictures for the next process, with what they are called.
    package var services: [(name: String, service: ImageService)] {
        [("live", service[.live]), ("sample", service[.sample])]
    }
}

import Cassettes
import DesignSystem
import FeatureKit
import HTTP
import ResponseCache
import Settings
import Storage
import Synchronization
import Values

/// The modules of one set of settings, made and joined. Immutable: a change makes a new one, and a call that began with
/// the old one ends with it. An object, since each call holds it.
final class ModuleSet: Sendable {
    let settings: Settings
    /// The features that there are, on or off.
    let features: [Feature]
    let router: Router
    private let makeImages: @Sendable () -> PictureSources
    private let madeImages = Mutex<PictureSources?>(nil)
    let responses: ResponseCache
    /// Declarations of the modules that are on, by id.
    let instances: [String: ModuleRegistration]
    private let makeSource: @Sendable (String) -> (upstream: Upstream, state: any StateStore)?

    /// Parts that modules share, independent of the settings.
    struct Parts: Sendable {
        /// Those of the binary, and those whose files were there at the start.
        let features: [Feature]
        var restriction = Restriction.none
        let state: any StateStore
        let background: Background
        let refreshes: Refreshes
        /// Writes the cassettes of modules whose data mode is `record`.
        let recordings: CassetteWriter
        let warn: @Sendable (String) -> Void
        /// Takes the addresses of resources that changed.
        let resourceChanged: @Sendable (String) -> Void
        /// Takes the digests of the files whose features stood together without a mistake.
        var judged: @Sendable ([UInt64]) -> Void = { _ in }
    }

    /// - Parameters:
    ///   - features: those that there are; the parts' by default.
    ///   - own: the program's own features, without an upstream: `screen.*`, `host.*`.
    ///   - overrides: modules switched on or off at run time, whatever the settings say.
    ///   - earlier: a composition of the same settings: its modules that are still on go on as they are, and so do its
    ///     caches.
    ///   - changed: ids of features that are not what they were in the earlier composition.
    /// - Throws: a mistake in the declarations, or a module that could not be made.
    init(
        _ parts: Parts, features: [Feature]? = nil, settings: Settings, own: [Feature],
        overrides: [String: Bool] = [:], reusing earlier: ModuleSet? = nil, except changed: Set<String> = []
    ) throws(CompositionFault) {
        let features = features ?? parts.features
        self.features = features
        var builder = RegistryBuilder(isReadOnly: parts.restriction.isReadOnly)
        var instances = [String: ModuleRegistration](minimumCapacity: features.count)
        responses = earlier?.responses ?? Self.responses(parts, settings)
        let upstreams = Upstreams(parts, settings: settings, cache: responses)
        let locale = TextLocale(settings[ProgramSettings.locale])
        // Made when it is asked for: a start pays nothing for it.
        let neighbor = { @Sendable (id: String) in
            features.first { $0.manifest.id == id }.flatMap { other in
                Self.off(other.manifest, parts.restriction, settings, overrides) == nil
                    ? try? upstreams.upstream(of: other.manifest) : nil
            }
        }
        for feature in features {
            let manifest = feature.manifest
            if let off = Self.off(manifest, parts.restriction, settings, overrides) {
                builder.addDisabled(manifest, reason: off.reason, remedy: off.remedy)
                continue
            }
            let instance =
                if let kept = earlier?.instances[manifest.id], !changed.contains(manifest.id) { kept } else {
                    try Self.make(
                        feature, parts, settings, locale, upstreams.upstream(of: manifest), neighbor: neighbor)
                }
            instances[manifest.id] = instance
            builder.add(instance, manifest: manifest)
        }
        for feature in own {
            builder.add(
                try Self.make(feature, parts, settings, locale, Upstreams.none(of: feature.manifest)))
        }
        do throws(RegistryMistakes) {
            router = Router(try builder.build())
        } catch {
            throw .registry(error)
        }
        let on = features.map(\.manifest).filter { instances[$0.id] != nil }
        let samples = features.map(\.manifest.sample)
        // Not the composition itself, which ends.
        let known = changed.isEmpty ? earlier?.images : nil
        makeImages = { PictureSources(parts, settings: settings, on: on, samples: samples, reusing: known) }
        makeSource = { id in
            on.first { $0.id == id }.flatMap { try? upstreams.upstream(of: $0) }.map {
                ($0, OriginStateStore(parts.state, origin: Self.origin(of: $0)))
            }
        }
        self.settings = settings
        self.instances = instances
        let judged = features.compactMap { instances[$0.manifest.id] == nil ? nil : $0.digest }
        if !judged.isEmpty { parts.judged(judged) }
    }

    /// Composition without modules, for settings under which they could not be made.
    init(withoutModules parts: Parts, settings: Settings) {
        self.settings = settings
        features = parts.features
        router = .empty
        makeImages = { PictureSources(parts, settings: settings, on: []) }
        responses = Self.responses(parts, settings)
        instances = [:]
        makeSource = { _ in nil }
    }

    /// The upstream of a module, and the state about its source of data; nil where the module is off.
    func source(of id: String) -> (upstream: Upstream, state: any StateStore)? { makeSource(id) }

    /// The origin that the entries of a module's state are about.
    private static func origin(of upstream: Upstream) -> String {
        upstream.data == .sample ? "sample" : upstream.endpoint.origin
    }

    /// The pictures, made when somebody asks for one first.
    var images: PictureSources {
        madeImages.withLock { made in
            let images = made ?? makeImages()
            made = images
            return images
        }
    }

    private static func responses(_ parts: Parts, _ settings: Settings) -> ResponseCache {
        ResponseCache(
            settings, path: place(settings[ResponseCacheSettings.path]), maxBytes: settings[ProgramSettings.maxBytes],
            log: parts.warn)
    }

    /// A folder of the settings; nil where no home directory stood for its `~`.
    static func place(_ path: String) -> String? { path.utf8.first == UInt8(ascii: "~") ? nil : path }

    /// Why a module is off, and the sentence that says what switches it on; without one its setting does.
    typealias Off = (reason: String, remedy: String?)

    static func off(
        _ manifest: ModuleManifest, _ restriction: Restriction, _ settings: Settings, _ overrides: [String: Bool]
    ) -> Off? {
        if restriction.excludes(manifest.id) { return (Restriction.reason, Restriction.remedy) }
        switch overrides[manifest.id] {
        case true?: break
        case false?: return ("switched off by host.setModule", nil)
        // Named on the command line: on, whatever the settings say.
        case nil where restriction.modules != nil: break
        case nil:
            if let enabled = manifest.settings?.enabled, !settings[enabled] {
                return ("modules.\(manifest.id).enabled is false", nil)
            }
        }
        return withoutServer(manifest, settings)
    }

    /// Why a module that nothing else switches off has nobody to ask; nil when it has.
    static func withoutServer(_ manifest: ModuleManifest, _ settings: Settings) -> Off? {
        guard let key = manifest.settings?.endpoint.path, Upstreams.address(of: manifest, settings) == nil else {
            return nil
        }
        return (
            "it has no server here: set \(key) to the address of one",
            "Set \(key) to the address of its server, and start again."
        )
    }

    private static func make(
        _ feature: Feature, _ parts: Parts, _ settings: Settings, _ locale: TextLocale, _ upstream: Upstream,
        neighbor: @escaping @Sendable (String) -> Upstream? = { _ in nil }
    ) throws(CompositionFault) -> ModuleRegistration {
        let context = FeatureContext(
            settings: settings, locale: locale,
            upstream: upstream, neighbor: neighbor, state: OriginStateStore(parts.state, origin: origin(of: upstream)),
            clock: ContinuousClock(), background: parts.background,
            resourceChanged: parts.resourceChanged)
        do throws(Fault) {
            return try feature.register(context)
        } catch {
            throw .feature(feature.manifest.id, error)
        }
    }
}

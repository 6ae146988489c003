package import FeatureKit
import HTTP
import Settings
import Storage

/// A feature of a test that is a type, with operations and screens by hand.
package protocol FeatureModule: Sendable {
    /// Facts known without making the module.
    static var manifest: ModuleManifest { get }

    /// Makes the module; called once, only when it is switched on.
    init(_ context: FeatureContext) throws(Fault)

    /// Declares the module's operations, screens and prompts.
    func register(in registry: inout ModuleRegistration)
}

extension Feature {
    /// A feature that is a type.
    package init(_ type: any FeatureModule.Type) {
        self.init(type.manifest) { context throws(Fault) in
            var registration = ModuleRegistration(id: type.manifest.id)
            try type.init(context).register(in: &registration)
            return registration
        }
    }

    /// Declarations of a feature without an upstream.
    package func declarations() throws -> ModuleRegistration {
        let settings = try Settings.load(
            catalog: try SettingsCatalog([]), sources: SettingsSources(environmentFile: { _ in ("test", []) }))
        return try register(
            FeatureContext(
                settings: settings,
                upstream: Upstream(
                    module: manifest.id, endpoint: try HTTPEndpoint(parsing: "http://localhost"), timeout: .seconds(1),
                    client: SampleHTTPClient { _ in nil }),
                state: InMemoryStateStore(), clock: ContinuousClock(),
                background: Background { work in Task { await work() } }))
    }
}

extension RegistryBuilder {
    /// Adds a feature that is a type, made already.
    package mutating func add(_ module: any FeatureModule, manifest: ModuleManifest) {
        var registration = ModuleRegistration(id: manifest.id)
        module.register(in: &registration)
        add(registration, manifest: manifest)
    }
}

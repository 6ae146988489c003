package import FeatureKit
import HTTP
import Settings
import Storage

extension Feature {
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

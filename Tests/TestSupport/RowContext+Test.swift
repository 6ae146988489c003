import DesignSystem
package import FeatureKit
import Settings

extension RowContext {
    /// For reading rows whose fields need no settings.
    package static var test: RowContext {
        get throws {
            let settings = try Settings.load(
                catalog: SettingsCatalog([]), sources: SettingsSources(environmentFile: { _ in ("test", []) }))
            return RowContext(settings, .standard)
        }
    }
}

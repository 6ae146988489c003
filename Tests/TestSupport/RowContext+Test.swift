import DesignSystem
package import FeatureKit
import Settings
import Values

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

import DesignSystem
package import FeatureKit

/// `Money(.zero, "AUD")`, written for the locale of the settings' defaults.
extension Currency: ExpressibleByStringLiteral {
    package init(stringLiteral code: String) { self.init(code, .standard) }
}

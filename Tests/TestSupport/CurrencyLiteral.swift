package import Core
import DesignSystem

/// `Money(.zero, "AUD")`, written for the locale of the settings' defaults.
extension Currency: ExpressibleByStringLiteral {
    package init(stringLiteral code: String) { self.init(code, .standard) }
}

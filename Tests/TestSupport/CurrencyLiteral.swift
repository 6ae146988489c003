import DesignSystem
import Values

/// `Money(.zero, "AUD")`, written for the locale of the settings' defaults.
extension Currency: ExpressibleByStringLiteral {
    package convenience init(stringLiteral code: String) { self.init(code, .standard) }
}

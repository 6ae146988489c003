package import DesignSystem

/// A currency, and for whom its amounts are written.
package struct Currency: Sendable, Hashable {
    /// ISO 4217.
    package let code: String
    package let locale: TextLocale
    package let style: PriceStyle

    package static func == (left: Self, right: Self) -> Bool { left.code == right.code && left.locale == right.locale }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(locale)
    }

    package init(_ code: String, _ locale: TextLocale) {
        self.code = code
        self.locale = locale
        style = PriceStyle(code, locale)
    }
}

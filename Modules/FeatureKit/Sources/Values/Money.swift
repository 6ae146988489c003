package import DesignSystem

/// An amount of one currency: exact decimals, never a binary fraction.
package struct Money: Sendable, Hashable {
    package let amount: DecimalAmount
    /// ISO 4217.
    package var currency: String { unit.code }
    /// The currency, and how its amounts are written.
    package let unit: Currency

    package init(_ amount: DecimalAmount, _ unit: Currency) {
        self.amount = amount
        self.unit = unit
    }

    /// As people read it, such as `A$129.99` or `₩23,000`.
    package var text: String { unit.style.withText(amount) { String(decoding: $0, as: UTF8.self) } }

    /// With at least the digits that the currency has: `129.90`, `23000`.
    package var amountText: String {
        let digits = fractionDigits(of: currency)
        return amount.rounded(toFraction: digits) == amount ? amount.text(fraction: digits) : amount.text
    }
}

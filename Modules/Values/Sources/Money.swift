/// An amount of one currency: exact decimals, never a binary fraction.
package struct Money: Sendable, Hashable {
    package let amount: DecimalAmount
    package let currency: Currency

    package init(_ amount: DecimalAmount, _ currency: Currency) {
        self.amount = amount
        self.currency = currency
    }

    /// As people read it, such as `A$129.99` or `₩23,000`.
    package var text: String {
        var text = ""
        currency.withText(amount) { text = String(decoding: $0, as: UTF8.self) }
        return text
    }

    /// As JSON has it, exactly: `AUD 129.90`.
    package var told: String {
        var text = ""
        currency.withToldText(amount) { text = String(decoding: $0, as: UTF8.self) }
        return text
    }
}

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
        Values.text(atMost: currency.room) { currency.write(amount, to: &$0) }
    }

    /// As JSON has it, exactly: `AUD 129.90`.
    package var told: String {
        Values.text(atMost: currency.toldRoom) { currency.writeTold(amount, to: &$0) }
    }
}

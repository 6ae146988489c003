import DesignSystem
import JSON
import Testing

@testable import FeatureKit

@Suite("Money")
struct MoneyTests {
    /// Amount and currency as they come, amount and text as they are shown.
    struct Shown: Sendable {
        let amount: String
        let text: String
    }

    @Test(
        "Amounts are decimal texts with the digits of their currency, and read well",
        arguments: [
            Case("dollars", ("129.99", "AUD"), Shown(amount: "129.99", text: "A$129.99")),
            Case("a digit less", ("129.9", "AUD"), Shown(amount: "129.90", text: "A$129.90")),
            Case("none", ("129", "AUD"), Shown(amount: "129.00", text: "A$129.00")),
            Case("zero", ("0", "AUD"), Shown(amount: "0.00", text: "A$0.00")),
            Case("won have no fraction", ("23000", "KRW"), Shown(amount: "23000", text: "₩23,000")),
            Case("trailing zeros", ("23000.00", "KRW"), Shown(amount: "23000", text: "₩23,000")),
        ] as [Case<(String, String), Shown>])
    func shown(_ row: Case<(String, String), Shown>) throws {
        let amount = try #require(DecimalAmount(row.input.0))
        let money = Money(amount, Currency(row.input.1, .standard))
        #expect(money.amountText == row.expected.amount)
        #expect(money.text == row.expected.text)
    }

    @Test("An amount is written for its locale, and stays the same amount")
    func localized() throws {
        let money = Money(try #require(DecimalAmount("1234.5")), Currency("EUR", TextLocale("de_DE")))
        #expect(money.text == "1.234,50\u{A0}€" && money.amountText == "1234.50")
    }

    @Test(
        "An amount finer than its currency is kept exactly",
        arguments: [("1.005", "AUD"), ("0.1", "KRW"), ("12.345", "USD")])
    func exact(_ amount: String, _ currency: String) throws {
        #expect(Money(try #require(DecimalAmount(amount)), Currency(currency, .standard)).amountText == amount)
    }
}

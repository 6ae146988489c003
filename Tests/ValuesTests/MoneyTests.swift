import Testing
import Values

@Suite("Money")
struct MoneyTests {
    @Test(
        "Amounts are told as the code and a decimal text with the digits of their currency, and read well",
        arguments: [
            ("129.99", "AUD", "AUD 129.99", "A$129.99"), ("129.9", "AUD", "AUD 129.90", "A$129.90"),
            ("129", "AUD", "AUD 129.00", "A$129.00"), ("0", "AUD", "AUD 0.00", "A$0.00"),
            ("23000", "KRW", "KRW 23000", "₩23,000"), ("23000.00", "KRW", "KRW 23000", "₩23,000"),
        ])
    func shown(_ amount: String, _ currency: String, _ told: String, _ text: String) throws {
        let money = Money(try #require(DecimalAmount(amount)), Currency(currency, .standard))
        #expect(money.told == told && money.text == text)
    }

    @Test("An amount is written for its locale, and stays the same amount")
    func localized() throws {
        let money = Money(try #require(DecimalAmount("1234.5")), Currency("EUR", TextLocale("de_DE")))
        #expect(money.text == "1.234,50\u{A0}€" && money.told == "EUR 1234.50")
    }

    @Test(
        "An amount finer than its currency is kept exactly",
        arguments: [("1.005", "AUD"), ("0.1", "KRW"), ("12.345", "USD")])
    func exact(_ amount: String, _ currency: String) throws {
        let money = Money(try #require(DecimalAmount(amount)), Currency(currency, .standard))
        #expect(money.told == "\(currency) \(amount)")
    }
}

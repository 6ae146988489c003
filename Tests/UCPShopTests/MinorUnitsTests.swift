import Testing
import Values

@testable import UCPShop

/// Amounts in minor units, and the bounds of prices in them.
@Suite("Minor units")
struct MinorUnitsTests {
    @Test(
        "an amount is exact, by the digits of its currency",
        arguments: [
            (1_999, "AUD", "AUD 19.99"), (0, "USD", "USD 0.00"), (1_999, "JPY", "JPY 1999"),
            (23_000, "KRW", "KRW 23000"),
            (1_999, "KWD", "KWD 1.999"), (9_007_199_254_740_993, "EUR", "EUR 90071992547409.93"),
            (-500, "AUD", "AUD -5.00"),
        ])
    func money(_ amount: Int, _ currency: String, _ told: String) {
        #expect(MinorUnits.money(amount, currency, .standard).told == told)
    }

    @Test(
        "a bound holds although it lies between two units",
        arguments: [
            ("19.99", "AUD", 1_999, 1_999), ("19.991", "AUD", 2_000, 1_999), ("20", "AUD", 2_000, 2_000),
            ("0.5", "JPY", 1, 0), ("1.2345", "KWD", 1_235, 1_234), ("0", "AUD", 0, 0),
        ])
    func bounds(_ text: String, _ currency: String, _ least: Int, _ most: Int) throws {
        let amount = try #require(DecimalAmount(text))
        #expect(MinorUnits.units(amount, currency, up: true) == least)
        #expect(MinorUnits.units(amount, currency, up: false) == most)
    }

    @Test(
        "a currency is three capital letters",
        arguments: [("AUD", true), ("aud", false), ("DOLLARS", false), ("", false), ("A1D", false)])
    func currencies(_ code: String, _ isOne: Bool) {
        #expect(MinorUnits.isCurrency(code) == isOne)
    }
}

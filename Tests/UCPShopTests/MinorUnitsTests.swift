import Conformance
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

    /// Minor units of an amount that is spelled, by its digits alone; and whether something is left over.
    private func reference(_ text: String, _ digits: Int) -> (units: Int, isOver: Bool)? {
        let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
        let fraction = parts.count > 1 ? parts[1] : ""
        let kept = fraction.prefix(digits) + String(repeating: "0", count: max(0, digits - fraction.count))
        return Int(parts[0] + kept).map { ($0, fraction.dropFirst(digits).contains { $0 != "0" }) }
    }

    @Test("bounds are the nearest units within, as counted digit by digit", arguments: ["AUD", "JPY", "KWD", "CLF"])
    func property(_ currency: String) throws {
        var random = SeededGenerator(currency)
        let digits = MinorUnits.digits(currency)
        for _ in 0..<5_000 {
            let whole = Int.random(in: 0...(Bool.random(using: &random) ? 99 : 1_000_000_000_000), using: &random)
            let fraction = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                String(["0", "4", "5", "9"].randomElement(using: &random) ?? "0")
            }.joined()
            let text = fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)"
            let amount = try #require(DecimalAmount(text), "\(text)")
            let expected = try #require(reference(text, digits), "\(text)")
            #expect(MinorUnits.units(amount, currency, up: false) == expected.units, "\(text)")
            #expect(
                MinorUnits.units(amount, currency, up: true) == expected.units + (expected.isOver ? 1 : 0), "\(text)")
        }
    }
}

import TestSupport
import Testing

@testable import Values

/// Exact, bounded, never trapping.
@Suite("Decimal amounts") struct DecimalAmountTests {
    static let samples = [
        "0", "1", "-1", "0.1", "-0.1", "129.99", "40", "0.005", "1e2", "1.5e3", "25e-2", "9223372036854775807",
        "-9223372036854775807", "0.000000000000000001", "9.223372036854775807", "123456789.987654321", "1e18",
    ].compactMap { DecimalAmount($0) }

    @Test(
        "reads numbers and writes the shortest form",
        arguments: [
            ("0", "0"), ("-0", "0"), ("0.00", "0"), ("0e5", "0"), ("0e-9999", "0"), ("129.99", "129.99"),
            ("129.90", "129.9"), ("129.00", "129"), ("40", "40"), ("007", "7"), ("-0.50", "-0.5"), ("1e2", "100"),
            ("1E+2", "100"), ("1.5e3", "1500"), ("25e-2", "0.25"), ("1e-18", "0.000000000000000001"),
            ("10e-19", "0.000000000000000001"), ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775807", "-9223372036854775807"), ("9.223372036854775807", "9.223372036854775807"),
            ("1e18", "1000000000000000000"), ("123456789012345678.0", "123456789012345678"),
            ("0.10000000000000000000000000000000000000", "0.1"), ("49900.0", "49900"),
        ])
    func reads(_ text: String, _ expected: String) {
        #expect(DecimalAmount(text)?.text == expected)
    }

    @Test("a number of few digits is read as one with an exponent is, which takes another way")
    func plain() {
        var generator = SeededGenerator(3)
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...19, using: &generator)
            var text = String((0..<count).map { _ in "0123456789".randomElement(using: &generator) ?? "0" })
            if Bool.random(using: &generator) {
                text.insert(".", at: text.index(text.startIndex, offsetBy: .random(in: 0...count, using: &generator)))
            }
            let (plain, other) = (DecimalAmount(text), DecimalAmount(text + "e0"))
            #expect(plain == other && plain?.text == other?.text, "\(text)")
            #expect((plain?.coefficient, plain?.scale) == (other?.coefficient, other?.scale))
        }
    }

    @Test(
        "refuses what is no number, out of range, too fine or too long",
        arguments: [
            "", "-", ".", "1.", ".5", "+1", "1,000", "$1", " 1", "1 ", "1e", "1e+", "e5", "1e5.5", "--1", "0x10", "NaN",
            "inf",
            "١٢", "１", "1\u{301}", "1\0", "1_000", "9223372036854775808", "-9223372036854775808", "1e19", "1e9999",
            "1e99999",
            "1e-19", "0.0000000000000000001", "12345678901234567890", "1.2345678901234567890123",
            String(repeating: "0", count: 65), "1" + String(repeating: "0", count: 40),
        ])
    func refuses(_ text: String) {
        #expect(DecimalAmount(text) == nil)
    }

    @Test(
        "rounds half up, away from zero",
        arguments: [
            ("1.005", 2, "1.01"), ("1.004", 2, "1"), ("-1.005", 2, "-1.01"), ("0.5", 0, "1"), ("-0.5", 0, "-1"),
            ("0.4999", 0, "0"), ("-0.4", 0, "0"), ("2.5", 0, "3"), ("129.99", 1, "130"), ("129.99", 5, "129.99"),
            ("9.999", 2, "10"), ("9.223372036854775807", 0, "9"), ("1.5", -3, "2"),
        ])
    func rounds(_ text: String, _ fraction: Int, _ expected: String) {
        #expect(DecimalAmount(text)?.rounded(toFraction: fraction).text == expected)
    }

    @Test(
        "writes a fixed number of digits",
        arguments: [
            ("40", 2, "40.00"), ("129.9", 2, "129.90"), ("0.005", 2, "0.01"), ("-0.001", 2, "0.00"),
            ("23000", 0, "23000"),
            ("-5", 3, "-5.000"), ("0", 2, "0.00"), ("1", 99, "1.000000000000000000"), ("1.5", -1, "2"),
        ])
    func fixedFraction(_ text: String, _ fraction: Int, _ expected: String) {
        #expect(DecimalAmount(text)?.text(fraction: fraction) == expected)
    }

    @Test("the text reads back as the same value")
    func roundTrips() {
        #expect(Self.samples.count == 17)
        for amount in Self.samples { #expect(DecimalAmount(amount.text) == amount) }
    }

    @Test("equal numbers are equal values with equal hashes")
    func equality() {
        #expect(Set(["1.5", "1.50", "15e-1", "0.15e1", "1.500000"].map { DecimalAmount($0) }).count == 1)
        #expect(DecimalAmount(0) == .zero && DecimalAmount("-0.0") == .zero)
        #expect(DecimalAmount(Int.min).text == "-9223372036854775807")
    }

    @Test("the order is total, by value")
    func order() {
        let texts = [
            "-9223372036854775807", "-1", "-0.1", "0", "0.000000000000000001", "0.1", "0.11", "1", "9.99", "10",
            "9223372036854775807",
        ]
        let amounts = texts.compactMap { DecimalAmount($0) }
        #expect(amounts.shuffled().sorted().map(\.text) == texts)
        for (low, left) in amounts.enumerated() {
            for (high, right) in amounts.enumerated() { #expect((left < right) == (low < high)) }
        }
    }

    @Test("adding commutes, and subtracting takes it back")
    func addition() {
        var sums = 0
        for left in Self.samples {
            #expect(left.plus(.zero) == left)
            #expect(left.minus(left) == .zero)
            #expect(left.negated.negated == left)
            for right in Self.samples {
                #expect(left.plus(right) == right.plus(left))
                if let sum = left.plus(right) {
                    sums += 1
                    #expect(sum.minus(right) == left)
                }
            }
        }
        #expect(sums > 100)
    }

    @Test("multiplying commutes, and spreads over sums")
    func multiplication() {
        for left in Self.samples {
            #expect(left.times(1) == left)
            #expect(left.times(0) == .zero)
            #expect(left.times(-1) == left.negated)
            for right in Self.samples {
                #expect(left.times(right) == right.times(left))
                if let sum = left.plus(right), let product = sum.times(3), let one = left.times(3),
                    let two = right.times(3)
                {
                    #expect(one.plus(two) == product)
                }
            }
        }
    }

    @Test("what is out of range is nil, not a trap")
    func overflow() {
        let largest = DecimalAmount(Int.max)
        let finest = DecimalAmount("0.000000000000000001")
        #expect(largest.plus(DecimalAmount(1)) == nil)
        #expect(largest.negated.minus(DecimalAmount(1)) == nil)
        #expect(largest.times(2) == nil)
        #expect(largest.times(Int.min) == nil)
        #expect(largest.times(largest) == nil)
        #expect(finest.flatMap { largest.plus($0) } == nil)
        #expect(finest.flatMap { $0.times($0) } == nil)
        #expect(finest.flatMap { largest.times($0) }?.text == "9.223372036854775807")
    }

    @Test("a bag's total is exact")
    func total() {
        let total = ["129.95", "0.10", "0.20"].compactMap { DecimalAmount($0) }.reduce(
            DecimalAmount.zero as DecimalAmount?
        ) {
            $0?.plus($1)
        }
        #expect(total?.text(fraction: 2) == "130.25")
        #expect(DecimalAmount("0.1").flatMap { $0.times(3) }?.text == "0.3")
    }
}

@Suite("Whole numbers of decimal amounts") struct WholeTextTests {
    @Test(
        "3c.3: the nearest whole number, exact halves to the even one, never -0",
        arguments: [
            ("30.5", "30"), ("31.5", "32"), ("1.5", "2"), ("2.5", "2"), ("0.5", "0"), ("-0.5", "0"), ("-1.5", "-2"),
            ("-2.5", "-2"), ("-0.4", "0"), ("-0", "0"), ("-0.51", "-1"), ("31.145", "31"), ("31.57", "32"),
            ("2.51", "3"), ("2.49", "2"), ("-46", "-46"), ("0.49999999999999994", "0"), ("1012.5", "1012"),
            ("1013.5", "1014"),
            ("1e18", "1000000000000000000"), ("9223372036854775807", "9223372036854775807"),
        ])
    func whole(_ amount: String, _ expected: String) {
        #expect(DecimalAmount(amount)?.wholeText == expected)
    }
}

@Suite("Price text") struct PriceTextTests {
    @Test(
        "prices as shops print them",
        arguments: [
            ("129.99", "AUD", "A$129.99"), ("17.23", "USD", "$17.23"), ("0", "USD", "$0.00"), ("0.5", "USD", "$0.50"),
            ("40", "AUD", "A$40.00"), ("1234.5", "AUD", "A$1,234.50"), ("1234567.891", "USD", "$1,234,567.89"),
            ("23000", "KRW", "₩23,000"), ("999", "KRW", "₩999"), ("1000", "KRW", "₩1,000"),
            ("23000.5", "KRW", "₩23,001"),
            ("1200", "TWD", "NT$1,200"), ("1200.00", "TWD", "NT$1,200"), ("1200", "JPY", "¥1,200"),
            ("9.9", "EUR", "€9.90"),
            ("9.9", "GBP", "£9.90"), ("12", "XAU", "12.00 XAU"), ("12", "xau", "12.00 XAU"), ("12", "usd", "$12.00"),
            ("12", "", "12.00"), ("12", "\u{1B}[31m", "12.00 M"), ("12", "LONGCODE", "12.00 LON"),
            ("12", "한국", "12.00"),
            ("-5", "AUD", "-A$5.00"), ("-1234.5", "KRW", "-₩1,235"), ("-0.001", "USD", "$0.00"),
            ("-5", "XAU", "-5.00 XAU"),
            ("0.005", "USD", "$0.01"), ("9223372036854775807", "KRW", "₩9,223,372,036,854,775,807"),
        ])
    func prices(_ amount: String, _ currency: String, _ expected: String) throws {
        #expect(Money(try #require(DecimalAmount(amount)), Currency(currency, .standard)).text == expected)
    }

    @Test(
        "A quotient is exact, or nil",
        arguments: [
            ("1", 4, "0.25"), ("10", 3, nil), ("0.3", 3, "0.1"), ("-7", 2, "-3.5"), ("7", -2, "-3.5"), ("0", 7, "0"),
            ("1", 0, nil),
            ("0.000000000000000001", 2, nil), ("9223372036854775807", 1, "9223372036854775807"),
            ("9223372036854775807", 5, nil), ("9223372036854775805", 5, "1844674407370955161"), ("1", .max, nil),
        ] as [(String, Int, String?)])
    func quotients(_ amount: String, _ count: Int, _ expected: String?) throws {
        #expect(try #require(DecimalAmount(amount)).dividedExactly(by: count)?.text == expected)
    }

    @Test(
        "locales",
        arguments: [
            ("en_US", "KRW", "₩1,234,568"), ("ko_KR", "KRW", "₩1,234,568"), ("zh_Hant_TW", "TWD", "NT$1,234,568"),
            ("ja-JP", "JPY", "¥1,234,568"), ("", "USD", "$1,234,567.50"), ("xx", "USD", "$1,234,567.50"),
            ("ko", "USD", "$1,234,567.50"), ("de_DE", "EUR", "1.234.567,50\u{A0}€"),
            ("DE", "EUR", "1.234.567,50\u{A0}€"), ("fr_FR", "EUR", "1\u{A0}234\u{A0}567,50\u{A0}€"),
        ])
    func locales(_ locale: String, _ currency: String, _ expected: String) throws {
        let amount = try #require(DecimalAmount("1234567.5"))
        #expect(Money(amount, Currency(currency, TextLocale(locale))).text == expected)
    }
}

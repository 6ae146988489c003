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

    /// An amount with its digits in groups, put together from its decimal text.
    private func grouped(_ amount: DecimalAmount, fraction: Int, _ separator: String, _ point: String) -> String {
        let parts = amount.text(fraction: fraction).split(separator: ".")
        var whole = String(parts[0].drop { $0 == "-" })
        var groups: [String] = []
        while whole.count > 3 {
            groups.insert(String(whole.suffix(3)), at: 0)
            whole = String(whole.dropLast(3))
        }
        return ([whole] + groups).joined(separator: separator) + (parts.count > 1 ? point + parts[1] : "")
    }

    @Test("Amounts of every length and scale are written with the signs of their locale", arguments: 0...18)
    func everyLength(_ scale: Int) throws {
        let dollars = Currency("AUD", .standard)
        let kronor = Currency("SEK", TextLocale("sv_SE"))
        let euros = Currency("EUR", TextLocale("de_DE"))
        var digits = "1"
        for next in "234567890123456789" {
            for last in ["", "5", "9"] {
                for sign in ["", "-"] {
                    let spelled = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits + last
                    let text = sign + spelled.dropLast(scale) + (scale > 0 ? "." + spelled.suffix(scale) : "")
                    guard let amount = DecimalAmount(text) else { continue }
                    let isNegative = amount.rounded(toFraction: 2).isNegative
                    let minus = isNegative ? "-" : ""
                    #expect(
                        Money(amount, dollars).text == minus + "A$" + grouped(amount, fraction: 2, ",", "."), "\(text)")
                    #expect(
                        Money(amount, kronor).text == minus + grouped(amount, fraction: 2, "\u{A0}", ",") + " SEK",
                        "\(text)")
                    #expect(
                        Money(amount, euros).text == minus + grouped(amount, fraction: 2, ".", ",") + "\u{A0}€",
                        "\(text)")
                    let told = amount.scale < 2 ? amount.text(fraction: 2) : amount.text
                    #expect(Money(amount, dollars).told == "AUD " + told, "\(text)")
                    #expect(DecimalAmount(amount.text) == amount, "\(text)")
                }
            }
            digits.append(next)
        }
    }

    @Test("A currency of any text is told as it came")
    func anyCode() throws {
        let amount = try #require(DecimalAmount("-1234.5"))
        for code in ["", "A", "\"\\\"", "US dollars of a long name", "한국"] {
            let currency = Currency(code, .standard)
            #expect(Money(amount, currency).told == "\(code) -1234.50")
            #expect(currency.isPlain == code.utf8.allSatisfy(\.isASCIILetterOrDigit))
        }
    }
}

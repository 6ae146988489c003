/// A price as people read it: `A$129.99`, `₩23,000`, `NT$1,200`, `12.00 XAU`.
///
/// The fraction is rounded half up to the currency's own digits. Currencies come from a small table instead of ICU,
/// whose data costs 40 MB and prints `TWD` and `KRW` differently from the shops themselves.
///
/// - Parameters:
///   - amount: The price.
///   - currency: An ISO 4217 code; an unknown one follows the number, cut to what a code can be.
///   - locale: Whose shop it is.
package func priceText(amount: DecimalAmount, currency: String, locale: TextLocale = .standard) -> String {
    PriceStyle(currency, locale).withText(amount) { String(decoding: $0, as: UTF8.self) }
}

/// Writing of one currency's amounts in one locale: made once for the prices of a list, since the table is looked up by text.
package final class PriceStyle: Sendable {
    /// The digits after the point that the currency has, as prices are shown.
    let fraction: Int
    /// The same by the code as it was given, as amounts are told exactly.
    let toldFraction: Int
    let form: NumberForm
    let toldForm: NumberForm

    /// - Parameters:
    ///   - currency: an ISO 4217 code; an unknown one follows the number, cut to what a code can be.
    ///   - locale: of the shop.
    package init(_ currency: String, _ locale: TextLocale) {
        let name = currencyName(currency)
        let style = locale.numbers
        let known = currencies[name]
        fraction = known?.fractionDigits ?? 2
        toldFraction = fractionDigits(of: currency)
        let after = known.map { style.signFollows ? "\u{A0}\($0.sign)" : "" } ?? (name.isEmpty ? "" : " \(name)")
        form = NumberForm(
            before: style.signFollows ? "" : known?.sign ?? "", grouping: style.grouping, point: style.point,
            after: after)
        toldForm = NumberForm(before: currency + " ", isSignFirst: false)
    }

    /// Gives `body` an amount as people read it, rounded to the currency's digits, as UTF-8.
    package func withText<Result>(
        _ amount: DecimalAmount, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        amount.rounded(toFraction: fraction).withDigits(fraction: fraction, form, body)
    }

    /// Gives `body` an amount exactly, with at least the currency's digits, as UTF-8: `AUD 97.50`.
    package func withToldText<Result>(
        _ amount: DecimalAmount, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        amount.withDigits(fraction: toldFraction, toldForm, body)
    }
}

/// The first three letters, in upper case: as most codes are already.
private func currencyName(_ currency: String) -> String {
    if currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) { return currency }
    let code = currency.unicodeScalars.filter { ("A"..."Z").contains($0) || ("a"..."z").contains($0) }.prefix(3)
    return String(String.UnicodeScalarView(code)).uppercased()
}

/// Digits after the point of a currency; 2 for unknown codes.
///
/// - Parameter currency: An ISO 4217 code in upper case.
package func fractionDigits(of currency: String) -> Int {
    currencies[currency]?.fractionDigits ?? 2
}

private struct Currency {
    let sign: String
    let fractionDigits: Int

    init(_ sign: String, _ fractionDigits: Int = 2) {
        self.sign = sign
        self.fractionDigits = fractionDigits
    }
}

/// Signs as CLDR has them for English, so that no two currencies share one; the short ones of the shops where they are as clear.
private let currencies: [String: Currency] = [
    "AUD": Currency("A$"), "CAD": Currency("CA$"), "CHF": Currency("CHF\u{A0}"), "CNY": Currency("CN¥"),
    "EUR": Currency("€"), "GBP": Currency("£"), "HKD": Currency("HK$"), "INR": Currency("₹"), "JPY": Currency("¥", 0),
    "KRW": Currency("₩", 0), "NZD": Currency("NZ$"), "SGD": Currency("S$"), "THB": Currency("฿"),
    "TWD": Currency("NT$", 0), "USD": Currency("$"), "VND": Currency("₫", 0),
]

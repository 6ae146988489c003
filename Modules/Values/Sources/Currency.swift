/// A currency, and how its amounts are written in one locale. An object, made once for the prices of a list.
///
/// The signs come from a small table instead of ICU, whose data costs 40 MB and prints `TWD` and `KRW` differently from the shops
/// themselves.
package final class Currency: Sendable, Hashable {
    /// ISO 4217.
    package let code: String
    private let locale: TextLocale
    /// The digits after the point that the currency has, as prices are shown.
    private let fraction: Int
    /// The same by the code as it was given, as amounts are told exactly.
    private let toldFraction: Int
    private let form: NumberForm
    private let toldForm: NumberForm
    /// Whether an amount that is told needs no escape in JSON: upstreams may say anything in place of a code.
    package let isPlain: Bool

    /// - Parameters:
    ///   - code: an ISO 4217 code; an unknown one follows the number, cut to what a code can be.
    ///   - locale: of the shop.
    package init(_ code: String, _ locale: TextLocale) {
        self.code = code
        self.locale = locale
        let name = currencyName(code)
        let style = locale.numbers
        let known = sign(of: name)
        fraction = known?.fractionDigits ?? 2
        toldFraction = (name == code ? known : sign(of: code))?.fractionDigits ?? 2
        let after = known.map { style.signFollows ? "\u{A0}\($0.text)" : "" } ?? (name.isEmpty ? "" : " \(name)")
        form = NumberForm(
            before: style.signFollows ? "" : known?.text ?? "", grouping: style.grouping, point: style.point,
            after: after)
        toldForm = NumberForm(before: code + " ", isSignFirst: false)
        isPlain = code.utf8.allSatisfy(\.isASCIILetterOrDigit)
    }

    package static func == (left: Currency, right: Currency) -> Bool {
        left.code == right.code && left.locale == right.locale
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(locale)
    }

    /// An amount rounded half up to the currency's digits, as people read it.
    package func shown(_ amount: DecimalAmount) -> DecimalAmount { amount.rounded(toFraction: fraction) }

    /// Bytes of an amount at most, as people read it.
    package var room: Int { form.room }
    /// The same as JSON has it.
    package var toldRoom: Int { toldForm.room }

    /// Writes an amount as people read it, rounded half up to the currency's digits, as UTF-8: `A$97.50`.
    /// - Parameter target: has ``room``.
    package func write(_ amount: DecimalAmount, to target: inout ByteTarget) {
        shown(amount).write(fraction: fraction, form, to: &target)
    }

    /// Writes an amount exactly, with at least the currency's digits, as UTF-8: `AUD 97.50`.
    /// - Parameter target: has ``toldRoom``.
    package func writeTold(_ amount: DecimalAmount, to target: inout ByteTarget) {
        amount.write(fraction: toldFraction, toldForm, to: &target)
    }
}

/// The first three letters, in upper case: as most codes are already.
private func currencyName(_ currency: String) -> String {
    if currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) { return currency }
    let code = currency.unicodeScalars.filter { ("A"..."Z").contains($0) || ("a"..."z").contains($0) }.prefix(3)
    return String(String.UnicodeScalarView(code)).uppercased()
}

private struct Sign {
    let text: String
    let fractionDigits: Int

    init(_ text: String, _ fractionDigits: Int = 2) {
        self.text = text
        self.fractionDigits = fractionDigits
    }
}

/// The sign of a code, as CLDR has it for English, so that no two currencies share one; the short ones of the shops where they are as
/// clear. No dictionary: a start makes four currencies, and to make one took 15,000 instructions.
private func sign(of code: String) -> Sign? {
    switch code {
    case "AUD": Sign("A$")
    case "CAD": Sign("CA$")
    case "CHF": Sign("CHF\u{A0}")
    case "CNY": Sign("CN¥")
    case "EUR": Sign("€")
    case "GBP": Sign("£")
    case "HKD": Sign("HK$")
    case "INR": Sign("₹")
    case "JPY": Sign("¥", 0)
    case "KRW": Sign("₩", 0)
    case "NZD": Sign("NZ$")
    case "SGD": Sign("S$")
    case "THB": Sign("฿")
    case "TWD": Sign("NT$", 0)
    case "USD": Sign("$")
    case "VND": Sign("₫", 0)
    default: nil
    }
}
